-- What a student agrees to by sending a work in, and the hash by which a file is known again.

alter table public.material_uploads
  add column terms_version text check (terms_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  add column terms_agreed_at timestamptz,
  add column file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  add column file_checked_at timestamptz;
-- The clock is ours: no student writes the time.
alter table public.material_uploads alter column terms_agreed_at set default now();
comment on column public.material_uploads.terms_version is 'The version of "my own work, I may sell it, half of each sale is mine" that was sent with it (app/features/uploads/words.ts).';
comment on column public.material_uploads.file_sha256 is 'Of the file, in hexadecimal. Until file_checked_at is set it is only what the sender says (docs/decisions/0011).';
comment on column public.material_uploads.file_checked_at is 'When upload-to-drive read the stored file, computed file_sha256 itself and looked at the content. Null: not yet.';
create index material_uploads_of_file_idx on public.material_uploads (file_sha256) where file_sha256 is not null;

grant insert (terms_version, file_sha256) on public.material_uploads to authenticated;

drop policy "A student sends in a file of their own, pending and without a price" on public.material_uploads;
create policy "A student sends in a file of their own, agreed to, pending and without a price" on public.material_uploads for insert to authenticated
  with check (
    user_id = (select private.own_profile_id()) and upload_status = 'pending' and proposed_price = 0 and review_notes is null
    and terms_version is not null
    and private.is_own_upload_path(file_path) and private.file_is_stored(file_path)
  );
