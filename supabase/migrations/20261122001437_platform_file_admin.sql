-- Platform products sold here: an admin adds the file of a material (docs/decisions/0039), and the seed the files of
-- our products (docs/decisions/0042).

create function public.material_details(material uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('editor');
  return jsonb_build_object(
    'is_of_student', exists (select from public.material_shares s where s.material_id = material and s.upload_id is not null),
    'share', (
      select jsonb_build_object('percent', s.share_percent, 'upload_id', s.upload_id, 'profile_id', s.profile_id, 'student',
               case when private.has_admin_role('reviewer') or private.has_admin_role('money')
                    then nullif(btrim(p.first_name || ' ' || p.last_name), '') end)
        from public.material_shares s left join public.profiles p on p.id = s.profile_id
       where s.material_id = material),
    'sales', (
      select jsonb_build_object('count', count(*), 'kobo', case when private.has_admin_role('money') then
               coalesce(sum(s.gross_kobo - coalesce(r.kobo, 0)), 0) end)
        from public.sales s
       cross join lateral (select sum(r.amount_kobo) as kobo from public.refunds r where r.sale_id = s.id) r
       where s.material_id = material and private.sale_state(s) not in ('refunded', 'reversed')),
    'ratings', (
      select count(*) from public.material_comments c
       where c.material_id = material and c.comment_status = 'shown' and c.stars is not null),
    'unpublished_by_report_at', (
      select max(r.settled_at) from public.reports r join public.research_materials m on m.id = r.material_id
       where r.material_id = material and r.unpublished_from is not null and m.published_at is null),
    'buyers', (
      select count(*) from private.orders o
       where o.material_id = material and o.amount_kobo > 0 and private.can_be_downloaded(o)),
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object('position', f.position, 'name', f.file_name, 'label', f.label,
               'format', f.format, 'added_at', f.added_at) order by f.position), '[]')
        from private.platform_files f where f.material_id = material),
    'works', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title) order by b.position), '[]')
        from private.bundle_parts b join public.research_materials m on m.id = b.part_id where b.bundle_id = material));
end $$;
comment on function public.material_details(uuid) is
  'Returns the facts of a material for its page in the console: its student (named to the roles that may know them) and '
  'their share, its sales that were not refunded in full (kobo for the role money), its shown ratings, a report that '
  'took it off the site, the files of a platform product, the works of a bundle, and the number of buyers. A student''s '
  'file comes from the review. Admins only.';

create function public.platform_file_to_open(material uuid, at_position integer) returns table (path text, name text, sha256 text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('editor');
  return query
    select f.file_path, f.file_name, f.file_sha256 from private.platform_files f
     where f.material_id = material and f.position = at_position;
end $$;
comment on function public.platform_file_to_open(uuid, integer) is
  'Returns the stored file of a platform product at a position, for its download. Admins only.';

create function private.update_file_details(material uuid) returns void
language sql security definer set search_path = '' as $$
  update public.research_materials m
     set format = case when f.format in ('Excel', 'EPUB') then 'Other' else f.format end,
         file_size = f.bytes, file_date = f.added_on
    from (
      select (array_agg(h.format order by h.position))[1] as format, sum(h.file_size) as bytes,
             max(h.added_at at time zone 'Africa/Lagos')::date as added_on
        from private.platform_files h where h.material_id = material
    ) f
   where m.id = material
$$;
comment on function private.update_file_details(uuid) is
  'Sets format, size and day of a material from its files. The format is that of the first file; a workbook or EPUB is Other.';
revoke all on function private.update_file_details(uuid) from public;

create type public.platform_file_saving as enum ('ok', 'same', 'of_student', 'gone');
comment on type public.platform_file_saving is
  'Result of storing a file of a platform product. same: it has this file. of_student: its file comes from the review.';

create function public.save_platform_file(
  material uuid, new_name text, new_path text, new_sha256 text, at_position integer default 1
) returns public.platform_file_saving
language plpgsql security definer set search_path = '' as $$
declare
  before private.platform_files;
  here private.orders;
begin
  perform private.require_admin_role('editor');
  perform from public.research_materials m where m.id = material and m.deleted_at is null for update;
  if not found then
    return 'gone';
  end if;
  if exists (select from public.material_shares s where s.material_id = material and s.upload_id is not null) then
    return 'of_student';
  end if;
  if not (private.is_own_upload_path(new_path) and private.file_is_stored(new_path)) or private.upload_uses_file(new_path) then
    raise exception 'This file of the caller is not in the storage' using errcode = '42501', hint = 'no_such_file';
  end if;
  select * into before from private.platform_files f where f.material_id = material and f.position = at_position;
  if not found and at_position <> 1 then
    return 'gone';
  end if;
  if before.file_sha256 = new_sha256 then
    return 'same';
  end if;
  insert into private.platform_files (material_id, position, file_path, file_name, file_sha256, format, file_size)
  select material, at_position, new_path, new_name, new_sha256, case
    when new_path ilike '%.pdf' then 'PDF' when new_path ~* '\.docx?$' then 'Word'
    when new_path ilike '%.xlsx' then 'Excel' when new_path ilike '%.epub' then 'EPUB' else 'PowerPoint' end,
    (o.metadata ->> 'size')::bigint
    from storage.objects o where o.bucket_id = 'material-uploads' and o.name = new_path
  on conflict on constraint platform_files_pkey do update
    set file_path = excluded.file_path, file_name = excluded.file_name, file_sha256 = excluded.file_sha256,
        format = excluded.format, file_size = excluded.file_size, extent = '', added_at = now();
  perform private.update_file_details(material);
  -- The pictures show pages of the earlier file.
  update public.research_materials m set page_pictures = null
   where m.id = material and at_position = 1 and before.file_path is not null and m.page_pictures is not null;
  insert into public.audit_log (actor_id, action, subject, details)
  select (select auth.uid()), 'material.file_given', material::text, jsonb_build_object('name', m.title)
    from public.research_materials m where m.id = material;
  if before.file_path is not null then
    insert into public.file_removals (place, path) values ('material-uploads', before.file_path) on conflict do nothing;
    for here in
      update private.orders o set renewed_at = now()
       where o.material_id = material and private.can_be_downloaded(o) and o.email <> '' returning o.*
    loop
      perform private.notify_buyer(here, 'order-renewed');
    end loop;
  end if;
  return 'ok';
end $$;
comment on function public.save_platform_file(uuid, text, text, text, integer) is
  'Adds a stored file of the caller to a platform product, or replaces the one at this position: buyers are emailed, '
  'and the old file is removed. Returns ok, same (it has this file), of_student (its file comes from the review) or '
  'gone (no such material, or no file at a position after the first). Raises 42501 with the hint no_such_file if it is '
  'not stored. Admins only, logged.';
revoke all on function
  public.material_details(uuid), public.platform_file_to_open(uuid, integer),
  public.save_platform_file(uuid, text, text, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.material_details(uuid), public.platform_file_to_open(uuid, integer),
  public.save_platform_file(uuid, text, text, text, integer)
  to authenticated;

-- Runs with the caller's rights: the policies of research_materials and save_platform_file check the role.
create function public.save_material_with_file(
  fields jsonb, new_name text, new_path text, new_sha256 text, material uuid default null,
  expected_version timestamptz default null
) returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  -- A material is sold here only once it has its file.
  first constant jsonb := fields - 'sold_here' - 'published_at';
  columns constant text := (select string_agg(format('%I', name), ', ') from jsonb_object_keys(first) name);
  saved uuid;
begin
  if material is null then
    execute format('insert into public.research_materials (%1$s) select %1$s
      from jsonb_populate_record(null::public.research_materials, $1) returning id', columns) into saved using first;
  else
    execute format('update public.research_materials m set (%1$s) = (select %1$s
      from jsonb_populate_record(null::public.research_materials, $1))
      where m.id = $2 and m.updated_at = $3 and m.deleted_at is null returning m.id', columns)
      into saved using first, material, expected_version;
  end if;
  if saved is null then
    return null;
  end if;
  if public.save_platform_file(saved, new_name, new_path, new_sha256) <> 'ok' then
    raise exception 'The file of a material could not be added' using errcode = '42501', hint = 'no_such_file';
  end if;
  update public.research_materials m
     set sold_here = (fields ->> 'sold_here')::boolean,
         published_at = case when fields ? 'published_at' then (fields ->> 'published_at')::timestamptz else m.published_at end
   where m.id = saved;
  return saved;
end $$;
comment on function public.save_material_with_file(jsonb, text, text, text, uuid, timestamptz) is
  'Adds a platform product with these columns and its stored file in one transaction, or changes one that has this '
  'updated_at and adds its file. Returns its id, or null if it was changed since or does not exist. Raises 42501 if the '
  'caller is not an editor, or the file is not stored. Admins only, logged.';
revoke all on function public.save_material_with_file(jsonb, text, text, text, uuid, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function public.save_material_with_file(jsonb, text, text, text, uuid, timestamptz) to authenticated;

create function public.add_platform_files(material uuid, files jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  work public.research_materials;
begin
  select * into work from public.research_materials m where m.id = material and m.deleted_at is null for update;
  if not found or work.is_sample or exists (select from private.platform_files f where f.material_id = material)
     or exists (select from public.material_shares s where s.material_id = material) then
    return false;
  end if;
  insert into private.platform_files (material_id, position, file_path, file_name, label, extent, file_size, file_sha256, format)
  select material, f.position, f.path, f.name, f.label, f.extent, (o.metadata ->> 'size')::bigint, f.sha256, f.format
    from jsonb_to_recordset(files)
      as f (position integer, path text, name text, label text, extent text, sha256 text, format text)
    join storage.objects o on o.bucket_id = 'material-uploads' and o.name = f.path
   where f.path like 'products/%' and private.file_is_stored(f.path);
  if (select count(*) from private.platform_files f where f.material_id = material)
     is distinct from jsonb_array_length(files)::bigint
     or jsonb_array_length(files) = 0 then
    raise exception 'A file of this product is not in the storage' using errcode = '42501', hint = 'no_such_file';
  end if;
  perform private.update_file_details(material);
  update public.research_materials set sold_here = true, published_at = now() where id = material;
  return true;
end $$;
comment on function public.add_platform_files(uuid, jsonb) is
  'Adds the stored files of a platform product, [{position, path (products/...), name, label, extent, sha256, '
  'format}], and puts it on sale. Returns false if it has files, is a student''s or a sample, or does not exist. '
  'Raises 42501 with the hint no_such_file if a file is not stored. Service role only.';
revoke all on function public.add_platform_files(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.add_platform_files(uuid, jsonb) to service_role;

create function public.count_buyers(materials uuid[], mode text) returns table (material_id uuid, buyers integer)
language sql stable security definer set search_path = '' as $$
  select m.id, count(*)::integer
    from public.research_materials m join private.orders o on o.material_id = m.id
   where m.id = any (materials[1:100]) and m.published_at is not null and o.domain = mode and o.amount_kobo > 0
     and private.can_be_downloaded(o)
   group by m.id
$$;
comment on function public.count_buyers(uuid[], text) is
  'Returns how often published materials were bought here and not refunded, at most a hundred; no row for those never '
  'bought. mode is test or live.';
revoke all on function public.count_buyers(uuid[], text) from public;
grant execute on function public.count_buyers(uuid[], text) to anon, authenticated, service_role;

create function public.material_files(material uuid)
returns table (file_position integer, name text, label text, format text, extent text, file_size bigint)
language sql stable security definer set search_path = '' as $$
  select f.position, f.file_name, f.label, f.format, f.extent, f.file_size
    from private.platform_files f join public.research_materials m on m.id = f.material_id
   where f.material_id = material and private.can_see(m)
   order by f.position
$$;
comment on function public.material_files(uuid) is
  'Returns the files of a platform product for its page, without their paths. For everyone once it is published, before '
  'for the preview of an editor.';
revoke all on function public.material_files(uuid) from public;
grant execute on function public.material_files(uuid) to anon, authenticated, service_role;

create function public.change_bundle(bundle uuid, slugs text[]) returns public.bundle_creation
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  here public.research_materials;
  old_slugs text[];
  outcome public.bundle_creation;
begin
  perform private.require_admin_role('editor');
  select * into here from public.research_materials m where m.id = bundle and m.deleted_at is null for update;
  select array_agg(m.slug order by b.position) into old_slugs
    from private.bundle_parts b join public.research_materials m on m.id = b.part_id where b.bundle_id = here.id;
  if old_slugs is null then
    return 'unknown_work';
  end if;
  outcome := private.check_bundle(slugs, here.price);
  if outcome <> 'ok' then
    return outcome;
  end if;
  -- Its share was agreed for the works of one author.
  if exists (
    select from public.research_materials m
      left join public.material_shares s on s.material_id = m.id
      left join public.material_shares own on own.material_id = here.id
     where m.slug = any (slugs)
       and (s.profile_id, s.share_percent) is distinct from (own.profile_id, own.share_percent)) then
    return 'not_one_author';
  end if;
  -- A buyer's links to files name their positions. An order of the last day may still be paid.
  if slugs[1:cardinality(old_slugs)] <> old_slugs and exists (
    select from private.orders o
     where o.material_id = here.id and (o.created_at > now() - interval '1 day' or private.can_be_downloaded(o))) then
    return 'sold';
  end if;
  delete from private.bundle_parts b where b.bundle_id = here.id;
  insert into private.bundle_parts (bundle_id, part_id, position)
  select here.id, m.id, array_position(slugs, m.slug) from public.research_materials m where m.slug = any (slugs);
  update public.research_materials m
     set inside = (select array_agg(left(w.title, 250) order by array_position(slugs, w.slug))
                     from public.research_materials w where w.slug = any (slugs)),
         bundle_size = cardinality(slugs),
         sold_here = m.sold_here and (select bool_and(w.sold_here) from public.research_materials w where w.slug = any (slugs))
   where m.id = here.id;
  return 'ok';
end $$;
comment on function public.change_bundle(uuid, text[]) is
  'Gives a bundle these works, by their slugs in order. Once it was bought, works are only added at the end. Admins only.';
revoke all on function public.change_bundle(uuid, text[]) from public, anon, authenticated, service_role;
grant execute on function public.change_bundle(uuid, text[]) to authenticated;
