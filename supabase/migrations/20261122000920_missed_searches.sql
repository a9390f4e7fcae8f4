-- What visitors searched for and the shop does not have, so that admins can add it. No person and no address is kept: only
-- words, the week, and how many different visitors asked. The process tells visitors apart, in memory.

create table public.missed_searches (
  words text not null check (char_length(words) between 1 and 100),
  week date not null check (extract(isodow from week) = 1),
  kind text not null check (kind in ('material', 'topic')),
  visitors integer not null default 1 check (visitors > 0),
  primary key (week, kind, words)
);
comment on table public.missed_searches is
  'Searches that nothing met whole, by plain words and week (its Monday, in Lagos), kept twelve weeks. Admins see what three '
  'different visitors or more searched for in one week.';
alter table public.missed_searches enable row level security;
revoke all on public.missed_searches from anon, authenticated, service_role;
grant select on public.missed_searches to authenticated;
create policy "An admin reads what three visitors or more missed" on public.missed_searches for select to authenticated
  using (visitors >= 3 and (select private.is_admin()));

-- Two spellings of the same words are the same search. What looks like an address or a number of somebody is not kept.
create function public.record_missed_search(words text, kind text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plain_query text := left(private.search_words(left(record_missed_search.words, 200)), 100);
  this_week date := date_trunc('week', now() at time zone 'Africa/Lagos')::date;
begin
  if plain_query = '' or record_missed_search.words ~ '@|[0-9]{6}' then
    return;
  end if;
  insert into public.missed_searches as known (words, week, kind)
  values (plain_query, this_week, record_missed_search.kind)
  on conflict (week, kind, words) do update set visitors = known.visitors + 1;
  delete from public.missed_searches m where m.week < this_week - 84;
end $$;
comment on function public.record_missed_search(text, text) is
  'Notes that one more visitor missed these words this week, and forgets what is older than twelve weeks. Service role only.';
revoke all on function public.record_missed_search(text, text) from public, anon, authenticated;
grant execute on function public.record_missed_search(text, text) to service_role;

create function public.weekly_missed_searches()
returns table (words text, kind text, visitors bigint, weeks bigint, newest date, requests bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.words, m.kind, sum(m.visitors), count(*), max(m.week),
    (select count(*) from public.topic_requests r
      where r.request_status = 'open'
        and private.search_stems(private.search_words(r.topic)) @> private.search_stems(m.words))
  from public.missed_searches m
  where m.visitors >= 3
  group by m.words, m.kind
  order by 3 desc, 1
  limit 200;
end $$;
comment on function public.weekly_missed_searches() is
  'What three visitors or more missed in a week of the last twelve, most first, with the open topic requests that have the same '
  'words. Admins only.';
revoke all on function public.weekly_missed_searches() from public, anon, authenticated, service_role;
grant execute on function public.weekly_missed_searches() to authenticated;
