-- Uploads of students and their files. A student may replace the file or withdraw the upload while it is pending. A
-- stored file cannot change once a row references it (docs/decisions/0024).

-- The bucket checks size and declared type, the policies check the owner of the path, and the server checks the
-- content.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('material-uploads', 'material-uploads', false, 52428800,
    array['application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
          -- Only for platform products: students cannot store files with these extensions (private.is_own_upload_path).
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/epub+zip'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Students choose file names freely, so only deceptive or unsafe names are rejected.
create function private.is_safe_file_name(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select name !~ '[\u0001-\u001f\u007f-\u009f/\\\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'
$$;
comment on function private.is_safe_file_name(text) is
  'Returns true if a file name has no control character, path separator, or invisible character that changes the '
  'reading direction. Everything else is accepted: spaces, accents, brackets, capitals, any script.';
revoke all on function private.is_safe_file_name(text) from public;
grant execute on function private.is_safe_file_name(text) to authenticated, service_role;

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
  -- Details that the file does not reveal. All are optional.
  programme text check (programme in ('chew', 'nd', 'hnd', 'bnsc', 'msc')),
  design text check (char_length(btrim(design)) > 0 and char_length(design) <= 300),
  population_and_sample text
    check (char_length(btrim(population_and_sample)) > 0 and char_length(population_and_sample) <= 300),
  instrument text check (char_length(btrim(instrument)) > 0 and char_length(instrument) <= 300),
  wished_price integer check (wished_price between 100 and 10000000),
  proposed_price integer not null default 0 check (proposed_price between 0 and 10000000),
  terms_version text check (terms_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  terms_agreed_at timestamptz,
  file_name text not null check (char_length(btrim(file_name)) between 1 and 300 and private.is_safe_file_name(file_name)),
  file_path text not null unique check (char_length(file_path) <= 300),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  file_checked_at timestamptz,
  file_fits boolean,
  file_changed_at timestamptz,
  file_replaced_at timestamptz,
  file_removal_due timestamptz,
  file_removed_at timestamptz,
  upload_status text not null default 'pending' check (upload_status in ('pending', 'approved', 'rejected')),
  review_notes text check (char_length(review_notes) <= 5000),
  noted_at timestamptz,
  answered_at timestamptz,
  idempotency_key text check (idempotency_key ~ '^[0-9a-f]{64}$'),
  -- An upload waits from the arrival of its file, except while its student has been asked for changes: until they send
  -- another file or an answer.
  waiting_since timestamptz generated always as (
    case when upload_status = 'pending' and (noted_at is null or greatest(file_replaced_at, answered_at) > noted_at)
      then coalesce(greatest(file_replaced_at, answered_at), created_at) end
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint material_uploads_agreed_to_a_version check (terms_agreed_at is null or terms_version is not null),
  constraint material_uploads_idempotency_key unique (user_id, idempotency_key)
);
comment on table public.material_uploads is 'Works that students uploaded for review (SPEC 3 and 4).';
comment on column public.material_uploads.user_id is 'The profile''s id, as the specification has it.';
comment on column public.material_uploads.year_of_study is
  'Calendar year of the work. The form''s upper limit is a setting (uploads.year_max).';
comment on column public.material_uploads.programme is
  'As in research_materials. Entered by the student; the reviewer may correct it in the material.';
comment on column public.material_uploads.design is 'As in research_materials, entered by the student.';
comment on column public.material_uploads.population_and_sample is 'As in research_materials, entered by the student.';
comment on column public.material_uploads.instrument is 'As in research_materials, entered by the student.';
comment on column public.material_uploads.wished_price is
  'A price in whole naira that the student suggests to the reviewer. Null if they have none.';
comment on column public.material_uploads.proposed_price is
  'In whole naira. Sent as 0; the reviewer sets the price on approval.';
comment on column public.material_uploads.terms_version is
  'Version of the terms ("my own work, I may sell it, half of each sale is mine") that the student agreed to '
  '(app/features/uploads/labels.ts). Null until agreed; the upload cannot be approved before.';
comment on column public.material_uploads.terms_agreed_at is
  'When the student agreed to terms_version. Set by the database.';
comment on column public.material_uploads.file_path is 'Name of the object in the bucket material-uploads.';
comment on column public.material_uploads.file_sha256 is
  'SHA-256 of the file in hexadecimal, computed once during the upload. Claimed by the sender until file_checked_at is '
  'set. Every reader of the stored file compares it.';
comment on column public.material_uploads.file_checked_at is
  'When the hash of the stored file was first verified. Null until then.';
comment on column public.material_uploads.file_fits is
  'True if the content matches the file extension. Null until upload-to-drive has checked it.';
comment on column public.material_uploads.file_changed_at is
  'When the stored file was found to differ from the uploaded one. Null while they match.';
comment on column public.material_uploads.file_replaced_at is
  'When the student last replaced the file; the review is due from then on.';
comment on column public.material_uploads.file_removal_due is
  'When the file of a rejected upload will be removed. The student was notified of this day.';
comment on column public.material_uploads.file_removed_at is 'When its removal from storage and drive was ordered.';
comment on column public.material_uploads.noted_at is
  'When the reviewer last wrote review_notes, or requested changes again with the same notes.';
comment on column public.material_uploads.answered_at is
  'When the student last answered in words (answer_reviewer).';
comment on column public.material_uploads.idempotency_key is
  'Identifies a repeated form submission (app/features/uploads/receive-upload.server.ts). Null if the sender gave no '
  'key.';
comment on column public.material_uploads.waiting_since is
  'Start of the wait for a review. Null after a decision, or on a pending upload while changes are requested.';
create index material_uploads_of_profile_idx on public.material_uploads (user_id, created_at desc);
create index material_uploads_by_status_idx on public.material_uploads (upload_status, created_at);
create index material_uploads_by_time_idx on public.material_uploads (created_at);
create index material_uploads_of_file_idx on public.material_uploads (file_sha256) where file_sha256 is not null;
create index material_uploads_removal_idx on public.material_uploads (file_removal_due)
  where file_removal_due is not null and file_removed_at is null;
-- One index per list of the console, so that its first and last page cost the same.
create index material_uploads_waiting_idx on public.material_uploads (waiting_since, id) where waiting_since is not null;
create index material_uploads_asked_idx on public.material_uploads (updated_at desc, id desc)
  where upload_status = 'pending' and waiting_since is null;
create index material_uploads_answered_idx on public.material_uploads (upload_status, updated_at desc, id desc);
create trigger material_uploads_touch before update on public.material_uploads
  for each row execute function private.touch_updated_at();

create function private.stamp_agreement() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.terms_agreed_at := now();
  return new;
end $$;
comment on function private.stamp_agreement() is 'Trigger: records when a student agreed to the terms of an upload.';
revoke all on function private.stamp_agreement() from public;
create trigger material_uploads_stamp_agreement before insert or update of terms_version on public.material_uploads
  for each row when (new.terms_version is not null and new.terms_agreed_at is null) execute function private.stamp_agreement();

create function private.stamp_review_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.review_notes is distinct from old.review_notes then
    new.noted_at := case when new.review_notes is null then null else now() end;
  end if;
  return new;
end $$;
comment on function private.stamp_review_notes() is 'Trigger: records when review_notes changed, for every role.';
revoke all on function private.stamp_review_notes() from public;
create trigger material_uploads_stamp_notes before update on public.material_uploads
  for each row execute function private.stamp_review_notes();

create function private.is_own_upload_path(path text) returns boolean
language sql stable set search_path = '' as $$
  select starts_with(path, (select private.own_account_id())::text || '/')
     and substr(path, 38) ~ '^[0-9]{10,16}-.{1,200}$'
     and (lower(path) ~ '\.(pdf|doc|docx|ppt|pptx)$' or lower(path) ~ '\.xlsx$' and (select private.has_admin_role('editor')))
     and private.is_safe_file_name(substr(path, 38))
     -- A URL ends at # and ?, and %xx is decoded.
     and path !~ '[#?]|%[0-9A-Fa-f]{2}'
$$;
comment on function private.is_own_upload_path(text) is
  'Returns true if the path is {userId}/{timestamp}-{filename} of the caller (SPEC 7): a safe file name of at most 200 '
  'characters with an accepted extension, in any case (.xlsx for admins only), that is valid in a URL '
  '(docs/decisions/0034 lists what each storage accepts).';

create function private.upload_uses_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.material_uploads where file_path = path)
      or exists (select 1 from private.platform_files where file_path = path)
$$;
comment on function private.upload_uses_file(text) is
  'Returns true if an upload or a platform product uses this file. Its owner cannot remove such a file.';

create function private.file_is_stored(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from storage.objects o join storage.buckets b on b.id = o.bucket_id
     where o.bucket_id = 'material-uploads' and o.name = path and (o.metadata ->> 'size')::bigint between 1 and b.file_size_limit
  )
$$;
comment on function private.file_is_stored(text) is
  'Returns true if the file of an upload is stored, not empty, and within the size limit of its bucket. Hosted storage '
  'accepts empty files, and larger ones without a Content-Length.';
create function private.is_platform_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.platform_files where file_path = path)
$$;
comment on function private.is_platform_file(text) is
  'Returns true if a platform product has this file. Editors download such a file.';
revoke all on function
  private.is_own_upload_path(text), private.upload_uses_file(text), private.file_is_stored(text),
  private.is_platform_file(text)
  from public;
grant execute on function
  private.is_own_upload_path(text), private.upload_uses_file(text), private.file_is_stored(text),
  private.is_platform_file(text)
  to authenticated, service_role;

create policy "A student stores a file of their own that no upload uses" on storage.objects for insert to authenticated
  with check (bucket_id = 'material-uploads' and private.is_own_upload_path(name) and not private.upload_uses_file(name));
create policy "A student reads their own files, an admin every upload" on storage.objects for select to authenticated
  using (bucket_id = 'material-uploads' and (private.is_own_upload_path(name) or (select private.has_admin_role('reviewer'))
    or ((select private.has_admin_role('editor')) and private.is_platform_file(name))));
create policy "A student removes a file that no upload uses" on storage.objects for delete to authenticated
  using (bucket_id = 'material-uploads' and private.is_own_upload_path(name) and not private.upload_uses_file(name));

-- Row security only checks a student's own request. Earlier signed links, slow uploads that started before, and the
-- other protocols of hosted storage write with all rights and bypass the policies, but not this trigger. It ignores
-- avatars.
create function private.prevent_file_swap() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.upload_uses_file(new.name) then
    raise exception 'An upload stands on this file: it cannot be replaced' using errcode = '42501', hint = 'upload_uses_file';
  end if;
  return new;
end $$;
comment on function private.prevent_file_swap() is
  'Trigger: rejects other bytes under the name of a file that an upload uses, for every role.';
revoke all on function private.prevent_file_swap() from public;
create trigger prevent_file_swap_insert before insert on storage.objects
  for each row when (new.bucket_id = 'material-uploads') execute function private.prevent_file_swap();
-- A write changes at least one of these; a read changes none of them.
create trigger prevent_file_swap_update before update on storage.objects
  for each row when (
    new.bucket_id = 'material-uploads'
    and (new.version is distinct from old.version or new.name is distinct from old.name
      or new.bucket_id is distinct from old.bucket_id or new.metadata ->> 'eTag' is distinct from old.metadata ->> 'eTag')
  ) execute function private.prevent_file_swap();

alter table public.material_uploads enable row level security;
revoke all on public.material_uploads from anon, authenticated, service_role;
grant select, insert, update, delete on public.material_uploads to service_role;
grant select, delete on public.material_uploads to authenticated;
-- Students have no grant for the agreement's timestamp, which the database sets. An upload of another client may lack
-- the agreement (SPEC 7 has no column for it); the dashboard asks its student for it (agree_to_upload_terms).
grant insert (
  user_id, title, category, format, pages, description, subject_area, year_of_study, programme, design, population_and_sample,
  instrument, wished_price, proposed_price, terms_version, file_name, file_path, file_sha256, idempotency_key
) on public.material_uploads to authenticated;

create policy "A student reads their own uploads, an admin every upload" on public.material_uploads for select to authenticated
  using (user_id = (select private.own_profile_id()) or (select private.has_admin_role('reviewer')));
create policy "A student submits their own file, pending and without a price"
  on public.material_uploads for insert to authenticated
  with check (
    user_id = (select private.own_profile_id()) and upload_status = 'pending' and proposed_price = 0 and review_notes is null
    and private.is_own_upload_path(file_path) and private.file_is_stored(file_path)
  );
create policy "A student withdraws a work of their own while it is pending" on public.material_uploads for delete to authenticated
  using (user_id = (select private.own_profile_id()) and upload_status = 'pending');

create function public.agree_to_upload_terms(upload uuid, version text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.material_uploads set terms_version = version
   where id = upload and user_id = (select private.own_profile_id()) and upload_status = 'pending' and terms_version is null;
  return found;
end $$;
comment on function public.agree_to_upload_terms(uuid, text) is
  'Records the caller''s agreement to this version of the terms for their pending upload that lacks it. Returns false '
  'if there is no such upload.';
revoke all on function public.agree_to_upload_terms(uuid, text) from public, anon, service_role;
grant execute on function public.agree_to_upload_terms(uuid, text) to authenticated;

-- A function instead of column grants, because a policy cannot limit which columns a student changes, and status and
-- price are columns too.
create function public.replace_upload_file(upload uuid, new_name text, new_path text, new_sha256 text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  old_path text;
begin
  select file_path into old_path from public.material_uploads
   where id = upload and user_id = (select private.own_profile_id()) and upload_status = 'pending' for update;
  if not found then
    raise exception 'There is no pending upload of yours with this id' using errcode = '42501', hint = 'no_such_upload';
  end if;
  if private.is_own_upload_path(new_path) is not true or not private.file_is_stored(new_path)
     or private.upload_uses_file(new_path) then
    raise exception 'The new file is not a stored file of yours that no upload uses'
      using errcode = '42501', hint = 'no_such_file';
  end if;
  update public.material_uploads
     set file_name = new_name, file_path = new_path, file_sha256 = new_sha256, file_checked_at = null, file_fits = null,
         file_changed_at = null, file_replaced_at = now()
   where id = upload;
  return old_path;
end $$;
comment on function public.replace_upload_file(uuid, text, text, text) is
  'Replaces the file of the caller''s pending upload by another stored file of the caller. Returns the path of the old '
  'file, which is now unused. Raises 42501 with the hint no_such_upload or no_such_file.';
revoke all on function public.replace_upload_file(uuid, text, text, text) from public, anon, service_role;
grant execute on function public.replace_upload_file(uuid, text, text, text) to authenticated;

-- A process that crashes between storing a file and inserting its row leaves an orphaned file. The sweep lists them.
create function public.orphaned_files(older_than interval default '1 day', max_rows integer default 100)
returns table (file_path text)
language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
   where o.bucket_id = 'material-uploads' and o.created_at < now() - older_than
     and not exists (select 1 from public.material_uploads u where u.file_path = o.name)
     and not exists (select 1 from private.platform_files h where h.file_path = o.name)
   order by o.created_at
   limit least(max_rows, 1000)
$$;
comment on function public.orphaned_files(interval, integer) is
  'Returns files of the bucket material-uploads that no upload uses, the oldest first. Service role only.';
revoke all on function public.orphaned_files(interval, integer) from public, anon, authenticated;
grant execute on function public.orphaned_files(interval, integer) to service_role;

-- A file above the size limit of its bucket is never used, so it is removed without the usual delay of a day.
create function public.oversized_files(max_rows integer default 100)
returns table (bucket text, file_path text)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects o join storage.buckets b on b.id = o.bucket_id
   where (o.metadata ->> 'size')::bigint > b.file_size_limit
     and not (o.bucket_id = 'material-uploads' and private.upload_uses_file(o.name))
   order by o.created_at
   limit least(max_rows, 1000)
$$;
comment on function public.oversized_files(integer) is
  'Returns unused files above the size limit of their bucket, the oldest first. Service role only.';
revoke all on function public.oversized_files(integer) from public, anon, authenticated;
grant execute on function public.oversized_files(integer) to service_role;

-- Storage can lose a row as well as its bytes.
create function public.uploads_missing_file(older_than interval default '1 day', max_rows integer default 100)
returns table (upload_id uuid)
language sql stable security definer set search_path = '' as $$
  select u.id from public.material_uploads u
   where u.file_removed_at is null and coalesce(u.file_replaced_at, u.created_at) < now() - older_than
     and not private.file_is_stored(u.file_path)
   order by u.created_at
   limit least(max_rows, 1000)
$$;
comment on function public.uploads_missing_file(interval, integer) is
  'Returns uploads whose file is missing from storage, the oldest first. Service role only.';
revoke all on function public.uploads_missing_file(interval, integer) from public, anon, authenticated, service_role;
grant execute on function public.uploads_missing_file(interval, integer) to service_role;

-- An upload whose stored file has changed can never be approved.
create function private.prevent_file_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The stored file is not the one that was sent' using errcode = '42501', hint = 'file_changed';
end $$;
comment on function private.prevent_file_change() is
  'Trigger: prevents the approval of an upload whose stored file is not the uploaded one.';
revoke all on function private.prevent_file_change() from public;
create trigger material_uploads_prevent_file_change before update of upload_status on public.material_uploads
  for each row when (new.upload_status = 'approved' and old.upload_status <> 'approved' and new.file_changed_at is not null)
  execute function private.prevent_file_change();

create function private.require_agreement() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The student has not agreed to the terms of this upload' using errcode = '42501', hint = 'terms_not_agreed';
end $$;
comment on function private.require_agreement() is
  'Trigger: prevents the approval of an upload whose student has not agreed to its terms.';
revoke all on function private.require_agreement() from public;
create trigger material_uploads_require_agreement before update of upload_status on public.material_uploads
  for each row when (new.upload_status = 'approved' and old.upload_status <> 'approved' and new.terms_version is null)
  execute function private.require_agreement();

create function private.notify_upload_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_email('upload-received', new.user_id, jsonb_build_object('title', new.title));
  return new;
end $$;
comment on function private.notify_upload_received() is
  'Trigger: emails a student that the upload arrived and when the review will be done (SPEC 8).';
create trigger material_uploads_2_notify_received after insert on public.material_uploads
  for each row execute function private.notify_upload_received();

create function private.notify_upload_replaced() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_email('upload-replaced', new.user_id,
    jsonb_build_object('title', new.title, 'file_name', new.file_name));
  return null;
end $$;
comment on function private.notify_upload_replaced() is 'Trigger: emails a student that another file of an upload arrived.';
revoke all on function private.notify_upload_replaced() from public;
create trigger material_uploads_2_notify_replaced after update of file_path on public.material_uploads
  for each row when (new.file_path is distinct from old.file_path) execute function private.notify_upload_replaced();

create function private.notify_admins_of_upload() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.notifies_admins('new_upload') then
    perform private.notify_admins('admin-new-upload',
      jsonb_build_object('upload', new.id, 'title', new.title, 'category', new.category), 'reviewer');
  end if;
  return null;
end $$;
comment on function private.notify_admins_of_upload() is
  'Trigger: emails admins about a new upload, unless they switched that off.';
create trigger material_uploads_5_notify_admins after insert on public.material_uploads
  for each row execute function private.notify_admins_of_upload();
revoke all on function private.notify_upload_received(), private.notify_admins_of_upload() from public;
