-- Whose account it is: what Paystack said when a student gave bank details (docs/decisions/0038).

create table public.account_checks (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  bank_name text not null check (char_length(bank_name) between 1 and 100),
  bank_code text not null check (bank_code ~ '^[0-9A-Za-z]{2,20}$'),
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  account_name text not null default '' check (char_length(account_name) <= 200),
  holder_name text check (char_length(holder_name) between 1 and 200),
  asked_at timestamptz not null default now(),
  cached_at timestamptz
);
comment on table public.account_checks is
  'What the bank says of an account that a student gave. One waits for the student''s answer at most, and one is of the bank '
  'details that are kept.';
comment on column public.account_checks.account_name is 'The name that the student typed, if any.';
comment on column public.account_checks.holder_name is 'The name that the bank has. Null: the bank knows no such account.';
comment on column public.account_checks.cached_at is 'When the student said that it is theirs. Null: not answered yet.';
create unique index account_checks_one_waits_idx on public.account_checks (profile_id) where cached_at is null;
create unique index account_checks_one_current_idx on public.account_checks (profile_id) where cached_at is not null;
create index account_checks_unanswered_idx on public.account_checks (asked_at) where cached_at is null;
create index account_checks_of_profile_idx on public.account_checks (profile_id);

alter table public.account_checks enable row level security;
revoke all on public.account_checks from anon, authenticated, service_role;
grant select on public.account_checks to authenticated;
create policy "A student reads what the bank response of their own account" on public.account_checks for select to authenticated
  using (profile_id = (select private.own_profile_id()));

-- Names are compared by their words, in any order, without accents: banks write OKONKWO ADAORA NGOZI.
create function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct word), '{}')
    from regexp_split_to_table(
      lower(regexp_replace(normalize(coalesce(name, ''), nfd), '[\u0300-\u036f]', '', 'g')), '[^a-z]+') word
   where char_length(word) > 1
$$;
comment on function private.name_words(text) is
  'The words of a name, in small letters without accents. Initials are left out.';

create function private.names_fit(holder text, own text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(private.name_words(own)) > 0 and (
    select count(*) from unnest(private.name_words(own)) word where word = any (private.name_words(holder))
  ) >= least(2, cardinality(private.name_words(own)))
$$;
comment on function private.names_fit(text, text) is
  'Whether two words of a person''s own name, or its only one, are in the name that the bank has.';

create function private.account_name_mismatch(here public.account_checks) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when here.holder_name is null then 'unknown'
    when not private.names_fit(here.holder_name, p.first_name || ' ' || p.last_name) then 'name' end
    from public.profiles p where p.id = here.profile_id
$$;
comment on function private.account_name_mismatch(public.account_checks) is
  'Why an admin should look at an account: unknown (the bank knows no such account), name (another name than the '
  'profile''s), '
  'or null.';

create function public.save_account_check(profile uuid, bank text, code text, number text, typed_name text,
  holder text default null)
returns void
language sql security definer set search_path = '' as $$
  insert into public.account_checks (profile_id, bank_name, bank_code, account_number, account_name, holder_name)
  values (profile, bank, code, number, left(typed_name, 200), left(nullif(btrim(holder), ''), 200))
  on conflict (profile_id) where cached_at is null do update
     set bank_name = excluded.bank_name, bank_code = excluded.bank_code, account_number = excluded.account_number,
         account_name = excluded.account_name, holder_name = excluded.holder_name, asked_at = now()
$$;
comment on function public.save_account_check(uuid, text, text, text, text, text) is
  'Keeps what Paystack said of an account until its student answers; holder is null when the bank knows no such account. '
  'Service role only.';

create function public.own_account_pending() returns table (
  bank_name text, account_number text, account_name text, holder_name text, fits boolean, asked_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select c.bank_name, c.account_number, c.account_name, c.holder_name, private.account_name_mismatch(c) is null, c.asked_at
    from public.account_checks c
   where c.profile_id = (select private.own_profile_id()) and c.cached_at is null
$$;
comment on function public.own_account_pending() is
  'The account about which the caller was asked whether it is theirs, and whether its holder''s name fits the profile. One '
  'row or none.';

create function public.confirm_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
  here public.account_checks;
begin
  select * into here from public.account_checks where profile_id = student and cached_at is null for update;
  if not found then
    return false;
  end if;
  delete from public.account_checks where profile_id = student and cached_at is not null;
  update public.account_checks set cached_at = now() where id = here.id;
  insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name)
  values (student, here.bank_name, here.account_number, coalesce(nullif(here.account_name, ''), here.holder_name))
  on conflict (profile_id) do update
     set bank_name = excluded.bank_name, account_number = excluded.account_number, account_name = excluded.account_name;
  return true;
end $$;
comment on function public.confirm_own_account() is
  'The caller says that the account is theirs: it becomes the bank details. False when none waits.';

create function public.discard_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_checks where profile_id = private.own_profile_id() and cached_at is null;
  return found;
end $$;
comment on function public.discard_own_account() is
  'The caller leaves the bank details as they were. False when no account waits for an answer.';

-- What was said of one account says nothing of another one.
create function private.delete_other_account_checks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  profile uuid := coalesce(new.profile_id, old.profile_id);
begin
  delete from public.account_checks c
   where c.profile_id = profile
     and (tg_op = 'DELETE' or c.cached_at is null or c.bank_name is distinct from new.bank_name
          or c.account_number is distinct from new.account_number);
  return null;
end $$;
comment on function private.delete_other_account_checks() is
  'Trigger: when bank details change, whoever changes them, what the bank said of another account is forgotten.';
create trigger profiles_bank_details_delete_other_checks
  after insert or update of bank_name, account_number or delete on public.profiles_bank_details
  for each row execute function private.delete_other_account_checks();

create function public.account_name_mismatches(of_profiles uuid[]) returns table (profile_id uuid, doubt text, holder_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select d.profile_id, d.doubt, d.holder_name from (
    select c.profile_id, private.account_name_mismatch(c) as doubt, c.holder_name
      from public.account_checks c where c.profile_id = any (of_profiles) and c.cached_at is not null
  ) d
   where d.doubt is not null;
end $$;
comment on function public.account_name_mismatches(uuid[]) is
  'Of these students those whose bank details are in doubt: unknown (the bank knows no such account) or name (it has '
  'another name, '
  'holder_name, than the profile). Admins only.';

create function public.purge_account_checks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from public.account_checks where cached_at is null and asked_at < now() - interval '7 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function public.purge_account_checks() is
  'Removes accounts about which a student did not answer in seven days. Returns how many. Service role only.';

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
