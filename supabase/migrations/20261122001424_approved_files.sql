-- The files that buyers of a material get (docs/decisions/0033).

create table private.approved_files (
  upload_id uuid primary key references public.material_uploads (id) on delete cascade,
  file_path text not null,
  approved_at timestamptz not null default now()
);
comment on table private.approved_files is
  'The last approved file of each upload. While a review is open again, its student may send another one.';
revoke all on private.approved_files from public, anon, authenticated, service_role;

create function private.record_approved_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.file_path is not null then
    insert into private.approved_files (upload_id, file_path) values (new.id, new.file_path)
    on conflict (upload_id) do update set file_path = excluded.file_path, approved_at = now();
  end if;
  return null;
end $$;
comment on function private.record_approved_file() is 'Trigger: saves the approved file.';
create trigger material_uploads_3_record_approved_file after insert or update of upload_status on public.material_uploads
  for each row when (new.upload_status = 'approved') execute function private.record_approved_file();

-- A work is sold here only if it has a file. While a review is open again, buyers get the approved file, and nothing
-- once its student has sent another one.
create function private.work_files(work uuid)
returns table (
  file_position integer, file_path text, file_name text, file_sha256 text, format text, label text, extent text, file_size bigint
)
language sql stable security definer set search_path = '' as $$
  select 1, u.file_path, u.file_name, u.file_sha256, u.format, '', '', null::bigint
    from public.material_shares s
    join public.material_uploads u on u.id = s.upload_id
    join private.approved_files a on a.upload_id = u.id and a.file_path = u.file_path
   where s.material_id = work and u.file_removed_at is null and u.file_changed_at is null
     and u.upload_status in ('approved', 'pending')
  union all
  select h.position, h.file_path, h.file_name, h.file_sha256, h.format, h.label, h.extent, h.file_size
    from private.platform_files h
   where h.material_id = work
     and not exists (select from public.material_shares s where s.material_id = work and s.upload_id is not null)
   order by 1
$$;
comment on function private.work_files(uuid) is 'Returns the stored files (bucket material-uploads) of a work, in order.';

create function private.buyer_file(material uuid)
returns table (
  file_position integer, file_path text, file_name text, file_sha256 text, format text, label text, extent text, file_size bigint
)
language sql stable security definer set search_path = '' as $$
  select f.* from private.work_files(material) f
  union all
  -- A work has at most twenty files (private.platform_files).
  select b.position * 20 + f.file_position, f.file_path, f.file_name, f.file_sha256, f.format,
         left(m.title || case when f.label <> '' then ': ' || f.label else '' end, 400), f.extent, f.file_size
    from private.bundle_parts b
    join public.research_materials m on m.id = b.part_id
   cross join lateral private.work_files(b.part_id) f
   where b.bundle_id = material
     -- An incomplete bundle has none, so it is not sold.
     and not exists (
       select from private.bundle_parts o
        where o.bundle_id = material and not exists (select from private.work_files(o.part_id)))
   order by 1
$$;
comment on function private.buyer_file(uuid) is
  'Returns the stored files that buyers of a material get, in order: its own, and those of each work of a bundle; no row '
  'if there are none.';

create function private.require_file_when_sold() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_sample or not exists (select from private.buyer_file(new.id)) or exists (
    select from private.buyer_file(new.id) f join private.file_checks c using (file_path) where c.damaged_at is not null)
  then
    raise exception 'There is no file of this material that buyers could get' using errcode = '23514', hint = 'no_file';
  end if;
  return new;
end $$;
comment on function private.require_file_when_sold() is
  'Trigger: prevents selling a sample, or a material without a file or with a damaged one, here.';
create trigger research_materials_sold_here_insert before insert on public.research_materials
  for each row when (new.sold_here) execute function private.require_file_when_sold();
create trigger research_materials_sold_here_update before update of sold_here, is_sample on public.research_materials
  for each row when (new.sold_here and (not old.sold_here or new.is_sample))
  execute function private.require_file_when_sold();

revoke all on function
  private.record_approved_file(), private.work_files(uuid), private.buyer_file(uuid), private.require_file_when_sold()
  from public;

create function public.files_to_sell(material uuid) returns table (file_path text, file_sha256 text)
language sql stable security definer set search_path = '' as $$
  select f.file_path, f.file_sha256 from private.buyer_file(material) f order by f.file_position
$$;
comment on function public.files_to_sell(uuid) is
  'Returns the files that a buyer of a material would get, to compare them before the payment. Service role only.';

create function public.due_file_checks(max_rows integer default 20)
returns table (title text, file_path text, file_sha256 text, was_damaged boolean)
language sql security definer set search_path = '' as $$
  -- A file that is sold is checked each week.
  delete from private.file_checks where checked_at < now() - interval '60 days';
  select m.title, f.file_path, f.file_sha256, c.damaged_at is not null
    from public.research_materials m
   cross join lateral private.buyer_file(m.id) f
    left join private.file_checks c on c.file_path = f.file_path
   where m.deleted_at is null and (m.sold_here or c.damaged_at is not null)
     and (c.checked_at is null
       or c.checked_at < now() - case when c.damaged_at is null then interval '7 days' else interval '50 minutes' end)
   order by c.checked_at nulls first, f.file_path limit least(greatest(max_rows, 1), 100)
$$;
comment on function public.due_file_checks(integer) is
  'Returns files of materials that are sold here, or were until their file was damaged, whose check is due, the longest '
  'unchecked first. Service role only.';

create function public.record_file_condition(path text, intact boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.file_checks (file_path, damaged_at) values (path, case when not intact then now() end)
  on conflict (file_path) do update
    set checked_at = now(), damaged_at = case when not intact then coalesce(private.file_checks.damaged_at, now()) end;
  if not intact then
    update public.research_materials m set sold_here = false
     where m.sold_here and exists (select from private.buyer_file(m.id) f where f.file_path = path);
  end if;
end $$;
comment on function public.record_file_condition(text, boolean) is
  'Records the comparison of a stored file with its hash. Materials with a damaged file are taken off sale, and an admin '
  'puts them back. Service role only.';

revoke all on function
  public.files_to_sell(uuid), public.due_file_checks(integer), public.record_file_condition(text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.files_to_sell(uuid), public.due_file_checks(integer), public.record_file_condition(text, boolean)
  to service_role;
