-- Verification of bank accounts: the account holder that Paystack returns for a student's bank details
-- (docs/decisions/0038).

create table public.account_checks (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  bank_name text not null check (char_length(bank_name) between 1 and 100),
  bank_code text not null check (bank_code ~ '^[0-9A-Za-z]{2,20}$'),
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  account_name text not null default '' check (char_length(account_name) <= 200),
  holder_name text check (char_length(holder_name) between 1 and 200),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);
comment on table public.account_checks is
  'Account holders returned by the bank. A student has at most one unconfirmed check, and one for the saved bank '
  'details.';
comment on column public.account_checks.account_name is 'The name that the student entered, if any.';
comment on column public.account_checks.holder_name is
  'The holder''s name at the bank. Null if the bank does not know the account.';
comment on column public.account_checks.confirmed_at is
  'When the student confirmed that the account is theirs. Null until then.';
create unique index account_checks_one_waits_idx on public.account_checks (profile_id) where confirmed_at is null;
create unique index account_checks_one_current_idx on public.account_checks (profile_id) where confirmed_at is not null;
create index account_checks_unanswered_idx on public.account_checks (asked_at) where confirmed_at is null;
create index account_checks_of_profile_idx on public.account_checks (profile_id);

alter table public.account_checks enable row level security;
revoke all on public.account_checks from anon, authenticated, service_role;
grant select on public.account_checks to authenticated;
create policy "A student reads the checks of their own bank account" on public.account_checks for select to authenticated
  using (profile_id = (select private.own_profile_id()));

-- Names match by words, in any order and without accents: banks write OKONKWO ADAORA NGOZI.
create function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(
      lower(regexp_replace(normalize(coalesce(name, ''), nfd), '[\u0300-\u036f]', '', 'g')), '[^a-z]+') word
   where char_length(word) > 1
$$;
comment on function private.name_words(text) is
  'Returns the words of a name in lower case without accents and initials.';

create function private.names_fit(holder text, own text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(private.name_words(own)) > 0 and (
    select count(*) from unnest(private.name_words(own)) word where word = any (private.name_words(holder))
  ) >= least(2, cardinality(private.name_words(own)))
$$;
comment on function private.names_fit(text, text) is
  'Returns true if two words of a user''s name (or its only word) are in the holder''s name.';

create function private.account_name_mismatch(here public.account_checks) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when here.holder_name is null then 'unknown'
    when not private.names_fit(here.holder_name, p.first_name || ' ' || p.last_name) then 'name' end
    from public.profiles p where p.id = here.profile_id
$$;
comment on function private.account_name_mismatch(public.account_checks) is
  'Returns why an admin should check an account: unknown (the bank does not know it), name (the holder''s name differs '
  'from the profile), or null.';

create function public.save_account_check(profile uuid, bank text, code text, number text, typed_name text,
  holder text default null)
returns void
language sql security definer set search_path = '' as $$
  insert into public.account_checks (profile_id, bank_name, bank_code, account_number, account_name, holder_name)
  values (profile, bank, code, number, left(typed_name, 200), left(nullif(btrim(holder), ''), 200))
  on conflict (profile_id) where confirmed_at is null do update
     set bank_name = excluded.bank_name, bank_code = excluded.bank_code, account_number = excluded.account_number,
         account_name = excluded.account_name, holder_name = excluded.holder_name, asked_at = now()
$$;
comment on function public.save_account_check(uuid, text, text, text, text, text) is
  'Saves the holder''s name from Paystack until the student confirms it; holder is null if the bank does not know the '
  'account. Service role only.';

create function public.own_account_pending() returns table (
  bank_name text, account_number text, account_name text, holder_name text, fits boolean, asked_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select c.bank_name, c.account_number, c.account_name, c.holder_name, private.account_name_mismatch(c) is null, c.asked_at
    from public.account_checks c
   where c.profile_id = (select private.own_profile_id()) and c.confirmed_at is null
$$;
comment on function public.own_account_pending() is
  'Returns the account that the caller has to confirm, and whether its holder''s name matches the profile. At most one '
  'row.';

create function public.confirm_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
  here public.account_checks;
begin
  select * into here from public.account_checks where profile_id = student and confirmed_at is null for update;
  if not found then
    return false;
  end if;
  delete from public.account_checks where profile_id = student and confirmed_at is not null;
  update public.account_checks set confirmed_at = now() where id = here.id;
  insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name)
  values (student, here.bank_name, here.account_number, coalesce(nullif(here.account_name, ''), here.holder_name))
  on conflict (profile_id) do update
     set bank_name = excluded.bank_name, account_number = excluded.account_number, account_name = excluded.account_name;
  return true;
end $$;
comment on function public.confirm_own_account() is
  'Confirms the caller''s pending account and saves it as bank details. Returns false if no account is pending.';

create function public.discard_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_checks where profile_id = private.own_profile_id() and confirmed_at is null;
  return found;
end $$;
comment on function public.discard_own_account() is
  'Discards the caller''s pending account and leaves the bank details unchanged. Returns false if no account is '
  'pending.';

-- A check is valid only for the account it was made for.
create function private.delete_other_account_checks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  profile uuid := coalesce(new.profile_id, old.profile_id);
begin
  delete from public.account_checks c
   where c.profile_id = profile
     and (tg_op = 'DELETE' or c.confirmed_at is null or c.bank_name is distinct from new.bank_name
          or c.account_number is distinct from new.account_number);
  return null;
end $$;
comment on function private.delete_other_account_checks() is
  'Trigger: deletes the checks of other accounts when bank details change, for every role.';
create trigger profiles_bank_details_delete_other_checks
  after insert or update of bank_name, account_number or delete on public.profiles_bank_details
  for each row execute function private.delete_other_account_checks();

create function public.account_name_mismatches(of_profiles uuid[]) returns table (profile_id uuid, doubt text, holder_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select d.profile_id, d.doubt, d.holder_name from (
    select c.profile_id, private.account_name_mismatch(c) as doubt, c.holder_name
      from public.account_checks c where c.profile_id = any (of_profiles) and c.confirmed_at is not null
  ) d
   where d.doubt is not null;
end $$;
comment on function public.account_name_mismatches(uuid[]) is
  'Returns the students among these whose bank details are in doubt: unknown (the bank does not know the account) or '
  'name (holder_name differs from the profile). Admins only.';

create function public.purge_account_checks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from public.account_checks where confirmed_at is null and asked_at < now() - interval '7 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function public.purge_account_checks() is
  'Removes checks that were not confirmed within seven days. Returns how many. Service role only.';

revoke all on function private.name_words(text), private.names_fit(text, text),
  private.account_name_mismatch(public.account_checks),
  private.delete_other_account_checks() from public;
revoke all on function
  public.save_account_check(uuid, text, text, text, text, text), public.own_account_pending(), public.confirm_own_account(),
  public.discard_own_account(), public.account_name_mismatches(uuid[]), public.purge_account_checks()
  from public, anon, authenticated, service_role;
grant execute on function
  public.save_account_check(uuid, text, text, text, text, text), public.purge_account_checks() to service_role;
grant execute on function
  public.own_account_pending(), public.confirm_own_account(), public.discard_own_account(), public.account_name_mismatches(uuid[])
  to authenticated;
