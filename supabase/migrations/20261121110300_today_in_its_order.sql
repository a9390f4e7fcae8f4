-- A topic request that is needed by a day comes before those that are not; every kind keeps the order in which its rows were counted.

create or replace function private.due_now(most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'reviews', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= most), '[]'::jsonb))
      from (select u.id, u.title, u.waiting_since, row_number() over (order by u.waiting_since, u.id) as place,
                   btrim(p.first_name || ' ' || p.last_name) as student
              from public.material_uploads u join public.profiles p on p.id = u.user_id where u.waiting_since is not null) r),
    'links', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= most), '[]'::jsonb))
      from (select m.id, m.title, m.price, s.upload_id, s.created_at as since, row_number() over (order by s.created_at, m.id) as place
              from public.research_materials m join public.material_shares s on s.material_id = m.id
              join public.material_uploads u on u.id = s.upload_id
             where m.published_at is null and m.selar_link is null and m.deleted_at is null and u.upload_status = 'approved') r),
    'requests', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= most), '[]'::jsonb))
      from (select t.id, t.topic, t.deadline, t.created_at, row_number() over (order by t.deadline nulls last, t.created_at, t.id) as place
              from public.topic_requests t where t.request_status = 'open') r),
    'comments', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= most), '[]'::jsonb))
      from (select c.id, c.body, c.author_name, c.author_school, c.created_at, m.title, m.id as material_id,
                   row_number() over (order by c.created_at, c.id) as place
              from public.material_comments c join public.research_materials m on m.id = c.material_id where c.comment_status = 'pending') r),
    'copies', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= most), '[]'::jsonb))
      from (select d.upload_id as id, u.title, d.attempts, d.last_error, d.created_at, row_number() over (order by d.created_at, d.upload_id) as place
              from public.drive_copies d join public.material_uploads u on u.id = d.upload_id where d.copied_at is null and d.attempts >= 3) r),
    'mails', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= most), '[]'::jsonb))
      from (select o.id, o.template, o.recipient, o.attempts, o.last_error, o.dead_at is not null as given_up, o.created_at,
                   row_number() over (order by o.created_at, o.id) as place
              from public.outbox o where o.sent_at is null and (o.dead_at is not null or o.attempts >= 3)) r)
  )
$$;
