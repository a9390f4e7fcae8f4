-- The search of the admin console: orders, buyers, students, conversations, materials, uploads and topics.

create function public.search_console(search text) returns table (kind text, key text, title text, details text)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.word_patterns(search_console.search);
begin
  perform private.require_admin();
  if patterns is null or char_length(btrim(search_console.search)) < 2 then
    return;
  end if;
  return query
  (select 'order', o.id::text, o.reference, o.title || case when o.email = '' then '' else ' · ' || o.email end
     from private.orders o
    where private.has_admin_role('money')
      and private.fold_words(o.reference || ' ' || replace(o.reference, '-', '') || ' ' || o.email || ' ' || o.title)
        like all (patterns)
    order by o.created_at desc, o.id limit 6)
  union all
  (select 'buyer', b.email, b.email, case when b.orders = 1 then '1 order' else b.orders || ' orders' end
     from (
       select lower(o.email) as email, count(*) as orders, max(o.created_at) as newest from private.orders o
        where private.has_admin_role('money')
          and o.email <> '' and private.fold_words(o.email) like all (patterns) group by lower(o.email)
     ) b order by b.newest desc, b.email limit 6)
  union all
  (select 'student', p.id::text, btrim(p.first_name || ' ' || p.last_name), coalesce(u.email::text, '')
     from public.profiles p join auth.users u on u.id = p.user_id
    where private.has_admin_role('money')
      and private.fold_words(p.first_name || ' ' || p.last_name || ' ' || coalesce(u.email, '')) like all (patterns)
    order by p.created_at desc, p.id limit 6)
  union all
  (select 'conversation', c.id::text, c.sender_name, c.email || ' · ' || private.first_words(c.body, 60)
     from public.contact_conversations c
    where private.has_admin_role('money') and private.fold_words(c.found_in) like all (patterns)
    order by c.newest_at desc, c.id limit 6)
  union all
  (select 'material', m.id::text, m.title, m.subject_area from public.research_materials m
    where private.has_admin_role('editor') and m.deleted_at is null
      and private.fold_words(m.title || ' ' || m.slug) like all (patterns)
    order by m.updated_at desc, m.id limit 6)
  union all
  (select 'upload', s.id::text, s.title, s.upload_status from public.material_uploads s
    where private.has_admin_role('reviewer') and private.fold_words(s.title || ' ' || s.file_name) like all (patterns)
    order by s.created_at desc, s.id limit 6)
  union all
  (select 'topic', t.id::text, t.topic, coalesce(t.subject_area, '') from public.topics_directory t
    where private.has_admin_role('editor') and t.deleted_at is null and private.fold_words(t.topic) like all (patterns)
    order by t.updated_at desc, t.id limit 6);
end $$;
comment on function public.search_console(text) is
  'Returns up to six orders, buyers, students, conversations, materials, uploads and topics each that contain every word '
  'of the search, the newest first, of those that the roles of the caller open. '
  'kind and key name the record: its id, or a buyer''s address. Admins only.';
revoke all on function public.search_console(text) from public, anon, authenticated, service_role;
grant execute on function public.search_console(text) to authenticated;
