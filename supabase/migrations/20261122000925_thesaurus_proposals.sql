-- The thesaurus learns (docs/decisions/0068): missed searches propose entries, and an admin accepts or dismisses them.
-- public.propose_thesaurus_entries works in small steps, so that visitors never wait for it.

create table public.judged_searches (
  words text not null check (char_length(words) between 1 and 200),
  kind text not null check (kind in ('material', 'topic')),
  relevant jsonb not null check (jsonb_typeof(relevant) = 'object'),
  plain text not null default '',
  stems text[] not null default '{}',
  primary key (kind, words)
);
comment on table public.judged_searches is
  'Searches with the results that they should have. A proposed thesaurus entry must not make them worse.';
comment on column public.judged_searches.plain is 'The words in the spelling of the search. Written by a trigger, as the stems.';
comment on column public.judged_searches.relevant is
  'Grades of the results, 3 exactly what was meant to 1: {slug of the material or text of the topic: grade}. Empty if '
  'nothing should be found.';
alter table public.judged_searches enable row level security;
revoke all on public.judged_searches from anon, authenticated, service_role;
grant select, insert, update, delete on public.judged_searches to service_role;
grant select on public.judged_searches to authenticated;
create policy "An admin reads judged searches" on public.judged_searches for select to authenticated
  using ((select private.has_admin_role('editor')));

create function private.write_plain_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.plain := private.search_words(new.words);
  new.stems := private.search_stems(new.plain);
  return new;
end $$;
comment on function private.write_plain_search() is
  'Trigger: writes a judged search in the spelling of the search, and its stems.';
revoke all on function private.write_plain_search() from public;
create trigger judged_searches_plain before insert or update on public.judged_searches
  for each row execute function private.write_plain_search();

create type public.proposal_state as enum ('checking', 'open', 'accepted', 'dismissed', 'useless');
comment on type public.proposal_state is
  'checking: its effect is being measured. open: waits for an admin. useless: finds nothing more, or makes a judged '
  'search worse.';

create table public.thesaurus_proposals (
  id uuid primary key default gen_random_uuid(),
  term text not null check (char_length(term) between 1 and 100),
  meaning text not null check (char_length(meaning) between 1 and 100),
  sort text not null check (sort in ('abbreviation', 'spelling', 'lay word', 'synonym', 'related')),
  reason public.proposal_reason not null,
  words text not null,
  kind text not null check (kind in ('material', 'topic')),
  state public.proposal_state not null default 'checking',
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.thesaurus_proposals is
  'Thesaurus entries that would help a missed search. A decided one is never proposed again.';
comment on column public.thesaurus_proposals.words is 'The missed search, with its kind.';
create unique index thesaurus_proposals_entry_idx on public.thesaurus_proposals (lower(term), lower(meaning));
create index thesaurus_proposals_state_idx on public.thesaurus_proposals (state, created_at)
  where state in ('checking', 'open');
alter table public.thesaurus_proposals enable row level security;
revoke all on public.thesaurus_proposals from anon, authenticated, service_role;
grant select on public.thesaurus_proposals to authenticated;
create policy "An admin reads proposals for the thesaurus" on public.thesaurus_proposals for select to authenticated
  using ((select private.has_admin_role('editor')));

create function private.has_entry(proposal public.thesaurus_proposals) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.thesaurus t
     where (lower(t.term), lower(t.meaning)) = (lower(proposal.term), lower(proposal.meaning)) and t.deleted_at is null)
$$;
comment on function private.has_entry(public.thesaurus_proposals) is
  'Returns true if the thesaurus has a proposed entry, as an admin added it.';
revoke all on function private.has_entry(public.thesaurus_proposals) from public;

create type private.search_outcome as (found uuid[], exact uuid[], ndcg real);
comment on type private.search_outcome is
  'The results of a search, best first; the full matches among them; and the nDCG@10 of a judged search, null if nothing '
  'should be found.';

create table private.proposal_searches (
  proposal_id uuid not null references public.thesaurus_proposals (id) on delete cascade,
  words text not null,
  kind text not null,
  is_judged boolean not null,
  relevant jsonb not null default '{}',
  before private.search_outcome,
  after private.search_outcome,
  primary key (proposal_id, kind, words, is_judged)
);
comment on table private.proposal_searches is
  'Searches that a proposed entry may change: missed ones and judged ones, with their results before and after.';

create function private.search_outcome(words text, kind "char", relevant jsonb) returns private.search_outcome
language sql stable set search_path = '' as $$
  with ranked as materialized (
    select r.target_id, r.title, r.exact, row_number() over (order by r.exact desc, r.points desc, r.title) as place
    from private.rank_records(private.read_search(search_outcome.words, search_outcome.kind, true), search_outcome.kind) r
  ), graded as (
    select r.place, coalesce((relevant ->> coalesce(m.slug, r.title))::integer, 0) as grade
    from ranked r left join public.research_materials m on m.id = r.target_id
    where r.place <= 10
  ), ideal as (
    select row_number() over (order by value::integer desc) as place, value::integer as grade from jsonb_each_text(relevant)
  )
  select row(
    coalesce((select array_agg(target_id order by place) from ranked), '{}'),
    coalesce((select array_agg(target_id order by place) from ranked where exact), '{}'),
    (select coalesce(sum((2 ^ grade - 1) / ln(place + 1)), 0) from graded)
      / (select sum((2 ^ grade - 1) / ln(place + 1)) from ideal where place <= 10)
  )::private.search_outcome
$$;
comment on function private.search_outcome(text, "char", jsonb) is
  'Returns the results of a search, with nDCG@10 if it is judged.';
revoke all on function private.search_outcome(text, "char", jsonb) from public;

-- The entry is added as an admin would add it, and the subtransaction rolled back.
create function private.try_entry(proposal public.thesaurus_proposals, words text, kind "char", relevant jsonb)
returns private.search_outcome
language plpgsql security definer set search_path = '' as $$
declare
  outcome private.search_outcome;
begin
  begin
    insert into public.thesaurus (term, meaning, sort) values (proposal.term, proposal.meaning, proposal.sort);
    outcome := private.search_outcome(try_entry.words, try_entry.kind, relevant);
    raise exception 'Tried only' using errcode = 'LT001';
  exception when sqlstate 'LT001' then
    return outcome;
  end;
end $$;
comment on function private.try_entry(public.thesaurus_proposals, text, "char", jsonb) is
  'Returns the results of a search as they would be with a proposed entry, which is not stored.';
revoke all on function private.try_entry(public.thesaurus_proposals, text, "char", jsonb) from public;

create function private.gained_results(before private.search_outcome, after private.search_outcome) returns uuid[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(id order by place), '{}')
  from unnest(after.found) with ordinality as f (id, place)
  where not id = any (before.found) or id = any (after.exact) and not id = any (before.exact)
$$;
comment on function private.gained_results(private.search_outcome, private.search_outcome) is
  'Returns what is found only after a change, or found in full only then, best first.';
revoke all on function private.gained_results(private.search_outcome, private.search_outcome) from public;

create function private.conclude_proposal(proposal uuid) returns void
language sql set search_path = '' as $$
  update public.thesaurus_proposals p
     set state = case when checked.gains and not checked.harms then 'open' else 'useless' end::public.proposal_state
    from (
      select bool_or(not s.is_judged and s.words = o.words and s.kind = o.kind
          and case
            when o.reason = 'mentioned' or (s.before).found = '{}' then cardinality(private.gained_results(s.before, s.after)) > 0
            else not (s.after).exact <@ (s.before).exact
          end) as gains,
        coalesce(sum((s.after).ndcg - (s.before).ndcg) < -0.001, false)
          or coalesce(bool_or(not s.is_judged and not (s.before).found <@ (s.after).found), false)
          or coalesce(bool_or(s.is_judged and s.relevant = '{}' and cardinality((s.before).exact) = 0
            and cardinality((s.after).exact) > 0), false) as harms
      from private.proposal_searches s join public.thesaurus_proposals o on o.id = s.proposal_id
      where s.proposal_id = proposal
    ) checked
   where p.id = proposal and p.state = 'checking'
$$;
comment on function private.conclude_proposal(uuid) is
  'Opens a measured proposal if its search finds something where it found nothing, or more full matches; one of a related '
  'term, if it finds anything more. Useless is one with which a missed search loses a result, the judged searches lose '
  'in sum, or one of them finds what it should not.';
revoke all on function private.conclude_proposal(uuid) from public;

-- Searches of material that is no longer published say nothing any more.
create function private.is_judgement_valid(kind text, relevant jsonb) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from jsonb_object_keys(relevant) as expected
    where case is_judgement_valid.kind
      when 'material' then not exists (
        select from public.research_materials m where m.slug = expected and m.published_at is not null)
      else not exists (select from public.topics_directory t where t.topic = expected and t.deleted_at is null)
    end
  )
$$;
comment on function private.is_judgement_valid(text, jsonb) is
  'Returns true if everything that a judged search should find is published.';
revoke all on function private.is_judgement_valid(text, jsonb) from public;

create function private.affected_searches(term text) returns table (words text, kind text, is_judged boolean, relevant jsonb)
language sql stable set search_path = '' as $$
  with line as materialized (
    select w.words, private.search_stems(w.words) as stems from (select private.search_words(term) as words) w
  ), keys as materialized (
    select stems from line
    union
    -- Another entry's meaning may be this term.
    select string_to_array(k.key, ' ') from line, private.thesaurus_keys k where k.meant = line.stems
  ), every as (
    select distinct m.words, m.kind, false as is_judged, '{}'::jsonb as relevant, m.words as plain,
      private.search_stems(m.words) as stems
    from public.missed_searches m where m.visitors >= 3
    union all
    select j.words, j.kind, true, j.relevant, j.plain, j.stems from public.judged_searches j
  ), near as (
    select e.*, row_number() over (partition by e.is_judged order by e.kind, e.words) as nth
    from every e, line
    where exists (select from keys k where e.stems @> k.stems)
      -- A word that resembles the term may be corrected to it.
      or exists (select from unnest(string_to_array(e.plain, ' ')) as w
        where w <> line.words and extensions.similarity(w, line.words) > 0.4)
  )
  select n.words, n.kind, n.is_judged, n.relevant from near n
  where n.nth <= 20 and (not n.is_judged or private.is_judgement_valid(n.kind, n.relevant))
$$;
comment on function private.affected_searches(text) is
  'Returns at most 20 missed and 20 judged searches that a thesaurus entry with this term may change.';
revoke all on function private.affected_searches(text) from public;

create function private.examine_missed_search(words text, kind text) returns void
language sql security definer set search_path = '' as $$
  with proposed as (
    insert into public.thesaurus_proposals as known (term, meaning, sort, reason, words, kind)
    select c.term, c.meaning, c.sort, c.reason, examine_missed_search.words, examine_missed_search.kind
    from private.thesaurus_candidates(examine_missed_search.words, left(examine_missed_search.kind, 1)::"char") c
    on conflict (lower(term), lower(meaning)) do update
      set words = excluded.words, kind = excluded.kind, state = 'checking', created_at = now()
      where known.state = 'useless' or known.state = 'open' and (known.words, known.kind) = (excluded.words, excluded.kind)
    returning known.id
  )
  delete from private.proposal_searches s using proposed p where s.proposal_id = p.id
$$;
comment on function private.examine_missed_search(text, text) is
  'Proposes thesaurus entries for a missed search, whose effect is to be measured.';
revoke all on function private.examine_missed_search(text, text) from public;

create function private.measure_proposal(proposal public.thesaurus_proposals) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  search private.proposal_searches;
begin
  if not exists (select from private.proposal_searches s where s.proposal_id = proposal.id) then
    insert into private.proposal_searches (proposal_id, words, kind, is_judged, relevant)
    select proposal.id, a.words, a.kind, a.is_judged, a.relevant from private.affected_searches(proposal.term) a
    union
    select proposal.id, proposal.words, proposal.kind, false, '{}';
    return;
  end if;
  select s.* into search from private.proposal_searches s
   where s.proposal_id = proposal.id and s.after is null order by s.is_judged, s.kind, s.words limit 1;
  if not found or private.has_entry(proposal) then
    perform private.conclude_proposal(proposal.id);
    return;
  end if;
  update private.proposal_searches s
     set before = private.search_outcome(search.words, left(search.kind, 1)::"char", search.relevant),
         after = private.try_entry(proposal, search.words, left(search.kind, 1)::"char", search.relevant)
   where s.proposal_id = proposal.id and s.words = search.words and s.kind = search.kind and s.is_judged = search.is_judged;
end $$;
comment on function private.measure_proposal(public.thesaurus_proposals) is
  'Does the next step for a proposal: lists the searches that it may change, or measures one of them, or concludes.';
revoke all on function private.measure_proposal(public.thesaurus_proposals) from public;

create function public.propose_thesaurus_entries() returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  proposal public.thesaurus_proposals;
  missed record;
begin
  select p.* into proposal from public.thesaurus_proposals p
   where p.state = 'checking' order by p.created_at, p.id limit 1 for update skip locked;
  if found then
    perform private.measure_proposal(proposal);
    return true;
  end if;
  select m.words, m.kind into missed from public.missed_searches m
   where m.visitors >= 3 and m.examined_at is null order by m.visitors desc, m.words, m.kind limit 1;
  if found then
    update public.missed_searches m set examined_at = now() where m.words = missed.words and m.kind = missed.kind;
    perform private.examine_missed_search(missed.words, missed.kind);
    return true;
  end if;
  delete from public.thesaurus_proposals p
   where p.state in ('open', 'useless')
     and not exists (select from public.missed_searches m where m.words = p.words and m.kind = p.kind);
  return false;
end $$;
comment on function public.propose_thesaurus_entries() is
  'Does one step: measures the effect of a proposed entry on one search, or looks for entries that would help one missed '
  'search. Returns false when nothing is left to do. Undecided proposals go with their missed search. Service role only.';
revoke all on function public.propose_thesaurus_entries() from public, anon, authenticated;
grant execute on function public.propose_thesaurus_entries() to service_role;

create function public.list_thesaurus_proposals() returns table (
  id uuid, term text, meaning text, sort text, reason public.proposal_reason, words text, kind text, visitors bigint,
  total integer, found jsonb, searches jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('editor');
  return query
  select p.id, p.term, p.meaning, p.sort, p.reason, p.words, p.kind, missed.visitors, cardinality(gained.ids), named.found,
    changed.searches
  from public.thesaurus_proposals p
  join private.proposal_searches own
    on own.proposal_id = p.id and not own.is_judged and own.words = p.words and own.kind = p.kind,
  lateral (select private.gained_results(own.before, own.after) as ids) gained,
  lateral (
    select sum(m.visitors) as visitors from public.missed_searches m
    where m.words = p.words and m.kind = p.kind and m.visitors >= 3
  ) missed,
  lateral (
    select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'slug', m.slug) order by g.place), '[]') as found
    from unnest(gained.ids[1:5]) with ordinality as g (id, place)
    join private.search_documents d on d.target_id = g.id and d.kind = left(p.kind, 1)::"char"
    left join public.research_materials m on m.id = g.id and p.kind = 'material'
  ) named,
  lateral (
    select coalesce(jsonb_agg(jsonb_build_object('words', s.words, 'kind', s.kind, 'judged', s.is_judged,
        'before', cardinality((s.before).found), 'after', cardinality((s.after).found),
        'exact_before', cardinality((s.before).exact), 'exact_after', cardinality((s.after).exact),
        'ndcg_before', (s.before).ndcg, 'ndcg_after', (s.after).ndcg)
      order by s.is_judged, s.words), '[]') as searches
    from private.proposal_searches s
    where s.proposal_id = p.id and (s.is_judged or (s.before).found <> (s.after).found or (s.before).exact <> (s.after).exact)
  ) changed
  where p.state = 'open' and missed.visitors is not null and named.found <> '[]' and not private.has_entry(p)
  order by missed.visitors desc, p.term, p.meaning
  limit 20;
end $$;
comment on function public.list_thesaurus_proposals() is
  'Returns at most 20 proposed thesaurus entries, those of the most frequent missed searches first: what the search would '
  'find (total, and five of it), and the missed and judged searches that the entry would change. Admins only.';
revoke all on function public.list_thesaurus_proposals() from public, anon, authenticated, service_role;
grant execute on function public.list_thesaurus_proposals() to authenticated;

create type public.proposal_decision as enum ('accept', 'dismiss', 'undo');

create function public.decide_thesaurus_proposal(proposal uuid, decision public.proposal_decision) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  known public.thesaurus_proposals;
begin
  perform private.require_admin_role('editor');
  select * into known from public.thesaurus_proposals p where p.id = proposal for update;
  if not found or (known.state = 'open') = (decision = 'undo') or known.state in ('checking', 'useless')
    -- An admin added the entry; an undo would delete it.
    or known.state = 'open' and private.has_entry(known) then
    return false;
  end if;
  if decision = 'accept' then
    insert into public.thesaurus (term, meaning, sort) values (known.term, known.meaning, known.sort)
    on conflict (lower(term), lower(meaning)) do update set deleted_at = null;
    -- Other meanings for the same search are measured again, because it finds more now.
    update private.proposal_searches s set before = null, after = null
      from public.thesaurus_proposals p
     where p.id = s.proposal_id and p.state = 'open' and p.words = known.words and p.kind = known.kind and p.id <> known.id;
    update public.thesaurus_proposals p set state = 'checking'
     where p.state = 'open' and p.words = known.words and p.kind = known.kind and p.id <> known.id;
  elsif known.state = 'accepted' then
    update public.thesaurus t set deleted_at = now()
     where lower(t.term) = lower(known.term) and lower(t.meaning) = lower(known.meaning) and t.deleted_at is null;
  else
    insert into public.audit_log (actor_id, action, subject, details)
    values ((select auth.uid()),
      case when decision = 'undo' then 'thesaurus_proposal.restored' else 'thesaurus_proposal.dismissed' end,
      known.id::text, jsonb_build_object('name', known.term, 'meaning', known.meaning));
  end if;
  update public.thesaurus_proposals p
     set state = case decision
           when 'accept' then 'accepted' when 'dismiss' then 'dismissed' else 'open' end::public.proposal_state,
         decided_at = case when decision <> 'undo' then now() end
   where p.id = proposal;
  return true;
end $$;
comment on function public.decide_thesaurus_proposal(uuid, public.proposal_decision) is
  'Accepts a proposed thesaurus entry, which adds it, or dismisses it for ever, or undoes either. Returns false if it was '
  'decided before, or is no longer proposed. Admins only.';
revoke all on function public.decide_thesaurus_proposal(uuid, public.proposal_decision)
  from public, anon, authenticated, service_role;
grant execute on function public.decide_thesaurus_proposal(uuid, public.proposal_decision) to authenticated;

create function public.weekly_missed_searches() returns table (
  words text, kind text, visitors bigint, weeks bigint, newest date, requests bigint, answer_id uuid, answer text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('editor');
  return query
  with missed as (
    select m.words, m.kind, sum(m.visitors) as visitors, count(*) as weeks, max(m.week) as newest
    from public.missed_searches m
    where m.visitors >= 3
    group by m.words, m.kind
  )
  select m.words, m.kind, m.visitors, m.weeks, m.newest,
    (select count(*) from public.topic_requests r
      where r.request_status = 'open'
        and private.search_stems(private.search_words(r.topic)) @> private.search_stems(m.words)),
    a.id, a.term || ' = ' || a.meaning
  from missed m
  left join lateral (
    select e.* from (
      select t.id, t.term, t.meaning, t.created_at as added_at from public.thesaurus t
      where lower(t.term) = m.words and t.deleted_at is null
      union all
      select t.id, t.term, t.meaning, p.decided_at
      from public.thesaurus_proposals p
      join public.thesaurus t on (lower(t.term), lower(t.meaning)) = (lower(p.term), lower(p.meaning)) and t.deleted_at is null
      where p.state = 'accepted' and p.words = m.words and p.kind = m.kind
    ) e
    -- A search that was missed in a later week is not answered.
    where (e.added_at at time zone 'Africa/Lagos')::date >= m.newest
    order by e.added_at desc, e.id limit 1
  ) a on true
  order by a.id is not null, m.visitors desc, m.words
  limit 200;
end $$;
comment on function public.weekly_missed_searches() is
  'Returns queries that at least three visitors missed in one of the last twelve weeks, the most frequent first, with '
  'matching open topic requests. answer: the thesaurus entry that was added for it in its last week or later; those with '
  'one are last. Admins only.';
revoke all on function public.weekly_missed_searches() from public, anon, authenticated, service_role;
grant execute on function public.weekly_missed_searches() to authenticated;
