-- The filters of the admin console's lists that an admin saved under a name.

create table public.saved_filters (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default private.own_profile_id() references public.profiles (id) on delete cascade,
  path text not null check (path ~ '^/admin/[a-z/-]{1,60}$'),
  query text not null check (char_length(query) between 1 and 600),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table public.saved_filters is
  'Named filters of lists in the admin console, at most 50 of each admin, who alone reads them.';
comment on column public.saved_filters.path is 'Address of the list.';
comment on column public.saved_filters.query is 'Query string of the address, with the filters.';
comment on column public.saved_filters.deleted_at is 'When it was deleted; it can be restored for a day.';
create unique index saved_filters_name_key on public.saved_filters (profile_id, path, name) where deleted_at is null;

create function private.limit_saved_filters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (new.deleted_at is not null or old.deleted_at is null) then
    return new;
  end if;
  -- Filters that are saved at once wait for each other.
  perform from public.profiles p where p.id = new.profile_id for no key update;
  if tg_op = 'INSERT' then
    delete from public.saved_filters f where f.profile_id = new.profile_id and f.deleted_at < now() - interval '1 day';
  end if;
  if (select count(*) from public.saved_filters f
       where f.profile_id = new.profile_id and f.deleted_at is null) >= 50 then
    raise exception 'An admin saves at most 50 filters' using errcode = '54000';
  end if;
  return new;
end $$;
comment on function private.limit_saved_filters() is
  'Trigger: removes filters of the admin that were deleted over a day ago, and rejects the 51st.';
revoke all on function private.limit_saved_filters() from public;
create trigger saved_filters_limit before insert or update on public.saved_filters
  for each row execute function private.limit_saved_filters();

alter table public.saved_filters enable row level security;
revoke all on public.saved_filters from anon, authenticated, service_role;
grant select, insert, update, delete on public.saved_filters to service_role;
grant select, insert (path, query, name), update (name, deleted_at) on public.saved_filters to authenticated;

create policy "An admin reads their own saved filters" on public.saved_filters for select to authenticated
  using (profile_id = (select private.own_profile_id()));
create policy "An admin saves filters" on public.saved_filters for insert to authenticated
  with check (profile_id = (select private.own_profile_id()) and (select private.is_admin()));
create policy "An admin changes their own saved filters" on public.saved_filters for update to authenticated
  using (profile_id = (select private.own_profile_id()) and (select private.is_admin()))
  with check (profile_id = (select private.own_profile_id()));
