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
create function private.buyer_file(material uuid)
returns table (
  file_position integer, file_path text, file_name text, file_sha256 text, format text, label text, extent text, file_size bigint
)
language sql stable security definer set search_path = '' as $$
  select 1, u.file_path, u.file_name, u.file_sha256, u.format, '', '', null::bigint
    from public.material_shares s
    join public.material_uploads u on u.id = s.upload_id
    join private.approved_files a on a.upload_id = u.id and a.file_path = u.file_path
   where s.material_id = material and u.file_removed_at is null and u.file_changed_at is null
     and u.upload_status in ('approved', 'pending')
  union all
  select h.position, h.file_path, h.file_name, h.file_sha256, h.format, h.label, h.extent, h.file_size
    from private.platform_files h
   where h.material_id = material
     and not exists (select from public.material_shares s where s.material_id = material and s.upload_id is not null)
   order by 1
$$;
comment on function private.buyer_file(uuid) is
  'Returns the stored files (bucket material-uploads) that buyers of a material get, in order; no row if there are '
  'none.';

create function private.require_file_when_sold() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_sample or not exists (select from private.buyer_file(new.id)) then
    raise exception 'There is no file of this material that buyers could get' using errcode = '23514', hint = 'no_file';
  end if;
  return new;
end $$;
comment on function private.require_file_when_sold() is 'Trigger: prevents selling a sample, or a material without a file, here.';
create trigger research_materials_sold_here_insert before insert on public.research_materials
  for each row when (new.sold_here) execute function private.require_file_when_sold();
create trigger research_materials_sold_here_update before update of sold_here, is_sample on public.research_materials
  for each row when (new.sold_here and (not old.sold_here or new.is_sample))
  execute function private.require_file_when_sold();

revoke all on function
  private.record_approved_file(), private.buyer_file(uuid), private.require_file_when_sold()
  from public;
