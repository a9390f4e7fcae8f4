-- The second copy of each upload's file, on the drive. Triggers queue copies in the transaction that stores the upload.

create table public.drive_copies (
  upload_id uuid primary key references public.material_uploads (id) on delete cascade,
  file_path text not null,
  copied_at timestamptz,
  drive_reference text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.drive_copies is
  'One row per upload, due until copied_at is set. Inserted in the upload''s transaction, so that no copy is lost.';
comment on column public.drive_copies.next_attempt_at is
  'No worker claims this copy before then: the worker''s lease, or the delay after a failure. Infinity: never, because '
  'of its file (last_error), or not until a drive is configured (no last_error).';
create index drive_copies_due_idx on public.drive_copies (next_attempt_at) where copied_at is null;
create trigger drive_copies_touch before update on public.drive_copies for each row execute function private.touch_updated_at();

alter table public.drive_copies enable row level security;
revoke all on public.drive_copies from anon, authenticated, service_role;
grant select, insert, update, delete on public.drive_copies to service_role;
grant select on public.drive_copies to authenticated;
create policy "An admin reads the copies that are due" on public.drive_copies for select to authenticated
  using ((select private.has_admin_role('reviewer')));

create function private.queue_drive_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.drive_copies (upload_id, file_path) values (new.id, new.file_path);
  return new;
end $$;
comment on function private.queue_drive_copy() is 'Trigger: queues a copy in the transaction of the new upload.';
create trigger material_uploads_4_queue_copy after insert on public.material_uploads
  for each row execute function private.queue_drive_copy();

create function private.requeue_drive_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.drive_copies
     set file_path = new.file_path, copied_at = null, attempts = 0, next_attempt_at = now(), last_error = null
   where upload_id = new.id;
  return new;
end $$;
comment on function private.requeue_drive_copy() is
  'Trigger: queues another copy in the transaction that replaced the file.';
create trigger material_uploads_4_requeue_copy after update of file_path on public.material_uploads
  for each row when (new.file_path is distinct from old.file_path) execute function private.requeue_drive_copy();

-- A withdrawn or purged upload has no copy on the drive, and one with a replaced file has only the newest.
create function private.queue_drive_copy_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.file_removals (place, path) values ('drive', old.drive_reference) on conflict do nothing;
  return null;
end $$;
comment on function private.queue_drive_copy_removal() is
  'Trigger: queues the removal of the copy when its upload is deleted or a newer copy replaced it.';
create trigger drive_copies_remove_file after delete on public.drive_copies
  for each row when (old.drive_reference is not null) execute function private.queue_drive_copy_removal();
create trigger drive_copies_remove_former_file after update of drive_reference on public.drive_copies
  for each row when (old.drive_reference is not null and new.drive_reference is distinct from old.drive_reference)
  execute function private.queue_drive_copy_removal();
revoke all on function
  private.queue_drive_copy(), private.requeue_drive_copy(), private.queue_drive_copy_removal()
  from public;

-- Leases one due copy to the caller; other callers get nothing.
create function public.claim_drive_copy(upload uuid, lease_seconds integer default 300)
returns table (upload_id uuid, file_path text, attempts integer)
language sql security definer set search_path = '' as $$
  update public.drive_copies d
     set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
   where d.upload_id = upload and d.copied_at is null and d.next_attempt_at <= now()
  returning d.upload_id, d.file_path, d.attempts
$$;
comment on function public.claim_drive_copy(uuid, integer) is
  'Leases a due copy for a number of seconds. Returns no row if it is done or leased. Service role only.';
revoke all on function public.claim_drive_copy(uuid, integer) from public, anon, authenticated;
grant execute on function public.claim_drive_copy(uuid, integer) to service_role;

-- Without a configured drive no copy is due: upload-to-drive checks each file and postpones its copy indefinitely,
-- without an error. A copy that was postponed because of its file has a last_error.
create function public.queue_missing_drive_copies() returns integer
language sql security definer set search_path = '' as $$
  with owed as (
    update public.drive_copies set next_attempt_at = now()
     where copied_at is null and next_attempt_at = 'infinity' and last_error is null
    returning 1
  )
  select count(*)::integer from owed
$$;
comment on function public.queue_missing_drive_copies() is
  'Makes the copies due that were postponed while no drive was configured. Returns how many. Service role only.';
revoke all on function public.queue_missing_drive_copies() from public, anon, authenticated;
grant execute on function public.queue_missing_drive_copies() to service_role;

create function public.retry_drive_copy(upload uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('reviewer');
  update public.drive_copies set attempts = 0, next_attempt_at = now(), last_error = null
   where upload_id = upload and copied_at is null;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'copy.retried', upload::text);
  return true;
end $$;
comment on function public.retry_drive_copy(uuid) is
  'Makes a drive copy due immediately. Returns false if it is done or does not exist. Admins only, logged.';
revoke all on function public.retry_drive_copy(uuid) from public, anon, authenticated, service_role;
grant execute on function public.retry_drive_copy(uuid) to authenticated;

-- Today's kind `copies`: copies that failed three times.
create view private.due_copies as
  select d.upload_id as id, u.title, d.attempts, d.last_error, d.created_at,
         row_number() over (order by d.created_at, d.upload_id) as place
    from public.drive_copies d
    join public.material_uploads u on u.id = d.upload_id
   where d.copied_at is null and d.attempts >= 3;
comment on view private.due_copies is 'Drive copies that keep failing, the oldest first.';
