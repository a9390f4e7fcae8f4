-- A process that dies between storing a file and writing its row leaves a file that nobody sees. The sweep asks for such files here.

create function public.files_without_an_upload(older_than interval default '1 day', most integer default 100) returns table (file_path text)
language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
   where o.bucket_id = 'material-uploads' and o.created_at < now() - older_than
     and not exists (select 1 from public.material_uploads u where u.file_path = o.name)
   order by o.created_at
   limit least(most, 1000)
$$;
comment on function public.files_without_an_upload(interval, integer) is 'Files of the bucket material-uploads on which no upload stands, oldest first. Service role only.';
revoke all on function public.files_without_an_upload(interval, integer) from public, anon, authenticated;
grant execute on function public.files_without_an_upload(interval, integer) to service_role;
