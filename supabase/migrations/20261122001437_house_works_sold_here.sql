-- Our own works sold here: an operator gives a material its file (docs/decisions/0039).

create function public.house_file(material uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.only_operators();
  return jsonb_build_object(
    'is_of_student', exists (select from public.material_shares s where s.material_id = material and s.upload_id is not null),
    'buyers', (
      select count(*) from private.orders o
       where o.material_id = material and o.amount_kobo > 0 and private.can_be_downloaded(o)),
    'file', (
      select jsonb_build_object('name', f.file_name, 'format', f.format, 'given_at', f.given_at)
        from private.house_files f where f.material_id = material));
end $$;
comment on function public.house_file(uuid) is
  'The file that an operator gave a material, or null; whether the material is a student''s, whose file comes from the review; '
  'and how many bought it. Operators only.';

create function public.keep_house_file(material uuid, new_name text, new_path text, new_sha256 text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  before private.house_files;
  here private.orders;
begin
  perform private.only_operators();
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
  select * into before from private.house_files f where f.material_id = material;
  if before.file_sha256 = new_sha256 then
    return 'same';
  end if;
  insert into private.house_files (material_id, file_path, file_name, file_sha256, format)
  values (material, new_path, new_name, new_sha256, case
    when new_path ilike '%.pdf' then 'PDF' when new_path ~* '\.docx?$' then 'Word' else 'PowerPoint' end)
  on conflict (material_id) do update
    set file_path = excluded.file_path, file_name = excluded.file_name, file_sha256 = excluded.file_sha256,
        format = excluded.format, given_at = now();
  update public.research_materials m
     set format = f.format, file_date = (f.given_at at time zone 'Africa/Lagos')::date, file_size = (
           select (o.metadata ->> 'size')::bigint from storage.objects o
            where o.bucket_id = 'material-uploads' and o.name = new_path)
    from private.house_files f where m.id = material and f.material_id = material;
  insert into public.audit_log (actor_id, action, subject, details)
  select (select auth.uid()), 'material.file_given', material::text, jsonb_build_object('name', m.title)
    from public.research_materials m where m.id = material;
  if before.file_path is not null then
    insert into public.file_removals (place, path) values ('material-uploads', before.file_path) on conflict do nothing;
    for here in
      update private.orders o set renewed_at = now()
       where o.material_id = material and private.can_be_downloaded(o) and o.email <> '' returning o.*
    loop
      perform private.tell_buyer(here, 'order-renewed');
    end loop;
  end if;
  return 'ok';
end $$;
comment on function public.keep_house_file(uuid, text, text, text) is
  'Gives a material of ours a stored file of the caller''s, or a better one: buyers are mailed, and the old file is removed. '
  'Returns ok, same (it has this file), of_student (its file comes from the review) or gone. 42501 with the hint no_such_file '
  'when it is not stored. Operators only, logged.';
revoke all on function public.house_file(uuid), public.keep_house_file(uuid, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.house_file(uuid), public.keep_house_file(uuid, text, text, text) to authenticated;
