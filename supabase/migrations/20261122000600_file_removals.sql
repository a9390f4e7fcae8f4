-- Files to remove. The transaction that removes the reason for a file adds a row, and a worker of the site removes the
-- file (server/jobs/file-removals.ts). So no file is left behind if a process crashes or the drive is unreachable.

create table public.file_removals (
  id uuid primary key default gen_random_uuid(),
  place text not null check (place in ('product-files', 'material-uploads', 'upload-sessions', 'drive')),
  path text not null check (char_length(path) between 1 and 1000),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (place, path)
);
comment on table public.file_removals is
  'Files to remove. A row remains until its file is removed; removals are retried without limit.';
comment on column public.file_removals.place is 'The bucket, or drive.';
comment on column public.file_removals.next_attempt_at is
  'No worker claims this file before then: the worker''s lease, or the delay after a failure.';
create index file_removals_due_idx on public.file_removals (next_attempt_at);
create trigger file_removals_touch before update on public.file_removals
  for each row execute function private.touch_updated_at();

alter table public.file_removals enable row level security;
revoke all on public.file_removals from anon, authenticated, service_role;
grant select on public.file_removals to authenticated, service_role;
create policy "An admin reads the files to be removed" on public.file_removals for select to authenticated
  using ((select private.has_admin_role('reviewer')));

create function public.claim_file_removals(max_rows integer default 20, lease_seconds integer default 120)
returns table (id uuid, place text, path text, attempt integer)
language sql security definer set search_path = '' as $$
  update public.file_removals r
     set attempts = r.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
   where r.id in (
     select due.id from public.file_removals due where due.next_attempt_at <= now()
     order by due.next_attempt_at, due.id limit least(greatest(max_rows, 1), 100) for update skip locked
   )
  returning r.id, r.place, r.path, r.attempts
$$;
comment on function public.claim_file_removals(integer, integer) is
  'Leases files to remove for a number of seconds, the longest waiting first. Service role only.';

create function public.record_file_removal(removal uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.file_removals where id = removal
$$;
comment on function public.record_file_removal(uuid) is 'Records that the file was removed. Service role only.';

create function public.record_file_removal_failure(removal uuid, attempt integer, reason text) returns void
language sql security definer set search_path = '' as $$
  update public.file_removals
     set last_error = left(reason, 1000),
         next_attempt_at = now() + least(interval '1 minute' * power(2, least(attempts, 12) - 1), interval '6 hours')
   where id = removal and attempts = attempt
$$;
comment on function public.record_file_removal_failure(uuid, integer, text) is
  'Records that removing the file failed. It is retried after 1, 2, 4 minutes and so on up to 6 hours. Service role '
  'only.';
revoke all on function
  public.claim_file_removals(integer, integer), public.record_file_removal(uuid), public.record_file_removal_failure(uuid,
    integer, text)
  from public, anon, authenticated;
grant execute on function
  public.claim_file_removals(integer, integer), public.record_file_removal(uuid), public.record_file_removal_failure(uuid,
    integer, text)
  to service_role;
