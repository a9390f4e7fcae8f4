-- The names of the records in the audit log, as they are today.

create function private.first_words(words text, max_chars integer) returns text
language sql immutable set search_path = '' as $$
  select case when char_length(line) > max_chars then rtrim(left(line, max_chars - 1)) || '…' else line end
    from (select btrim(regexp_replace(words, '\s+', ' ', 'g')) as line) one
$$;
comment on function private.first_words(text, integer) is 'Returns a text in one line, cut to this many characters.';
revoke all on function private.first_words(text, integer) from public;

create function public.audit_log_names(ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('owner');
  if cardinality(ids) > 500 then
    raise exception 'At most 500 records' using errcode = '22023';
  end if;
  return query
  select n.id, private.first_words(n.name, 120) from (
    select p.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'A deleted account') as name
      from public.profiles p where p.id = any (ids)
    union all
    select p.user_id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'An account without a name')
      from public.profiles p where p.user_id = any (ids)
    union all select m.id, m.title from public.research_materials m where m.id = any (ids)
    union all select u.id, u.title from public.material_uploads u where u.id = any (ids)
    union all select s.id, s.service_name from public.writing_services s where s.id = any (ids)
    union all select c.id, c.title from public.courses c where c.id = any (ids)
    union all select b.id, b.post_title from public.blog_posts b where b.id = any (ids)
    union all select t.id, t.topic from public.topics_directory t where t.id = any (ids)
    union all select t.id, t.term from public.thesaurus t where t.id = any (ids)
    union all select q.id, q.question from public.faq_questions q where q.id = any (ids)
    union all select t.id, t.name from public.testimonials t where t.id = any (ids)
    union all
    select c.id, '“' || private.first_words(c.body, 60) || '” on ' || m.title
      from public.material_comments c join public.research_materials m on m.id = c.material_id where c.id = any (ids)
    union all select r.id, r.topic from public.topic_requests r where r.id = any (ids)
    union all
    select m.id, m.sender_name || ': ' || private.first_words(m.body, 60)
      from public.contact_messages m where m.id = any (ids)
    union all select i.id, i.file_name from public.topic_imports i where i.id = any (ids)
    union all select o.id, o.reference || ', ' || o.title from private.orders o where o.id = any (ids)
    union all select s.id, s.title from public.sales s where s.id = any (ids)
    union all
    select r.id, s.title from public.refunds r join public.sales s on s.id = r.sale_id where r.id = any (ids)
    union all select u.id, u.product from public.unmatched_sales u where u.id = any (ids)
    union all select d.id, d.reference from private.paystack_discrepancies d where d.id = any (ids)
    union all
    select r.id, 'run of ' || to_char(r.run_day, 'FMDD Mon YYYY') from public.payout_runs r where r.id = any (ids)
    union all
    select y.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'A deleted account')
           || ', run of ' || to_char(r.run_day, 'FMDD Mon YYYY')
      from public.payouts y join public.payout_runs r on r.id = y.run_id join public.profiles p on p.id = y.profile_id
     where y.id = any (ids)
    union all select e.id, replace(e.template, '-', ' ') || ', to ' || e.recipient from public.outbox e where e.id = any (ids)
  ) n;
end $$;
comment on function public.audit_log_names(uuid[]) is
  'Returns what each of these records is called today: a title, a person''s name, the first words of a text. Records '
  'that are gone are left out. Owners only.';
revoke all on function public.audit_log_names(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.audit_log_names(uuid[]) to authenticated;
