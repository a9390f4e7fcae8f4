-- The ledger: double entry in whole kobo (docs/decisions/0031). The entries of a transaction name the accounts that
-- money came from and went to, and sum to zero. Append-only; a correction is a reversal.

-- The owner and share of a material over time. A sale that is recorded late belongs to the student and percentage of
-- the day on which it was paid.
create table private.material_share_history (
  id bigint generated always as identity primary key,
  material_id uuid not null references public.research_materials (id) on delete cascade,
  profile_id uuid references public.profiles (id) on delete set null,
  share_percent integer not null,
  valid_from timestamptz not null default now()
);
comment on table private.material_share_history is
  'History of material_shares. The first row of a material also applies to earlier times.';
create index material_share_history_idx on private.material_share_history (material_id, valid_from desc, id desc);
create index material_share_history_of_profile_idx on private.material_share_history (profile_id);
revoke all on private.material_share_history from public, anon, authenticated, service_role;
revoke all on sequence private.material_share_history_id_seq from public, anon, authenticated, service_role;

create function private.record_share_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.material_share_history (material_id, profile_id, share_percent)
  values (new.material_id, new.profile_id, new.share_percent);
  return null;
end $$;
comment on function private.record_share_history() is
  'Trigger: records the owner of a material and their part of each sale.';
revoke all on function private.record_share_history() from public;
create trigger material_shares_keep_first after insert on public.material_shares
  for each row execute function private.record_share_history();
create trigger material_shares_keep_changed after update on public.material_shares
  for each row when ((old.profile_id, old.share_percent) is distinct from (new.profile_id, new.share_percent))
  execute function private.record_share_history();

create function private.agreed_share(material uuid, at_time timestamptz) returns private.material_share_history
language sql stable security definer set search_path = '' as $$
  (select h from private.material_share_history h
    where h.material_id = material and h.valid_from <= at_time order by h.valid_from desc, h.id desc limit 1)
  union all
  (select h from private.material_share_history h where h.material_id = material order by h.valid_from, h.id limit 1)
  limit 1
$$;
comment on function private.agreed_share(uuid, timestamptz) is
  'Returns the owner and share of a material at a time, or null if it has none. The first agreement also applies earlier.';
revoke all on function private.agreed_share(uuid, timestamptz) from public;

create type public.book_transaction_kind as enum (
  'sale', 'clearing', 'held', 'released', 'refund', 'refund_paid', 'reversal', 'payout', 'payout_paid', 'payout_returned',
  'given_up', 'settlement', 'bank_charge'
);
comment on type public.book_transaction_kind is 'Kind of event that a transaction of the ledger records.';

create table public.book_transactions (
  id bigint generated always as identity primary key,
  event_key text not null unique check (event_key ~ '^[a-z_]+:[^[:space:]]+$' and char_length(event_key) <= 300),
  kind public.book_transaction_kind not null,
  subject uuid not null,
  note text check (char_length(note) <= 500),
  actor_id uuid,
  is_sample boolean not null default false,
  booked_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table public.book_transactions is 'Events of money, each recorded once. Only ledger functions add rows.';
comment on column public.book_transactions.event_key is
  'Idempotency key of the event, such as sale:<id>. The same event cannot be recorded twice.';
comment on column public.book_transactions.subject is 'The sale, refund, payout or profile of the event.';
comment on column public.book_transactions.actor_id is 'auth.users.id of the admin; null for a program.';
comment on column public.book_transactions.is_sample is 'Created by the sample history (SEED=demo). No money moved.';
create index book_transactions_of_subject_idx on public.book_transactions (subject, id);
create index book_transactions_by_kind_idx on public.book_transactions (kind, id desc);
create index book_transactions_by_time_idx on public.book_transactions (booked_at);

create table public.book_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references public.book_transactions (id),
  account text not null check (account in (
    'provider', 'refunds_owed', 'waiting', 'available', 'platform', 'fees', 'payouts_on_way', 'bank'
  )),
  profile_id uuid references public.profiles (id) on delete restrict,
  amount_kobo bigint not null check (amount_kobo <> 0),
  created_at timestamptz not null default now(),
  constraint book_entries_students_have_accounts check ((account in ('waiting', 'available')) = (profile_id is not null)),
  constraint book_entries_once_an_account unique nulls not distinct (transaction_id, account, profile_id)
);
comment on table public.book_entries is
  'Entries of an account. The entries of a transaction sum to zero, as enforced by private.check_books.';
comment on column public.book_entries.account is
  'provider: money at the payment provider. bank: in our account. fees: taken by both. Liabilities: refunds_owed '
  '(buyers), waiting and available (per student), payouts_on_way (submitted to the bank). platform: earned by Lamplight.';
comment on column public.book_entries.amount_kobo is
  'Kobo. Positive: an asset or a cost. Negative: a liability or income.';
create index book_entries_of_profile_idx on public.book_entries (profile_id, transaction_id desc) where profile_id is not null;
create index book_entries_of_account_idx on public.book_entries (account, id desc);

create trigger book_transactions_are_append_only before update or delete on public.book_transactions
  for each row execute function private.prevent_update();
create trigger book_transactions_prevent_truncate before truncate on public.book_transactions
  for each statement execute function private.prevent_update();
create trigger book_entries_are_append_only before update or delete on public.book_entries
  for each row execute function private.prevent_update();
create trigger book_entries_prevent_truncate before truncate on public.book_entries
  for each statement execute function private.prevent_update();

-- Sums that many pages read. A trigger updates them, so they follow the entries of every writer.
create table private.book_balances (
  account text not null,
  profile_id uuid references public.profiles (id) on delete restrict,
  balance_kobo bigint not null,
  unique nulls not distinct (account, profile_id)
);
comment on table private.book_balances is 'Balance of each account; students have separate accounts.';
create index book_balances_of_profile_idx on private.book_balances (profile_id);
create table private.book_days (
  day date not null,
  account text not null,
  kind public.book_transaction_kind not null,
  amount_kobo bigint not null,
  primary key (account, day, kind)
);
comment on table private.book_days is
  'Sum of entries per account, day in Lagos and kind, over all students. The balance sheet of any date and the '
  'dashboard of money read it.';
create table private.book_earned (
  profile_id uuid primary key references public.profiles (id) on delete restrict,
  earned_kobo bigint not null
);
comment on table private.book_earned is
  'Total earned by each student: shares less refunds and reversals, paid out or not.';
create table private.book_months (
  profile_id uuid not null references public.profiles (id) on delete restrict,
  month date not null,
  sales bigint not null,
  gross_kobo bigint not null,
  earned_kobo bigint not null,
  back_kobo bigint not null,
  sent_kobo bigint not null,
  primary key (profile_id, month)
);
comment on table private.book_months is
  'Monthly sums of a student (Lagos): sales, their prices and shares, refunds and reversals, and payouts less returned ones.';
revoke all on private.book_balances, private.book_days, private.book_earned, private.book_months
  from public, anon, authenticated, service_role;

create function private.update_balances() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_transaction public.book_transactions;
  price bigint;
begin
  select * into of_transaction from public.book_transactions where id = new.transaction_id;
  insert into private.book_balances as b (account, profile_id, balance_kobo)
  values (new.account, new.profile_id, new.amount_kobo)
  on conflict (account, profile_id) do update set balance_kobo = b.balance_kobo + excluded.balance_kobo;
  insert into private.book_days as d (day, account, kind, amount_kobo)
  values ((of_transaction.booked_at at time zone 'Africa/Lagos')::date, new.account, of_transaction.kind, new.amount_kobo)
  on conflict (account, day, kind) do update set amount_kobo = d.amount_kobo + excluded.amount_kobo;
  if new.profile_id is not null and of_transaction.kind in ('sale', 'refund', 'reversal', 'payout', 'payout_returned') then
    if of_transaction.kind = 'sale' then
      -- The positive entries are the provider's debt and its fee, together the price.
      select sum(amount_kobo) into price from public.book_entries
       where transaction_id = new.transaction_id and amount_kobo > 0;
    end if;
    insert into private.book_months as m (profile_id, month, sales, gross_kobo, earned_kobo, back_kobo, sent_kobo)
    values (
      new.profile_id, date_trunc('month', of_transaction.booked_at at time zone 'Africa/Lagos')::date,
      case when of_transaction.kind = 'sale' then 1 else 0 end, coalesce(price, 0),
      case when of_transaction.kind = 'sale' then -new.amount_kobo else 0 end,
      case when of_transaction.kind in ('refund', 'reversal') then new.amount_kobo else 0 end,
      case when of_transaction.kind in ('payout', 'payout_returned') then new.amount_kobo else 0 end
    )
    on conflict (profile_id, month) do update
      set sales = m.sales + excluded.sales, gross_kobo = m.gross_kobo + excluded.gross_kobo,
          earned_kobo = m.earned_kobo + excluded.earned_kobo, back_kobo = m.back_kobo + excluded.back_kobo,
          sent_kobo = m.sent_kobo + excluded.sent_kobo;
  end if;
  if new.profile_id is not null and of_transaction.kind in ('sale', 'refund', 'reversal') then
    insert into private.book_earned as e (profile_id, earned_kobo) values (new.profile_id, -new.amount_kobo)
    on conflict (profile_id) do update set earned_kobo = e.earned_kobo + excluded.earned_kobo;
    -- The trigger of profiles sets the figure.
    update public.profiles set total_earnings = total_earnings where id = new.profile_id;
  end if;
  return null;
end $$;
comment on function private.update_balances() is
  'Trigger: adds an entry to the sums of its account, day, kind and student in the same transaction.';
revoke all on function private.update_balances() from public;
create trigger book_entries_sum_up after insert on public.book_entries
  for each row execute function private.update_balances();

create function private.sync_earnings_with_books() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.total_earnings := coalesce((select earned_kobo from private.book_earned where profile_id = new.id), 0) / 100.0;
  return new;
end $$;
comment on function private.sync_earnings_with_books() is
  'Trigger: sets total_earnings from the ledger in naira, ignoring the input.';
revoke all on function private.sync_earnings_with_books() from public;
create trigger profiles_sync_earnings before insert or update of total_earnings on public.profiles
  for each row execute function private.sync_earnings_with_books();

create function private.check_books() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  transaction bigint := case tg_table_name when 'book_entries' then (to_jsonb(new) ->> 'transaction_id')::bigint else new.id end;
  lines integer;
  sum_kobo numeric;
begin
  select count(*), coalesce(sum(amount_kobo), 0) into lines, sum_kobo
    from public.book_entries where transaction_id = transaction;
  if lines < 2 or sum_kobo <> 0 then
    raise exception 'Transaction % of the books has % lines and sums to % kobo', transaction, lines, sum_kobo
      using errcode = '23514', constraint = 'books_sum_to_zero';
  end if;
  return null;
end $$;
comment on function private.check_books() is
  'Constraint trigger at commit: requires at least two entries per transaction, which sum to zero.';
revoke all on function private.check_books() from public;
create constraint trigger book_transactions_sum_to_zero after insert on public.book_transactions
  deferrable initially deferred for each row execute function private.check_books();
create constraint trigger book_entries_sum_to_zero after insert on public.book_entries
  deferrable initially deferred for each row execute function private.check_books();
alter table public.book_transactions enable row level security;
alter table public.book_entries enable row level security;
revoke all on public.book_transactions, public.book_entries from anon, authenticated, service_role;
revoke all on sequence public.book_rules_id_seq, public.book_transactions_id_seq, public.book_entries_id_seq
  from anon, authenticated, service_role;
grant select on public.book_transactions, public.book_entries to authenticated, service_role;
create policy "An admin reads ledger transactions" on public.book_transactions for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "A student reads their own ledger entries, an admin every entry" on public.book_entries
  for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));

-- Every function that writes to the ledger takes this lock first. It serialises writes, so balances cannot change
-- between check and write, and the ids of a student's transactions are in chronological order.
create function private.lock_books() returns void
language sql set search_path = '' as $$ select pg_advisory_xact_lock(hashtext('lamplight.books')) $$;
comment on function private.lock_books() is
  'Waits for the ledger lock, which is released at the end of the transaction.';

create function private.post_transaction(
  of_kind public.book_transaction_kind, event text, about uuid, at_time timestamptz, lines jsonb, words text default null,
  sample boolean default false
) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  transaction bigint;
begin
  insert into public.book_transactions (event_key, kind, subject, note, actor_id, is_sample, booked_at)
  values (event, of_kind, about, words, (select auth.uid()), sample, at_time)
  on conflict (event_key) do nothing
  returning id into transaction;
  if transaction is null then
    return null;
  end if;
  insert into public.book_entries (transaction_id, account, profile_id, amount_kobo)
  select transaction, line.account, line.profile, sum(line.kobo)
    from jsonb_to_recordset(lines) as line (account text, profile uuid, kobo bigint)
   group by line.account, line.profile
  having sum(line.kobo) <> 0
   order by line.account;
  return transaction;
end $$;
comment on function private.post_transaction(public.book_transaction_kind, text, uuid, timestamptz, jsonb, text, boolean) is
  'Adds a transaction: lines is a list of {account, profile, kobo}; lines of one account are merged, and lines of zero '
  'dropped. Returns its id, or null if this event was recorded before. Take private.lock_books() first.';

create function private.balance(of_account text, of_profile uuid default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select balance_kobo from private.book_balances where account = of_account and profile_id is not distinct from of_profile), 0)
$$;
comment on function private.balance(text, uuid) is
  'Returns the sum of an account''s entries in kobo. Liabilities are negative, as in book_entries.';
revoke all on function private.lock_books(),
  private.post_transaction(public.book_transaction_kind, text, uuid, timestamptz, jsonb, text, boolean),
  private.balance(text, uuid) from public;

-- A run pays what was available when its day began.
create function private.run_day_after(at_time timestamptz) returns date
language sql stable security definer set search_path = '' as $$
  select day from (
    select (at_time at time zone 'Africa/Lagos')::date + ahead as day from generate_series(0, 7) ahead
  ) days
   where extract(isodow from day) = (private.book_rule(now())).run_weekday
     and day::timestamp at time zone 'Africa/Lagos' >= at_time
   order by day limit 1
$$;
comment on function private.run_day_after(timestamptz) is
  'Returns the day (Lagos) of the first run that can pay what is available from this time on.';
revoke all on function private.run_day_after(timestamptz) from public;

create type public.book_rules_change as enum ('ok', 'same', 'changed');
comment on type public.book_rules_change is
  'Result of changing the money rules. changed: another admin changed them since they were read.';

create function public.change_book_rules(seen bigint, rules jsonb) returns public.book_rules_change
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.book_rules;
  present public.book_rules;
begin
  perform private.require_admin_role('owner');
  perform private.require_recent_sign_in();
  wanted := jsonb_populate_record(null::public.book_rules, rules);
  perform private.lock_books();
  present := private.book_rule(now());
  if present.id <> seen then
    return 'changed';
  end if;
  if (present.refund_days, present.minimum_kobo, present.run_weekday, present.hold_hours, present.share_percent,
      present.rep_percent, present.share_basis, present.fee_hundredths, present.fee_fixed_kobo, present.vat_hundredths)
    = (wanted.refund_days, wanted.minimum_kobo, wanted.run_weekday, wanted.hold_hours, wanted.share_percent,
      wanted.rep_percent, wanted.share_basis, wanted.fee_hundredths, wanted.fee_fixed_kobo, wanted.vat_hundredths) then
    return 'same';
  end if;
  insert into public.book_rules
    (refund_days, minimum_kobo, run_weekday, hold_hours, share_percent, rep_percent, share_basis, fee_hundredths,
     fee_fixed_kobo, vat_hundredths)
  values (wanted.refund_days, wanted.minimum_kobo, wanted.run_weekday, wanted.hold_hours, wanted.share_percent,
    wanted.rep_percent, wanted.share_basis, wanted.fee_hundredths, wanted.fee_fixed_kobo, wanted.vat_hundredths);
  return 'ok';
end $$;
comment on function public.change_book_rules(bigint, jsonb) is
  'Changes the rules of money from now on, given by column names of book_rules; logged. Returns ok, same, or changed '
  '(another admin changed the rule since it was read: seen is its id). Only admins who signed in within ten minutes.';
revoke all on function public.change_book_rules(bigint, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.change_book_rules(bigint, jsonb) to authenticated;
