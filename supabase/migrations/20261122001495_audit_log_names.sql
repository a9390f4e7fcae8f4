-- The names of the records in the audit log, as they are today, and the search by them.

create view private.record_names as
  select p.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'A deleted account') as name
    from public.profiles p
  union all
  select p.user_id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'An account without a name')
    from public.profiles p
  union all select m.id, m.title from public.research_materials m
  union all select u.id, u.title from public.material_uploads u
  union all select s.id, s.service_name from public.writing_services s
  union all select c.id, c.title from public.courses c
  union all select b.id, b.post_title from public.blog_posts b
  union all select t.id, t.topic from public.topics_directory t
  union all select t.id, t.term from public.thesaurus t
  union all select c.id, btrim(c.code_and_title) from public.curriculum_courses c
  union all select q.id, q.question from public.faq_questions q
  union all select t.id, t.name from public.testimonials t
  union all select n.id, n.subject from public.newsletters n
  union all
  select c.id, '“' || private.first_words(c.body, 60) || '” on ' || m.title
    from public.material_comments c join public.research_materials m on m.id = c.material_id
  union all select r.id, r.topic from public.topic_requests r
  union all
  select c.id, c.sender_name || ': ' || private.first_words(c.body, 60)
    from public.contact_conversations c
  union all select r.id, r.name from public.saved_replies r
  union all select i.id, i.file_name from public.topic_imports i
  union all select o.id, o.reference || ', ' || o.title from private.orders o
  union all select s.id, s.title from public.sales s
  union all
  select r.id, s.title from public.refunds r join public.sales s on s.id = r.sale_id
  union all select u.id, u.product from public.unmatched_sales u
  union all select d.id, d.reference from private.paystack_discrepancies d
  union all
  select r.id, 'run of ' || to_char(r.run_day, 'FMDD Mon YYYY') from public.payout_runs r
  union all
  select y.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'A deleted account')
         || ', run of ' || to_char(r.run_day, 'FMDD Mon YYYY')
    from public.payouts y join public.payout_runs r on r.id = y.run_id join public.profiles p on p.id = y.profile_id
  union all select e.id, replace(e.template, '-', ' ') || ', to ' || e.recipient from public.outbox e;
comment on view private.record_names is
  'Current names of the records that the audit log may name: a title, a person''s name, the first words of a text.';
revoke all on private.record_names from public;

create function public.audit_log_names(ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('owner');
  if cardinality(ids) > 500 then
    raise exception 'At most 500 records' using errcode = '22023';
  end if;
  return query select n.id, private.first_words(n.name, 120) from private.record_names n where n.id = any (ids);
end $$;
comment on function public.audit_log_names(uuid[]) is
  'Returns what each of these records is called today: a title, a person''s name, the first words of a text. Records '
  'that are gone are left out. Owners only.';
revoke all on function public.audit_log_names(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.audit_log_names(uuid[]) to authenticated;

create function public.find_audit_log_records(words text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('owner');
  return query
    select n.id
      from private.record_names n
      cross join lateral (
        select greatest(
          (select max(l.id) from public.audit_log l where l.subject = n.id::text),
          (select max(l.id) from public.audit_log l where l.actor_id = n.id)
        ) as entry
      ) newest
     where newest.entry is not null
       and (
         not exists (
           select from regexp_split_to_table(private.fold_words(btrim(words)), '\s+') as word
            where strpos(private.fold_words(n.name), word) = 0
         )
         or exists (select from auth.users u where u.id = n.id and strpos(lower(u.email), lower(btrim(words))) > 0)
       )
     order by newest.entry desc
     limit 50;
end $$;
comment on function public.find_audit_log_records(text) is
  'Returns the records and actors in the audit log whose name today has each of these words, and the actors whose email '
  'address has them, at most the fifty with the newest entries. Owners only.';
revoke all on function public.find_audit_log_records(text) from public, anon, authenticated, service_role;
grant execute on function public.find_audit_log_records(text) to authenticated;

create function public.audit_log_actors() returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('owner');
  return query
  with recursive actors as (
    (select a.actor_id from public.audit_log a where a.actor_id is not null order by a.actor_id limit 1)
    union all
    -- The next actor along the index, so that the log is not read whole.
    select (select a.actor_id from public.audit_log a where a.actor_id > actors.actor_id order by a.actor_id limit 1)
      from actors where actors.actor_id is not null
  )
  select actors.actor_id, private.person_name(actors.actor_id)
    from actors where actors.actor_id is not null order by 2 nulls last, 1;
end $$;
comment on function public.audit_log_actors() is
  'Returns the accounts with entries in the audit log and their names; null for a deleted account. Owners only.';
revoke all on function public.audit_log_actors() from public, anon, authenticated, service_role;
grant execute on function public.audit_log_actors() to authenticated;
