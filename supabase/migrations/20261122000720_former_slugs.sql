-- A slug is part of an address that users have shared. After an admin changes it, the old address redirects.
create table public.former_slugs (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  material_id uuid references public.research_materials (id) on delete cascade,
  post_id uuid references public.blog_posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(material_id, post_id) = 1)
);
comment on table public.former_slugs is
  'Former slugs of materials and posts, from which the site redirects. Only triggers write it.';
create unique index former_slugs_slug_idx on public.former_slugs (slug, (material_id is null));
create index former_slugs_material_idx on public.former_slugs (material_id);
create index former_slugs_post_idx on public.former_slugs (post_id);

alter table public.former_slugs enable row level security;
revoke all on public.former_slugs from anon, authenticated, service_role;
grant select, insert, update, delete on public.former_slugs to service_role;
grant select on public.former_slugs to anon, authenticated;
-- Row security of the two tables decides which records the reader sees.
create policy "Everybody reads the former slugs of readable records" on public.former_slugs for select to anon, authenticated
  using (exists (select from public.research_materials m where m.id = material_id)
      or exists (select from public.blog_posts p where p.id = post_id));

create function private.save_former_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  material uuid := case tg_table_name when 'research_materials' then new.id end;
  post uuid := case tg_table_name when 'blog_posts' then new.id end;
begin
  -- A slug leads to the record that has it now, a former one to the last that had it.
  delete from public.former_slugs f where f.slug in (new.slug, old.slug) and (f.material_id is null) = (material is null);
  if tg_op = 'UPDATE' then
    insert into public.former_slugs (slug, material_id, post_id) values (old.slug, material, post);
  end if;
  return null;
end $$;
comment on function private.save_former_slug() is 'Trigger: saves the former slug of a material or a post.';
revoke all on function private.save_former_slug() from public;
create trigger research_materials_new_slug after insert on public.research_materials
  for each row execute function private.save_former_slug();
create trigger research_materials_former_slug after update of slug on public.research_materials
  for each row when (old.slug <> new.slug) execute function private.save_former_slug();
create trigger blog_posts_new_slug after insert on public.blog_posts
  for each row execute function private.save_former_slug();
create trigger blog_posts_former_slug after update of slug on public.blog_posts
  for each row when (old.slug <> new.slug) execute function private.save_former_slug();
