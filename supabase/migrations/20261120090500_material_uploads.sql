-- A student's work on its way to the marketplace, and the copy of its file on the drive.

create table public.material_uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete restrict,
  title text not null check (char_length(btrim(title)) between 1 and 400),
  category text not null check (category in ('care_plan', 'research_project', 'case_study', 'assignment', 'thesis', 'other')),
  format text not null check (format in ('PDF', 'Word', 'PowerPoint', 'Other')),
  pages integer check (pages between 1 and 10000),
  description text check (char_length(description) <= 5000),
  subject_area text check (char_length(subject_area) <= 100),
  year_of_study integer check (year_of_study between 2000 and 2100),
  proposed_price integer not null default 0 check (proposed_price between 0 and 10000000),
  file_name text not null check (char_length(btrim(file_name)) between 1 and 300),
  file_path text not null unique check (char_length(file_path) <= 300),
  upload_status text not null default 'pending' check (upload_status in ('pending', 'approved', 'rejected')),
  review_notes text check (char_length(review_notes) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.material_uploads is 'What students sent in for review (SPEC 3 and 4).';
comment on column public.material_uploads.user_id is 'The profile''s id, as the specification has it.';
comment on column public.material_uploads.year_of_study is 'The calendar year of the work. The form''s upper end is a setting (uploads.year_max).';
comment on column public.material_uploads.proposed_price is 'Whole naira. Sent as 0; the reviewer writes the price here on approval.';
comment on column public.material_uploads.file_path is 'Name of the object in the bucket material-uploads.';
create index material_uploads_of_profile_idx on public.material_uploads (user_id, created_at desc);
create index material_uploads_by_status_idx on public.material_uploads (upload_status, created_at);

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
comment on table public.drive_copies is 'One row an upload: due until copied_at is set. Written with the upload itself, so that no copy is ever forgotten.';
comment on column public.drive_copies.next_attempt_at is 'Nobody else takes this copy before then: the lease of whoever is at it, and the back-off after a failure.';
create index drive_copies_due_idx on public.drive_copies (next_attempt_at) where copied_at is null;

create trigger material_uploads_touch before update on public.material_uploads for each row execute function private.touch_updated_at();
create trigger drive_copies_touch before update on public.drive_copies for each row execute function private.touch_updated_at();

create function private.note_drive_copy_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.drive_copies (upload_id, file_path) values (new.id, new.file_path);
  return new;
end $$;
comment on function private.note_drive_copy_due() is 'Trigger: a new upload owes the drive a copy, from the same transaction on.';
revoke all on function private.note_drive_copy_due() from public;
create trigger material_uploads_owe_a_copy after insert on public.material_uploads for each row execute function private.note_drive_copy_due();

-- Takes one due copy for the caller: whoever gets the row has the lease, everybody else gets nothing.
create function public.claim_drive_copy(upload uuid, lease_seconds integer default 300)
returns table (upload_id uuid, file_path text, attempts integer)
language sql security definer set search_path = '' as $$
  update public.drive_copies d
     set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
   where d.upload_id = upload and d.copied_at is null and d.next_attempt_at <= now()
  returning d.upload_id, d.file_path, d.attempts
$$;
comment on function public.claim_drive_copy(uuid, integer) is 'Leases a due copy (seconds). No row: it is done already, or somebody is at it. Service role only.';
revoke all on function public.claim_drive_copy(uuid, integer) from public, anon, authenticated;
grant execute on function public.claim_drive_copy(uuid, integer) to service_role;

create function private.upload_uses_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.material_uploads where file_path = path)
$$;
create function private.file_is_stored(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from storage.objects where bucket_id = 'material-uploads' and name = path)
$$;
comment on function private.upload_uses_file(text) is 'Whether an upload stands on this file; such a file can no longer be removed by its owner.';
comment on function private.file_is_stored(text) is 'Whether the file of an upload has really been stored.';
revoke all on function private.upload_uses_file(text), private.file_is_stored(text) from public;
grant execute on function private.upload_uses_file(text), private.file_is_stored(text) to authenticated, service_role;

alter table public.material_uploads enable row level security;
alter table public.drive_copies enable row level security;
revoke all on public.material_uploads, public.drive_copies from anon, authenticated;
grant select on public.material_uploads to authenticated;
grant insert (user_id, title, category, format, pages, description, subject_area, year_of_study, proposed_price, file_name, file_path)
  on public.material_uploads to authenticated;
grant update (upload_status, review_notes, proposed_price) on public.material_uploads to authenticated;
grant select on public.drive_copies to authenticated;

create policy "A student reads their own uploads, an operator every upload" on public.material_uploads for select to authenticated
  using (user_id = (select private.own_profile_id()) or (select private.is_operator()));
create policy "A student sends in a file of their own, pending and without a price" on public.material_uploads for insert to authenticated
  with check (
    user_id = (select private.own_profile_id()) and upload_status = 'pending' and proposed_price = 0 and review_notes is null
    and private.is_own_upload_path(file_path) and private.file_is_stored(file_path)
  );
create policy "An operator reviews uploads" on public.material_uploads for update to authenticated
  using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator sees which copies are due" on public.drive_copies for select to authenticated
  using ((select private.is_operator()));
create policy "A student removes a file that no upload uses" on storage.objects for delete to authenticated
  using (bucket_id = 'material-uploads' and private.is_own_upload_path(name) and not private.upload_uses_file(name));
