-- While a work waits for its review its student may take it back, or send a better file. Afterwards neither.

alter table public.material_uploads
  add column file_replaced_at timestamptz,
  add column noted_at timestamptz;
comment on column public.material_uploads.file_replaced_at is 'When its student last sent another file; the review is due from then on.';
comment on column public.material_uploads.noted_at is 'When the reviewer last wrote review_notes. Later than file_replaced_at on a pending upload: the student is asked for changes.';

create function private.note_time_of_review_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.review_notes is distinct from old.review_notes then
    new.noted_at := case when new.review_notes is null then null else now() end;
  end if;
  return new;
end $$;
comment on function private.note_time_of_review_notes() is 'Trigger: notes carry the time at which they were written, whoever wrote them.';
revoke all on function private.note_time_of_review_notes() from public;
create trigger material_uploads_note_time before update on public.material_uploads for each row execute function private.note_time_of_review_notes();

create function private.note_drive_copy_due_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.drive_copies
     set file_path = new.file_path, copied_at = null, attempts = 0, next_attempt_at = now(), last_error = null
   where upload_id = new.id;
  return new;
end $$;
comment on function private.note_drive_copy_due_again() is 'Trigger: another file owes the drive another copy, from the same transaction on.';
revoke all on function private.note_drive_copy_due_again() from public;
create trigger material_uploads_owe_another_copy after update of file_path on public.material_uploads
  for each row when (new.file_path is distinct from old.file_path) execute function private.note_drive_copy_due_again();

grant delete on public.material_uploads to authenticated;
create policy "A student withdraws a work of their own while it is pending" on public.material_uploads for delete to authenticated
  using (user_id = (select private.own_profile_id()) and upload_status = 'pending');

-- A function and no grant on the columns: a policy cannot tell which column a student changes, and status and price are columns too.
create function public.replace_upload_file(upload uuid, new_name text, new_path text, new_sha256 text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  old_path text;
begin
  select file_path into old_path from public.material_uploads
   where id = upload and user_id = (select private.own_profile_id()) and upload_status = 'pending' for update;
  if not found then
    raise exception 'There is no pending upload of yours with this id' using errcode = 'P0002';
  end if;
  if private.is_own_upload_path(new_path) is not true or not private.file_is_stored(new_path) or private.upload_uses_file(new_path) then
    raise exception 'The new file is not a stored file of yours that no upload uses' using errcode = '42501';
  end if;
  update public.material_uploads
     set file_name = new_name, file_path = new_path, file_sha256 = new_sha256, file_checked_at = null, file_replaced_at = now()
   where id = upload;
  return old_path;
end $$;
comment on function public.replace_upload_file(uuid, text, text, text) is
  'Puts another stored file of the person asking under their own pending upload. Returns the old file''s path, which no upload uses any more. P0002 when there is no such upload, 42501 when it is no such file.';
revoke all on function public.replace_upload_file(uuid, text, text, text) from public, anon, service_role;
grant execute on function public.replace_upload_file(uuid, text, text, text) to authenticated;
