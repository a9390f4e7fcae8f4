-- The works that a student saved, kept in the account, so that they are on each of the student's phones
-- (docs/decisions/0047).

create table public.saved_works (
  profile_id uuid not null default private.own_profile_id() references public.profiles (id) on delete cascade,
  material_id uuid not null references public.research_materials (id) on delete cascade,
  saved_at timestamptz not null default now(),
  place bigint not null generated always as identity,
  primary key (profile_id, material_id)
);
comment on table public.saved_works is
  'The works that a student saved, at most 40, the newest. Only the student reads them, no admin.';
comment on column public.saved_works.place is 'The order in which works were saved, also of those saved together.';
create index saved_works_of_material_idx on public.saved_works (material_id);

create function private.limit_saved_works() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_works w
    using (
      select s.profile_id, s.material_id,
             row_number() over (partition by s.profile_id order by s.place desc) as nth
        from public.saved_works s where s.profile_id in (select i.profile_id from inserted i)
    ) numbered
    where numbered.nth > 40 and w.profile_id = numbered.profile_id and w.material_id = numbered.material_id;
  return null;
end $$;
comment on function private.limit_saved_works() is 'Trigger: removes the oldest saved works of a student beyond 40.';
revoke all on function private.limit_saved_works() from public;
create trigger saved_works_limit after insert on public.saved_works
  referencing new table as inserted for each statement execute function private.limit_saved_works();

alter table public.saved_works enable row level security;
revoke all on public.saved_works from anon, authenticated, service_role;
revoke all on sequence public.saved_works_place_seq from anon, authenticated, service_role;
grant select, insert, update, delete on public.saved_works to service_role;
grant select, delete on public.saved_works to authenticated;
grant insert (material_id) on public.saved_works to authenticated;

create policy "A student reads their own saved works" on public.saved_works for select to authenticated
  using (profile_id = (select private.own_profile_id()));
create policy "A student saves published materials" on public.saved_works for insert to authenticated
  with check (
    profile_id = (select private.own_profile_id())
    and exists (select 1 from public.research_materials m where m.id = material_id and m.published_at is not null)
  );
create policy "A student removes their own saved works" on public.saved_works for delete to authenticated
  using (profile_id = (select private.own_profile_id()));
