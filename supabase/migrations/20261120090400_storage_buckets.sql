-- Two buckets. The bucket checks size and declared type, the policies whose path it is; what is inside is checked on the server.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-files', 'product-files', true, 5242880,
    array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']),
  ('material-uploads', 'material-uploads', false, 52428800,
    array['application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- avatars/{userid}.{ext}
create function private.is_own_avatar(bucket text, path text) returns boolean
language sql stable set search_path = '' as $$
  select bucket = 'product-files' and path ~ ('^avatars/' || (select auth.uid())::text || '\.(png|jpg|jpeg|webp|avif|gif)$')
$$;
-- {userId}/{timestamp}-{filename}
create function private.is_own_upload_path(path text) returns boolean
language sql stable set search_path = '' as $$
  select path ~ ('^' || (select auth.uid())::text || '/[0-9]{10,16}-[A-Za-z0-9][A-Za-z0-9._-]{0,180}\.(pdf|doc|docx|ppt|pptx)$')
$$;
comment on function private.is_own_avatar(text, text) is 'avatars/{userid}.{ext} of the person asking (SPEC 3).';
comment on function private.is_own_upload_path(text) is '{userId}/{timestamp}-{filename} of the person asking, with an accepted ending (SPEC 7).';
revoke all on function private.is_own_avatar(text, text), private.is_own_upload_path(text) from public;
grant execute on function private.is_own_avatar(text, text), private.is_own_upload_path(text) to authenticated, service_role;

create policy "A student puts their own avatar" on storage.objects for insert to authenticated
  with check (private.is_own_avatar(bucket_id, name));
create policy "A student finds their own avatar" on storage.objects for select to authenticated
  using (private.is_own_avatar(bucket_id, name));
create policy "A student replaces their own avatar" on storage.objects for update to authenticated
  using (private.is_own_avatar(bucket_id, name)) with check (private.is_own_avatar(bucket_id, name));
create policy "A student removes their own avatar" on storage.objects for delete to authenticated
  using (private.is_own_avatar(bucket_id, name));

create policy "A student stores a file of their own" on storage.objects for insert to authenticated
  with check (bucket_id = 'material-uploads' and private.is_own_upload_path(name));
create policy "A student reads their own files, an operator every upload" on storage.objects for select to authenticated
  using (bucket_id = 'material-uploads' and (private.is_own_upload_path(name) or (select private.is_operator())));
