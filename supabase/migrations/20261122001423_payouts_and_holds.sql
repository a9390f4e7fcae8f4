-- Payouts: a run proposes payments, an admin confirms it, and the bank's result is recorded for each.

create table public.payout_runs (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique check (char_length(idempotency_key) between 8 and 100),
  run_day date not null,
  payouts integer not null check (payouts > 0),
  total_kobo bigint not null check (total_kobo > 0),
  confirmed_by uuid,
  confirmed_at timestamptz not null,
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.payout_runs is 'Confirmed payout runs. Append-only.';
comment on column public.payout_runs.idempotency_key is
  'Identifies the confirmed proposal, so that a double submission creates one run.';
comment on column public.payout_runs.run_day is 'Day (Lagos) of the confirmation.';
create index payout_runs_newest_idx on public.payout_runs (confirmed_at desc, id desc);
create index payout_runs_by_day_idx on public.payout_runs (run_day);
create trigger payout_runs_are_append_only before update or delete on public.payout_runs
  for each row execute function private.prevent_update();
create trigger payout_runs_prevent_truncate before truncate on public.payout_runs
  for each statement execute function private.prevent_update();

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references public.payout_runs (id),
  profile_id uuid not null references public.profiles (id) on delete restrict,
  amount_kobo bigint not null check (amount_kobo > 0),
  transaction_id bigint not null references public.book_transactions (id),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  constraint payouts_once_a_run unique (run_id, profile_id)
);
comment on table public.payouts is
  'A student''s payout in a run: all that was available. Append-only; payout_steps has the results.';
comment on column public.payouts.transaction_id is
  'Its ledger transaction. It pays all shares that became available before this transaction.';
create index payouts_of_profile_idx on public.payouts (profile_id, transaction_id);
create index payouts_of_transaction_idx on public.payouts (transaction_id);
create trigger payouts_are_append_only before update or delete on public.payouts
  for each row execute function private.prevent_update();
create trigger payouts_prevent_truncate before truncate on public.payouts
  for each statement execute function private.prevent_update();

create table public.payout_steps (
  payout_id uuid not null references public.payouts (id),
  step text not null check (step in ('paid', 'returned')),
  note text not null default '' check (char_length(note) <= 300),
  actor_id uuid,
  done_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (payout_id, step)
);
comment on table public.payout_steps is
  'The bank''s results of a payout: paid, returned, or paid and then returned; each at most once. Without a row it is '
  'on its way.';
comment on column public.payout_steps.note is 'The bank''s reference if paid, or the reason if returned.';
create trigger payout_steps_are_append_only before update or delete on public.payout_steps
  for each row execute function private.prevent_update();
create trigger payout_steps_prevent_truncate before truncate on public.payout_steps
  for each statement execute function private.prevent_update();

-- Destinations of payouts. Deleted with the student's account, so they are separate from the append-only rows.
create table private.payout_accounts (
  payout_id uuid primary key references public.payouts (id),
  bank_name text not null,
  account_number text not null,
  account_name text not null
);
comment on table private.payout_accounts is
  'Bank details at the time of the confirmation. Removed when the student deletes the account.';
revoke all on private.payout_accounts from public, anon, authenticated, service_role;

-- A payout is sent either by transfer through Paystack or in a bank file, never both (docs/decisions/0038). The
-- migration payout_transfers processes transfers.

create table private.transfers (
  payout_id uuid primary key references public.payouts (id),
  reference text not null unique check (reference ~ '^[a-z0-9_-]{16,50}$'),
  amount_kobo bigint not null check (amount_kobo > 0),
  domain text not null check (domain in ('test', 'live')),
  state text not null default 'prepared'
    check (state in ('prepared', 'sending', 'otp', 'pending', 'refused', 'success', 'failed', 'wrong')),
  reason text check (char_length(reason) <= 500),
  recipient_code text check (char_length(recipient_code) <= 60),
  transfer_code text check (char_length(transfer_code) <= 60),
  asked_by uuid,
  checks integer not null default 0,
  sent_at timestamptz,
  next_at timestamptz,
  settled_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table private.transfers is 'Payouts through Paystack, recorded before anything is sent.';
comment on column private.transfers.domain is 'Mode of the key with which it was requested. No other key sends it.';
comment on column private.transfers.state is
  'prepared: to be sent. sending: claimed, or the caller crashed; verified with Paystack before it is sent again. otp: '
  'Paystack waits for a code. refused: rejected by Paystack, so nothing was sent. failed: not made or reversed; the '
  'money is available again. wrong: Paystack''s data does not match the payout.';
comment on column private.transfers.sent_at is 'When a caller claimed it for sending. Null: it cannot have been sent.';
comment on column private.transfers.next_at is
  'When it is sent or verified with Paystack. The caller moves it first, so it is also a lease. Null: decided, or '
  'needs an admin.';
comment on column private.transfers.closed_at is 'When an admin settled a wrong one.';
create index transfers_due_idx on private.transfers (next_at) where next_at is not null;
create index transfers_to_act_on_idx on private.transfers (state) where state in ('otp', 'refused', 'wrong');
create trigger transfers_touch before update on private.transfers for each row execute function private.touch_updated_at();

create table private.payouts_in_file (
  payout_id uuid primary key references public.payouts (id),
  taken_at timestamptz not null default now(),
  claimed_by uuid
);
comment on table private.payouts_in_file is
  'Payouts that an admin exported in a bank file. They cannot be transferred until an admin discards the file.';
revoke all on private.transfers, private.payouts_in_file from public, anon, authenticated, service_role;

create function private.is_by_transfer(payout uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.transfers t where t.payout_id = payout and t.state <> 'wrong')
$$;
comment on function private.is_by_transfer(uuid) is
  'Returns true if Paystack decides the result of a payout. An admin decides a transfer that is wrong.';

create function private.payout_account(payout uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from private.transfers t where t.payout_id = payout) then 'provider' else 'bank' end
$$;
comment on function private.payout_account(uuid) is
  'Returns the ledger account from which a payout is paid: the balance at the provider for a transfer, otherwise the '
  'bank.';
revoke all on function private.is_by_transfer(uuid), private.payout_account(uuid) from public;

create table public.payout_holds (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  payout_id uuid unique references public.payouts (id),
  reason text not null check (char_length(btrim(reason)) between 1 and 300),
  lifted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.payout_holds is
  'Holds on a student''s payouts, by an admin or after a returned payout. The student can read the reason.';
comment on column public.payout_holds.payout_id is
  'The returned payout. Such a hold ends automatically when the bank details change.';
create unique index payout_holds_one_of_admins_idx on public.payout_holds (profile_id)
  where lifted_at is null and payout_id is null;
create index payout_holds_of_profile_idx on public.payout_holds (profile_id, created_at desc);
create trigger payout_holds_touch before update on public.payout_holds
  for each row execute function private.touch_updated_at();
create trigger payout_holds_log after insert or update on public.payout_holds
  for each row execute function private.log_admin_action('payout_hold', 'profile_id', '', 'reason,lifted_at');

alter table public.payout_runs enable row level security;
alter table public.payouts enable row level security;
alter table public.payout_steps enable row level security;
alter table public.payout_holds enable row level security;
revoke all on public.payout_runs, public.payouts, public.payout_steps, public.payout_holds from anon, authenticated,
  service_role;
grant select on public.payout_runs, public.payouts, public.payout_steps, public.payout_holds to authenticated, service_role;
create policy "An admin reads the runs" on public.payout_runs for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "A student reads their own payouts, an admin every payout" on public.payouts for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));
create policy "A student reads the results of their own payouts, an admin all"
  on public.payout_steps for select to authenticated
  using (
    (select private.has_admin_role('money'))
    or exists (select from public.payouts p where p.id = payout_id and p.profile_id = (select private.own_profile_id()))
  );
create policy "A student reads their own payout holds, an admin every hold" on public.payout_holds
  for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));

-- An admin's hold takes precedence over the bank's. A return counts until the student changes the bank details.
create function private.hold_on(student uuid) returns public.payout_holds
language sql stable security definer set search_path = '' as $$
  select h from public.payout_holds h left join public.profiles_bank_details b on b.profile_id = h.profile_id
   where h.profile_id = student and h.lifted_at is null
     and (h.payout_id is null or b.changed_at is null or b.changed_at <= h.created_at)
   order by h.payout_id is not null, h.created_at desc limit 1
$$;
comment on function private.hold_on(uuid) is 'Returns the hold on this student''s payouts, or null.';
revoke all on function private.hold_on(uuid) from public;

create type public.payout_eligibility as enum (
  'pay', 'debt', 'held', 'returned', 'no_bank', 'bank_incomplete', 'bank_changed', 'waiting', 'minimum'
);
comment on type public.payout_eligibility is 'Decision of the next run about a student: pay, or the reason why not.';

create function private.payout_eligibility(at_time timestamptz) returns table (
  profile_id uuid, available_kobo bigint, pending_kobo bigint, eligibility public.payout_eligibility, until timestamptz,
  reason text
)
language sql stable security definer set search_path = '' as $$
  select s.profile_id, s.available, s.waiting,
         case
           when s.available < 0 then 'debt'
           when (hold).id is not null then case when (hold).payout_id is null then 'held' else 'returned' end
           when coalesce(b.account_number, '') = '' or coalesce(b.bank_name, '') = '' then 'no_bank'
           when char_length(b.account_number) < 10 then 'bank_incomplete'
           when b.changed_at > at_time - make_interval(hours => rule.hold_hours) then 'bank_changed'
           when s.available = 0 then 'waiting'
           when s.available < rule.minimum_kobo then 'minimum'
           else 'pay'
         end::public.payout_eligibility,
         case when b.changed_at > at_time - make_interval(hours => rule.hold_hours)
           then b.changed_at + make_interval(hours => rule.hold_hours) end,
         (hold).reason
    from (
      select bb.profile_id, -sum(bb.balance_kobo) filter (where bb.account = 'available')::bigint as available,
             -sum(bb.balance_kobo) filter (where bb.account = 'waiting')::bigint as waiting
        from (
          select b.profile_id, b.account, b.balance_kobo from private.book_balances b
           where b.profile_id is not null and b.balance_kobo <> 0
          union all
          select b.profile_id, a.account, 0 from private.book_balances b, (values ('available'), ('waiting')) a (account)
           where b.profile_id is not null and b.balance_kobo <> 0
        ) bb
       group by bb.profile_id
    ) s
    cross join private.book_rule(at_time) rule
    cross join lateral (select private.hold_on(s.profile_id) as hold) h
    left join public.profiles_bank_details b on b.profile_id = s.profile_id
$$;
comment on function private.payout_eligibility(timestamptz) is
  'Returns every student with money in the ledger, and whether a run at this time pays what is available: pay, or why '
  'not (debt, held, returned, no_bank, bank_incomplete, bank_changed with until, waiting, minimum).';
revoke all on function private.payout_eligibility(timestamptz) from public;

create table private.payouts_left_out (
  run_id uuid not null references public.payout_runs (id),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  available_kobo bigint not null,
  eligibility public.payout_eligibility not null,
  until timestamptz,
  reason text,
  primary key (run_id, profile_id)
);
comment on table private.payouts_left_out is
  'Students with money in the ledger whom a run did not pay, and why, as at its confirmation. Removed when the student '
  'deletes the account.';
comment on column private.payouts_left_out.eligibility is 'pay: became due after the admin had opened the list.';
create index payouts_left_out_of_profile_idx on private.payouts_left_out (profile_id);
revoke all on private.payouts_left_out from public, anon, authenticated, service_role;

create type public.payout_confirmation as enum ('ok', 'duplicate', 'empty', 'changed');
comment on type public.payout_confirmation is
  'Result of confirming a payout run. changed: amounts or accounts differ from what the admin saw.';

create function private.confirm_run(
  named text, expected jsonb, at_time timestamptz default now(), sample boolean default false
) returns table (outcome public.payout_confirmation, run_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  run uuid;
  known public.payout_runs;
  one record;
  payout uuid;
  booked bigint;
begin
  perform private.lock_books();
  select * into known from public.payout_runs r where r.idempotency_key = named;
  if found then
    return query select 'duplicate'::public.payout_confirmation, known.id;
    return;
  end if;
  if jsonb_array_length(expected) = 0 then
    return query select 'empty'::public.payout_confirmation, null::uuid;
    return;
  end if;
  perform private.clear_shares(at_time, 1000000);
  -- A run pays exactly what the admin saw, or nothing.
  if exists (
    select from jsonb_to_recordset(expected) as e (profile uuid, kobo bigint)
      left join private.payout_eligibility(at_time) v on v.profile_id = e.profile and v.eligibility = 'pay'
     where v.available_kobo is distinct from e.kobo
  ) or (select count(*) <> count(distinct e.profile) from jsonb_to_recordset(expected) as e (profile uuid)) then
    return query select 'changed'::public.payout_confirmation, null::uuid;
    return;
  end if;
  insert into public.payout_runs (idempotency_key, run_day, payouts, total_kobo, confirmed_by, confirmed_at, is_sample)
  select named, (at_time at time zone 'Africa/Lagos')::date, count(*), sum(e.kobo), (select auth.uid()), at_time, sample
    from jsonb_to_recordset(expected) as e (profile uuid, kobo bigint)
  returning id into run;
  insert into private.payouts_left_out (run_id, profile_id, available_kobo, eligibility, until, reason)
  select run, v.profile_id, v.available_kobo, v.eligibility, v.until, v.reason
    from private.payout_eligibility(at_time) v
   where v.profile_id not in (select e.profile from jsonb_to_recordset(expected) as e (profile uuid));
  for one in
    select e.profile, e.kobo from jsonb_to_recordset(expected) as e (profile uuid, kobo bigint) order by e.profile
  loop
    payout := gen_random_uuid();
    booked := private.post_transaction('payout', 'payout:' || payout, payout, at_time, jsonb_build_array(
      jsonb_build_object('account', 'available', 'profile', one.profile, 'kobo', one.kobo),
      jsonb_build_object('account', 'payouts_on_way', 'kobo', -one.kobo)), null, sample);
    insert into public.payouts (id, run_id, profile_id, amount_kobo, transaction_id, is_sample)
    values (payout, run, one.profile, one.kobo, booked, sample);
    insert into private.payout_accounts (payout_id, bank_name, account_number, account_name)
    select payout, coalesce(b.bank_name, ''), b.account_number, coalesce(b.account_name, '')
      from public.profiles_bank_details b where b.profile_id = one.profile;
  end loop;
  return query select 'ok'::public.payout_confirmation, run;
end $$;
comment on function private.confirm_run(text, jsonb, timestamptz, boolean) is
  'Pays what an admin saw: expected is a list of {profile, kobo}. outcome: ok, duplicate (this proposal was confirmed '
  'before), changed (a balance or bank details differ from the proposal; nothing is paid), empty.';

create function private.record_payout(
  payout uuid, what text, response text, at_time timestamptz default now()
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  here public.payouts;
  went private.payout_accounts;
  was_paid boolean;
  gone boolean;
  result jsonb;
begin
  perform private.lock_books();
  select * into here from public.payouts where id = payout;
  if not found then
    return 'gone';
  end if;
  if exists (select from public.payout_steps where payout_id = payout and step = 'returned') then
    return case what when 'returned' then 'duplicate' else 'returned' end;
  end if;
  was_paid := exists (select from public.payout_steps where payout_id = payout and step = 'paid');
  if was_paid and what = 'paid' then
    return 'duplicate';
  end if;
  insert into public.payout_steps (payout_id, step, note, actor_id, done_at)
  values (payout, what, coalesce(response, ''), (select auth.uid()), at_time);
  select * into went from private.payout_accounts where payout_id = payout;
  gone := exists (select from public.profiles where id = here.profile_id and deleted_at is not null);
  if what = 'paid' then
    perform private.post_transaction('payout_paid', 'payout_paid:' || payout, payout, at_time, jsonb_build_array(
      jsonb_build_object('account', 'payouts_on_way', 'kobo', here.amount_kobo),
      jsonb_build_object('account', private.payout_account(payout), 'kobo', -here.amount_kobo)),
      left(response, 500), here.is_sample);
  else
    -- A payout returned for a since deleted account goes to the platform.
    perform private.post_transaction('payout_returned', 'payout_returned:' || payout, payout, at_time, jsonb_build_array(
      jsonb_build_object('account', case when was_paid then private.payout_account(payout) else 'payouts_on_way' end,
        'kobo', here.amount_kobo),
      jsonb_build_object('account', case when gone then 'platform' else 'available' end,
        'profile', case when not gone then here.profile_id end, 'kobo', -here.amount_kobo)), left(response, 500), here.is_sample);
    if not gone then
      insert into public.payout_holds (profile_id, payout_id, reason, created_at)
      values (here.profile_id, payout, coalesce(nullif(btrim(response), ''), 'The bank gave no reason.'), at_time);
    end if;
  end if;
  result := jsonb_build_object('kobo', here.amount_kobo, 'bank', coalesce(went.bank_name, ''),
    'last_four', coalesce(right(went.account_number, 4), ''), 'note', coalesce(response, ''));
  if here.is_sample or gone then
    return 'ok';
  end if;
  if what = 'paid' then
    perform private.queue_email('payout-paid', here.profile_id, result);
  else
    perform private.queue_email('payout-returned', here.profile_id, result);
  end if;
  return 'ok';
end $$;
comment on function private.record_payout(uuid, text, text, timestamptz) is
  'Records the bank''s result of a payout: paid (with its reference) or returned (with the reason; the money is '
  'available again, and is not sent to the same account automatically). Returns ok, duplicate, returned (it was '
  'returned before) or gone. Emailed.';
revoke all on function private.confirm_run(text, jsonb, timestamptz, boolean),
  private.record_payout(uuid, text, text, timestamptz) from public;
