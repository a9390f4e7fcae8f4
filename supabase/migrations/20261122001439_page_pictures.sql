-- Pictures of the free pages of students' works, for the page on which a work is sold (docs/decisions/0052). The job
-- server/jobs/page-pictures.ts draws them with the secret key. A hidden work has none.

create table private.page_drawings (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  file_path text not null,
  drawn_at timestamptz not null default now(),
  next_attempt_at timestamptz
);
comment on table private.page_drawings is
  'The materials whose approved PDF was drawn, even if none of its pages is free. Deleted when the material is hidden, '
  'or its free text or the file that buyers get changes, so that it is drawn again.';
comment on column private.page_drawings.drawn_at is 'When it was drawn, or could not be drawn.';
comment on column private.page_drawings.next_attempt_at is
  'It could not be drawn, and is due again from then on. Null if it was drawn.';

create table private.page_pictures (
  material_id uuid not null references private.page_drawings (material_id) on delete cascade,
  page integer not null check (page between 1 and 1000),
  path text not null unique check (path ~ '^pages/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{32}\.webp$'),
  primary key (material_id, page)
);
comment on table private.page_pictures is
  'Pictures of pages whose whole text visitors read for free (server/reading/free-pages.ts). A picture whose row is '
  'deleted is removed from the storage.';
comment on column private.page_pictures.page is 'Number of the page in the file, from 1.';
comment on column private.page_pictures.path is
  'Path in the public bucket product-files. The name is random, so it cannot be guessed and is never used twice.';
revoke all on private.page_drawings, private.page_pictures from public, anon, authenticated, service_role;

create function private.remove_page_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.file_removals (place, path) values ('product-files', old.path) on conflict do nothing;
  return null;
end $$;
comment on function private.remove_page_picture() is 'Trigger: orders the removal of the picture of a deleted row.';
create trigger page_pictures_remove after delete on private.page_pictures
  for each row execute function private.remove_page_picture();

create function private.free_text(material public.research_materials) returns text
language sql stable set search_path = '' as $$
  select concat_ws(E'\n\n', material.chapter_one_preview, material.abstract, array_to_string(material.full_contents, E'\n'))
$$;
comment on function private.free_text(public.research_materials) is 'Returns the text of a work that visitors read on its page.';

create function private.discard_page_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (old.published_at is not null and new.published_at is null)
     or private.free_text(old) is distinct from private.free_text(new) then
    delete from private.page_drawings d where d.material_id = new.id;
  end if;
  return null;
end $$;
comment on function private.discard_page_pictures() is
  'Trigger: removes the page pictures of a material that is hidden or whose free text changed.';
create trigger research_materials_discard_page_pictures after update on public.research_materials
  for each row execute function private.discard_page_pictures();

-- A published work may be under review again, and its student may replace the file.
create function private.discard_pictures_of_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.page_drawings d
   where d.file_path = old.file_path
     and not exists (select from private.buyer_file(d.material_id) f where f.file_path = d.file_path);
  return null;
end $$;
comment on function private.discard_pictures_of_file() is
  'Trigger: removes the page pictures of a file that buyers no longer get.';
create trigger material_uploads_5_discard_page_pictures after update or delete on public.material_uploads
  for each row execute function private.discard_pictures_of_file();
create index page_drawings_of_file_idx on private.page_drawings (file_path);
revoke all on function
  private.remove_page_picture(), private.discard_page_pictures(), private.discard_pictures_of_file(),
  private.free_text(public.research_materials)
  from public;

create function public.due_page_drawings(max_rows integer default 5)
returns table (material_id uuid, slug text, file_path text, file_sha256 text, free_text text)
language sql stable security definer set search_path = '' as $$
  select m.id, m.slug, f.file_path, f.file_sha256, private.free_text(m)
    from public.research_materials m
    join public.material_shares s on s.material_id = m.id
    join public.material_uploads u on u.id = s.upload_id and u.file_path ilike '%.pdf'
    cross join lateral private.buyer_file(m.id) f
   where m.published_at is not null and private.file_is_stored(f.file_path)
     and not exists (
       select from private.page_drawings d
        where d.material_id = m.id and d.file_path = f.file_path and (d.next_attempt_at is null or d.next_attempt_at > now())
     )
   order by m.published_at desc, m.id
   limit least(greatest(max_rows, 1), 100)
$$;
comment on function public.due_page_drawings(integer) is
  'Returns published works of students whose approved PDF was not drawn yet, the newest first. A postponed one is left '
  'out. Service role only.';

create function public.postpone_page_drawing(material uuid, failed_file text) returns void
language sql security definer set search_path = '' as $$
  insert into private.page_drawings as d (material_id, file_path, next_attempt_at)
  select m.id, failed_file, now() + interval '1 day' from public.research_materials m where m.id = material
  on conflict (material_id) do update
    set file_path = excluded.file_path, drawn_at = now(), next_attempt_at = excluded.next_attempt_at
    where d.next_attempt_at is not null
$$;
comment on function public.postpone_page_drawing(uuid, text) is
  'Records that a file could not be drawn. It is due again in a day. Service role only.';

-- A process that is killed between storing a picture and recording it leaves a picture that nothing shows. So its
-- removal is ordered first, and cancelled by save_page_pictures.
create function public.reserve_page_pictures(paths text[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.file_removals (place, path, next_attempt_at)
  select 'product-files', path, now() + interval '1 hour' from unnest(paths) as path
$$;
comment on function public.reserve_page_pictures(text[]) is
  'Orders the removal of these page pictures in an hour, unless they are saved before. Service role only.';

create function public.save_page_pictures(material uuid, drawn_file text, drawn_text text, pictures jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reserved integer;
begin
  perform from public.research_materials m
    where m.id = material and m.published_at is not null and private.free_text(m) = drawn_text for update;
  if not found or not exists (select from private.buyer_file(material) f where f.file_path = drawn_file) then
    return false;
  end if;
  -- Another process was first.
  if exists (
    select from private.page_drawings d
     where d.material_id = material and d.file_path = drawn_file and d.next_attempt_at is null
  ) then
    return false;
  end if;
  -- This process was suspended, and the removal of its pictures has begun.
  perform from public.file_removals r
    where r.place = 'product-files' and r.attempts = 0
      and r.path in (select p.path from jsonb_to_recordset(pictures) as p (path text))
    for update;
  get diagnostics reserved = row_count;
  if reserved < jsonb_array_length(pictures) then
    return false;
  end if;
  delete from private.page_drawings d where d.material_id = material;
  insert into private.page_drawings (material_id, file_path) values (material, drawn_file);
  insert into private.page_pictures (material_id, page, path)
  select material, p.page, p.path from jsonb_to_recordset(pictures) as p (page integer, path text)
   where starts_with(p.path, 'pages/' || material || '/');
  delete from public.file_removals r using private.page_pictures p
   where p.material_id = material and r.place = 'product-files' and r.path = p.path;
  return true;
end $$;
comment on function public.save_page_pictures(uuid, text, text, jsonb) is
  'Records the stored and reserved pictures, [{page, path}], of the free pages of a file; an empty list if it has none. '
  'Returns false if the work was hidden, or its file or free text changed, since due_page_drawings returned it, if '
  'another process has drawn it, or if the removal of a picture has begun. Service role only.';
revoke all on function
  public.due_page_drawings(integer), public.postpone_page_drawing(uuid, text), public.reserve_page_pictures(text[]),
  public.save_page_pictures(uuid, text, text, jsonb)
  from public, anon, authenticated;
grant execute on function
  public.due_page_drawings(integer), public.postpone_page_drawing(uuid, text), public.reserve_page_pictures(text[]),
  public.save_page_pictures(uuid, text, text, jsonb)
  to service_role;

-- A restored database does not know the pictures that were drawn after its backup.
create function public.orphaned_page_pictures(max_rows integer default 100) returns table (file_path text)
language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
   where o.bucket_id = 'product-files' and o.created_at < now() - interval '1 day'
     and o.name ~ '^pages/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{32}\.webp$'
     and not exists (select from private.page_pictures p where p.path = o.name)
   order by o.created_at
   limit least(max_rows, 1000)
$$;
comment on function public.orphaned_page_pictures(integer) is
  'Returns stored pictures of pages that no row names, older than a day, the oldest first. Service role only.';
revoke all on function public.orphaned_page_pictures(integer) from public, anon, authenticated;
grant execute on function public.orphaned_page_pictures(integer) to service_role;

create function public.material_page_pictures(material uuid) returns table (page integer, path text)
language sql stable security definer set search_path = '' as $$
  select p.page, p.path
    from private.page_pictures p join public.research_materials m on m.id = p.material_id
   where p.material_id = material and m.published_at is not null
   order by p.page
$$;
comment on function public.material_page_pictures(uuid) is
  'Returns the pictures of the free pages of a published student''s work, in order. For everyone.';
revoke all on function public.material_page_pictures(uuid) from public;
grant execute on function public.material_page_pictures(uuid) to anon, authenticated, service_role;
