-- What somebody agreed to, in which version and when (FIELD: data protection). The sign-up form says what; an upload keeps its own.

create table public.consents (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  agreed_to text not null check (agreed_to in ('terms', 'privacy')),
  version text not null check (char_length(version) between 1 and 60),
  created_at timestamptz not null default now()
);
comment on table public.consents is 'What an account agreed to at sign-up. Rows are only ever added, and go with the profile.';
comment on column public.consents.version is 'Terms: when an operator last changed them, in UTC, or shipped. Privacy: the version that the page names.';
create index consents_of_profile_idx on public.consents (profile_id, created_at);
create trigger consents_are_append_only before update on public.consents for each row execute function private.refuse_change();

-- After make_profile_of_new_user, since triggers run by their names. An account that came past our form agreed to nothing, and none is made up.
create function private.note_consent_of_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
  read_version text;
  profile uuid := (select id from public.profiles where user_id = new.id);
begin
  begin
    given := to_jsonb(new) -> 'raw_user_meta_data';
    if jsonb_typeof(given) = 'string' then
      given := (given #>> '{}')::jsonb;
    end if;
    read_version := left(btrim(given ->> 'privacy_version'), 60);
  exception when others then
    return new;
  end;
  if profile is null or read_version is null or read_version !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return new;
  end if;
  insert into public.consents (profile_id, agreed_to, version) values
    (profile, 'privacy', read_version),
    (profile, 'terms', coalesce(
      (select to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') from public.settings where group_name = 'terms'), 'shipped'));
  return new;
end $$;
comment on function private.note_consent_of_new_user() is 'Trigger on auth.users: keeps that the terms and the privacy page were agreed to, in the versions that stood then.';
revoke all on function private.note_consent_of_new_user() from public;
create trigger note_consent_of_new_user after insert on auth.users for each row execute function private.note_consent_of_new_user();

alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;

create policy "A student reads what they agreed to, an operator everything" on public.consents for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.is_operator()));
