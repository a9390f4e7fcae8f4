-- Pictures of posts: in the public bucket, and downloaded from other sites.

-- Posts of an existing blog reference pictures on other sites. The server downloads them once into our storage.
create table private.picture_imports (
  post_id uuid primary key references public.blog_posts (id) on delete cascade,
  post_updated_at timestamptz not null,
  imported_at timestamptz not null default now()
);
comment on table private.picture_imports is
  'Posts whose external pictures were downloaded. A post is due again if it changed since (post_updated_at).';
revoke all on private.picture_imports from public, anon, authenticated, service_role;

create function public.due_picture_imports(max_rows integer default 20)
returns table (id uuid, image_url text, post_body text, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, p.image_url, p.post_body, p.updated_at
    from public.blog_posts p
    left join private.picture_imports i on i.post_id = p.id
   where (p.image_url ~ '^(https?:)?//' or p.post_body ~* '<img[^>]+src=["'']?(https?:)?//')
     and i.post_updated_at is distinct from p.updated_at
   order by p.updated_at, p.id
   limit least(max_rows, 100)
$$;
comment on function public.due_picture_imports(integer) is
  'Returns posts with external pictures to download, the oldest change first. Service role only.';

create function public.save_imported_pictures(
  post uuid, expected_updated_at timestamptz, new_image_url text, new_post_body text
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.blog_posts p where p.id = post and p.updated_at = expected_updated_at for update;
  if not found then
    return false;
  end if;
  update public.blog_posts p set image_url = new_image_url, post_body = new_post_body
   where p.id = post and (p.image_url, p.post_body) is distinct from (new_image_url, new_post_body);
  insert into private.picture_imports (post_id, post_updated_at)
  select p.id, p.updated_at from public.blog_posts p where p.id = post
  on conflict (post_id) do update set post_updated_at = excluded.post_updated_at, imported_at = now();
  return true;
end $$;
comment on function public.save_imported_pictures(uuid, timestamptz, text, text) is
  'Saves a post with imported pictures and marks it as done. Returns false, and the post stays due, if it changed '
  'since expected_updated_at. Service role only.';
revoke all on function public.due_picture_imports(integer), public.save_imported_pictures(uuid, timestamptz, text, text)
  from public, anon, authenticated;
grant execute on function public.due_picture_imports(integer), public.save_imported_pictures(uuid, timestamptz, text, text)
  to service_role;

-- Pictures of posts are in the public bucket; only admins upload them. The name has the picture's size, so that a page
-- can reserve its space while it loads: posts/{uuid}-{width}x{height}.webp
create function private.is_post_picture(bucket text, path text) returns boolean
language sql immutable set search_path = '' as $$
  select bucket = 'product-files'
     and path ~ '^posts/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\.webp$'
$$;
comment on function private.is_post_picture(text, text) is
  'Returns true if the path is posts/{uuid}-{width}x{height}.webp in product-files.';
revoke all on function private.is_post_picture(text, text) from public;
grant execute on function private.is_post_picture(text, text) to authenticated, service_role;
create policy "An admin uploads pictures of posts" on storage.objects for insert to authenticated
  with check (private.is_post_picture(bucket_id, name) and (select private.has_admin_role('editor')));
create policy "An admin finds pictures of posts" on storage.objects for select to authenticated
  using (private.is_post_picture(bucket_id, name) and (select private.has_admin_role('editor')));
