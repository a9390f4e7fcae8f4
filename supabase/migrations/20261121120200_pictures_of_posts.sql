-- Pictures in posts and at their head: in the bucket that everybody reads, put there by operators alone. The name says how large a picture
-- is, so that a page can keep its place free: posts/{uuid}-{width}x{height}.webp

alter table public.blog_posts add column image_alt text check (char_length(image_alt) <= 300);
comment on column public.blog_posts.image_alt is 'What the picture at the head shows, for who cannot see it. Empty: it only decorates.';
comment on column public.blog_posts.image_url is 'An https address, or the path of a picture in product-files (/storage/v1/object/public/product-files/posts/...).';

create function private.is_picture_of_posts(bucket text, path text) returns boolean
language sql immutable set search_path = '' as $$
  select bucket = 'product-files' and path ~ '^posts/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\.webp$'
$$;
comment on function private.is_picture_of_posts(text, text) is 'posts/{uuid}-{width}x{height}.webp in product-files.';
revoke all on function private.is_picture_of_posts(text, text) from public;
grant execute on function private.is_picture_of_posts(text, text) to authenticated, service_role;

create policy "An operator puts pictures of posts" on storage.objects for insert to authenticated
  with check (private.is_picture_of_posts(bucket_id, name) and (select private.is_operator()));
create policy "An operator finds pictures of posts" on storage.objects for select to authenticated
  using (private.is_picture_of_posts(bucket_id, name) and (select private.is_operator()));
