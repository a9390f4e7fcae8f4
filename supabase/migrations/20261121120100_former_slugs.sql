-- A slug is a part of an address that people have shared. When an operator changes one, the old address keeps leading to the record.

create table public.former_slugs (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  material_id uuid references public.research_materials (id) on delete cascade,
  post_id uuid references public.blog_posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(material_id, post_id) = 1)
);
comment on table public.former_slugs is 'Slugs that materials and posts had before. The site redirects from them. Written by triggers only.';
create unique index former_slugs_of_materials_idx on public.former_slugs (slug) where material_id is not null;
create unique index former_slugs_of_posts_idx on public.former_slugs (slug) where post_id is not null;
create index former_slugs_material_idx on public.former_slugs (material_id);
create index former_slugs_post_idx on public.former_slugs (post_id);

alter table public.former_slugs enable row level security;
revoke all on public.former_slugs from anon, authenticated;
grant select on public.former_slugs to anon, authenticated;
-- Row security of the two tables decides what "there is" means to whoever asks.
create policy "Everybody follows the former slugs of what they may read" on public.former_slugs for select to anon, authenticated
  using (exists (select from public.research_materials m where m.id = material_id)
      or exists (select from public.blog_posts p where p.id = post_id));

create function private.keep_former_slug_of_material() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Who has a slug now is who it leads to.
  delete from public.former_slugs f where f.slug = new.slug and f.material_id is not null;
  if tg_op = 'UPDATE' then
    insert into public.former_slugs (slug, material_id) values (old.slug, new.id)
    on conflict (slug) where material_id is not null do update set material_id = excluded.material_id;
  end if;
  return null;
end $$;
comment on function private.keep_former_slug_of_material() is 'Trigger: remembers the slug that a material had.';

create function private.keep_former_slug_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.former_slugs f where f.slug = new.slug and f.post_id is not null;
  if tg_op = 'UPDATE' then
    insert into public.former_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug) where post_id is not null do update set post_id = excluded.post_id;
  end if;
  return null;
end $$;
comment on function private.keep_former_slug_of_post() is 'Trigger: remembers the slug that a post had.';
revoke all on function private.keep_former_slug_of_material(), private.keep_former_slug_of_post() from public;

create trigger research_materials_new_slug after insert on public.research_materials
  for each row execute function private.keep_former_slug_of_material();
create trigger research_materials_former_slug after update of slug on public.research_materials
  for each row when (old.slug <> new.slug) execute function private.keep_former_slug_of_material();
create trigger blog_posts_new_slug after insert on public.blog_posts
  for each row execute function private.keep_former_slug_of_post();
create trigger blog_posts_former_slug after update of slug on public.blog_posts
  for each row when (old.slug <> new.slug) execute function private.keep_former_slug_of_post();
