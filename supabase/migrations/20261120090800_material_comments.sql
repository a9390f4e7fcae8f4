-- What readers say of a material. Sent by signed-in students, shown after an operator's check (SPEC 2; docs/decisions/0008).

create table public.material_comments (
  id uuid primary key default gen_random_uuid(),
  material_id uuid not null references public.research_materials (id) on delete cascade,
  profile_id uuid not null default private.own_profile_id() references public.profiles (id) on delete cascade,
  body text not null check (char_length(btrim(body)) between 1 and 1000),
  author_name text not null default '',
  author_school text not null default '',
  comment_status text not null default 'pending' check (comment_status in ('pending', 'shown', 'declined')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.material_comments is 'Comments on materials: kept as pending, shown after a check.';
comment on column public.material_comments.profile_id is 'Who wrote it; never readable by anybody but its writer and operators.';
comment on column public.material_comments.author_name is 'The first name at the time of writing, all that visitors see of the writer beside the school.';
create index material_comments_of_material_idx on public.material_comments (material_id, created_at);
create index material_comments_of_profile_idx on public.material_comments (profile_id);
create index material_comments_by_status_idx on public.material_comments (comment_status, created_at);
create trigger material_comments_touch before update on public.material_comments for each row execute function private.touch_updated_at();

create function private.sign_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.first_name, coalesce(p."Institition", '') into new.author_name, new.author_school
    from public.profiles p where p.id = new.profile_id;
  return new;
end $$;
comment on function private.sign_comment() is 'Trigger: a comment carries the name and school of its writer''s profile, whatever was sent.';
revoke all on function private.sign_comment() from public;
create trigger material_comments_sign before insert on public.material_comments for each row execute function private.sign_comment();

alter table public.material_comments enable row level security;
revoke all on public.material_comments from anon, authenticated;
grant select (id, material_id, body, author_name, author_school, comment_status, created_at) on public.material_comments to anon;
grant select on public.material_comments to authenticated;
grant insert (material_id, body) on public.material_comments to authenticated;
grant update (comment_status) on public.material_comments to authenticated;

create policy "Visitors read what was checked" on public.material_comments for select to anon
  using (comment_status = 'shown');
-- Students select every column, so others' comments are not theirs to read: what is shown is read as a visitor.
create policy "A student reads their own comments, an operator every comment" on public.material_comments for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.is_operator()));
create policy "A student comments on what is published, in their own name" on public.material_comments for insert to authenticated
  with check (
    profile_id = (select private.own_profile_id()) and comment_status = 'pending'
    and exists (select 1 from public.research_materials m where m.id = material_id and m.published_at is not null)
  );
create policy "An operator shows or declines comments" on public.material_comments for update to authenticated
  using ((select private.is_operator())) with check ((select private.is_operator()));
