-- Payouts by transfer through Paystack (docs/decisions/0038). A payout has at most one transfer, whose reference
-- derives from the payout: sending it again uses the same reference, which Paystack rejects. The migration
-- payouts_and_holds has the tables.

-- A live key pays no samples, and a test key pays only samples; in demo mode, where no money moves, it pays all.
create function private.can_be_transferred(payout uuid, mode text, trial boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select case mode
    when 'live' then not p.is_sample and not exists (
      select from public.sales s
       where (s.profile_id = p.profile_id or s.rep_profile_id = p.profile_id) and s.is_sample
         and private.cleared_in(s.id, p.profile_id) is not null)
    when 'test' then p.is_sample or trial
    else false end
    from public.payouts p where p.id = payout
$$;
comment on function private.can_be_transferred(uuid, text, boolean) is
  'Returns true if a key of this mode (test or live) may pay a payout. A student whose cleared shares came from sample '
  'sales gets no real money by transfer.';

create function public.start_transfers(of_run uuid, which uuid[], mode text, trial boolean)
returns table (started integer, kobo bigint, others integer)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  perform private.require_recent_sign_in();
  perform private.lock_books();
  with created as (
    insert into private.transfers (payout_id, reference, amount_kobo, domain, asked_by, next_at)
    select p.id, 'll-' || replace(p.id::text, '-', ''), p.amount_kobo, mode, (select auth.uid()), now()
      from public.payouts p
     where p.run_id = of_run and p.id = any (which)
       and private.can_be_transferred(p.id, mode, trial)
       and not exists (select from public.payout_steps s where s.payout_id = p.id)
       and not exists (select from private.payouts_in_file f where f.payout_id = p.id)
       and exists (select from private.payout_accounts a where a.payout_id = p.id)
    on conflict (payout_id) do nothing
    returning amount_kobo
  )
  select count(*), coalesce(sum(amount_kobo), 0) into started, kobo from created;
  select count(*) into others
    from public.payouts p
   where p.run_id = of_run and p.id = any (which) and not exists (select from private.transfers t where t.payout_id = p.id);
  if started > 0 then
    perform private.log_money('transfers_begun', of_run::text, jsonb_build_object('payouts', started, 'total_kobo', kobo));
  end if;
  return next;
end $$;
comment on function public.start_transfers(uuid, uuid[], text, boolean) is
  'Records that these payouts of a run are paid by transfer; mode is the mode of our key. started: how many; others: how '
  'many cannot (settled, in a bank file, or not with this key). A repeated call starts nothing. Only admins who signed '
  'in within five minutes; logged.';

create type public.transfer_state as enum (
  'prepared', 'sending', 'otp', 'pending', 'refused', 'success', 'failed', 'wrong'
);
comment on type public.transfer_state is 'State of a transfer (docs/state-machines.md).';
create type public.payout_way as enum ('transfer', 'file');
comment on type public.payout_way is 'How a payout is made: by Paystack, or with the file for the bank.';

create function public.run_transfers(of_run uuid) returns table (
  payout_id uuid, way public.payout_way, state public.transfer_state, reason text, reference text, domain text,
  can_be_dismissed boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select p.id, (case when t.payout_id is not null then 'transfer' else 'file' end)::public.payout_way,
         t.state::public.transfer_state, t.reason, t.reference, t.domain,
         coalesce(t.state = 'refused' or (t.state = 'prepared' and t.sent_at is null), false)
    from public.payouts p
    left join private.transfers t on t.payout_id = p.id
    left join private.payouts_in_file f on f.payout_id = p.id
   where p.run_id = of_run and (t.payout_id is not null or f.payout_id is not null)
   order by p.id;
end $$;
comment on function public.run_transfers(uuid) is
  'Returns the transfers of a run with their states, and its payouts in a bank file. Admins only.';

create function public.claim_transfers(mode text, trial boolean, max_rows integer default 20) returns table (
  payout_id uuid, reference text, amount_kobo bigint, task text, recipient_code text, bank_name text, account_number text,
  account_name text
)
language sql security definer set search_path = '' as $$
  with due as (
    select t.payout_id, t.state from private.transfers t
     where t.next_at <= now() and t.domain = mode
       and (t.state <> 'prepared' or private.can_be_transferred(t.payout_id, mode, trial))
     order by t.next_at limit least(greatest(max_rows, 1), 100) for update of t skip locked
  ),
  claimed as (
    update private.transfers t
       set state = case when due.state = 'prepared' then 'sending' else t.state end,
           sent_at = case when due.state = 'prepared' then coalesce(t.sent_at, now()) else t.sent_at end,
           checks = t.checks + 1,
           next_at = now() + case when due.state = 'prepared' then interval '10 minutes' else interval '2 minutes' end
      from due where t.payout_id = due.payout_id
    returning t.*, due.state as was
  )
  select c.payout_id, c.reference, c.amount_kobo, case when c.was = 'prepared' then 'send' else 'ask' end, c.recipient_code,
         coalesce(a.bank_name, ''), coalesce(a.account_number, ''), coalesce(k.holder_name, nullif(a.account_name, ''), '')
    from claimed c
    join public.payouts p on p.id = c.payout_id
    left join private.payout_accounts a on a.payout_id = c.payout_id
    left join public.account_checks k on k.profile_id = p.profile_id and k.confirmed_at is not null
      and k.account_number = a.account_number and k.bank_name = a.bank_name
$$;
comment on function public.claim_transfers(text, boolean, integer) is
  'Leases transfers to send (task send) or to verify with Paystack (ask); each goes to one caller, for ten minutes or '
  'two. If the caller crashes, the transfer is verified before it is sent again. Service role only.';

create function public.record_recipient(payout uuid, code text) returns void
language sql security definer set search_path = '' as $$
  update private.transfers set recipient_code = code where payout_id = payout
$$;
comment on function public.record_recipient(uuid, text) is
  'Saves Paystack''s recipient code for the account of a payout. Service role only.';

create function public.reject_transfer(payout uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  update private.transfers set state = 'refused', reason = left(reject_transfer.reason, 500), next_at = null
   where payout_id = payout and state = 'sending'
$$;
comment on function public.reject_transfer(uuid, text) is
  'Records that Paystack rejected a transfer and does not know it, and why. An admin decides. Service role only.';

create function private.post_transfer_fee(payout uuid, kobo bigint, at_time timestamptz) returns void
language sql security definer set search_path = '' as $$
  select private.post_transaction('bank_charge', 'transfer_fee:' || payout, payout, at_time, jsonb_build_array(
    jsonb_build_object('account', 'fees', 'kobo', kobo),
    jsonb_build_object('account', 'provider', 'kobo', -kobo)), 'Transfer', p.is_sample)
    from public.payouts p where p.id = payout and kobo > 0
$$;
comment on function private.post_transfer_fee(uuid, bigint, timestamptz) is
  'Adds Paystack''s fee for a transfer to the ledger, once. Take private.lock_books() first.';

-- The only function that decides a transfer, like private.settle_order for orders.
create type public.transfer_fault as enum ('amount', 'currency', 'domain', 'paid_after_return');
comment on type public.transfer_fault is 'Why a transfer does not fit its payout, as its reason says.';

create function private.settle_transfer(payout uuid, response jsonb, at_time timestamptz default now())
returns public.transfer_state
language plpgsql security definer set search_path = '' as $$
declare
  here private.transfers;
  status text := response ->> 'status';
  fault public.transfer_fault;
  noted text;
begin
  perform private.lock_books();
  select * into here from private.transfers where payout_id = payout for update;
  if not found then
    return null;
  end if;
  if response is null then
    -- It never arrived. It can be sent: the reference is the same, so even a late arrival pays once.
    update private.transfers set state = 'prepared', next_at = at_time where payout_id = payout and state = 'sending';
    update private.transfers set next_at = at_time + interval '1 hour'
     where payout_id = payout and state in ('otp', 'pending');
    update private.transfers set next_at = null
     where payout_id = payout and state in ('refused', 'success', 'failed', 'wrong');
    return (select state from private.transfers where payout_id = payout);
  end if;
  if response ->> 'reference' is distinct from here.reference then
    raise exception 'This is the answer about another transfer' using errcode = '22023';
  end if;
  fault := case
    when response ->> 'currency' is distinct from 'NGN' then 'currency'
    when response ->> 'domain' is distinct from here.domain then 'domain'
    when (response ->> 'amount')::bigint is distinct from here.amount_kobo then 'amount' end;
  if here.state = 'wrong' then
    fault := here.reason;
  elsif fault is null and status = 'success' then
    noted := private.record_payout(payout, 'paid', here.reference, at_time);
    fault := case when noted = 'returned' then 'paid_after_return' end;
    perform private.post_transfer_fee(payout, (response ->> 'fee')::bigint, at_time);
  elsif fault is null and status in ('failed', 'reversed', 'rejected', 'abandoned', 'blocked') then
    noted := private.record_payout(payout, 'returned', case status
      when 'failed' then 'The bank did not take the transfer.'
      when 'reversed' then 'The bank sent the transfer back.'
      else 'It was stopped on our side. Your bank details may stay as they are.' end, at_time);
    -- The account is fine if the transfer was stopped on our side.
    if status not in ('failed', 'reversed') then
      update public.payout_holds set lifted_at = at_time where payout_id = payout and lifted_at is null;
    end if;
  end if;
  update private.transfers
     set transfer_code = coalesce(response ->> 'transfer_code', transfer_code),
         state = case
           when fault is not null then 'wrong'
           when status = 'success' then 'success'
           when status in ('failed', 'reversed', 'rejected', 'abandoned', 'blocked') then 'failed'
           when state in ('success', 'failed') then state
           when status = 'otp' then 'otp'
           else 'pending' end,
         reason = case
           when fault is not null then fault::text
           when status in ('failed', 'reversed', 'rejected', 'abandoned', 'blocked') then status
           when state in ('success', 'failed') then reason end
   where payout_id = payout returning * into here;
  update private.transfers
     set settled_at = case when here.state in ('success', 'failed', 'wrong') then coalesce(settled_at, at_time) end,
         next_at = case
           when here.state in ('success', 'failed', 'wrong') then null
           else at_time + (array[1, 5, 30, 60])[least(greatest(here.checks, 1), 4)] * interval '1 minute' end
   where payout_id = payout;
  return here.state;
end $$;
comment on function private.settle_transfer(uuid, jsonb, timestamptz) is
  'Updates a transfer from Paystack''s response: {status, reference, amount, currency, domain, transfer_code, fee} in '
  'kobo, or null if it does not know the reference. The payout is recorded in the same transaction: paid, or returned '
  'and available again; its student is emailed. Returns the state, or null if there is none.';

create function public.settle_transfer(payout uuid, response jsonb default null) returns public.transfer_state
language sql security definer set search_path = '' as $$ select private.settle_transfer(payout, response) $$;
comment on function public.settle_transfer(uuid, jsonb) is 'As private.settle_transfer. Service role only.';

create function public.process_transfer_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  taken integer;
begin
  with events as (
    delete from private.payment_events e
     where e.id in (
       select id from private.payment_events where event like 'transfer.%' order by id limit 500 for update skip locked)
    returning e.reference
  )
  update private.transfers t set next_at = now() from (select distinct reference from events) e
   -- A caller that is sending it verifies it afterwards.
   where t.reference = e.reference and t.state not in ('prepared', 'sending');
  get diagnostics taken = row_count;
  return taken;
end $$;
comment on function public.process_transfer_events() is
  'Makes transfers due after Paystack''s notifications. Returns how many. Service role only.';

-- Admin actions on one transfer.
create function public.paystack_transfer_code(payout uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  code text;
begin
  perform private.require_admin_role('money');
  select transfer_code into code from private.transfers where payout_id = payout and state = 'otp';
  if code is not null then
    perform private.log_money('transfer_code_given', payout::text);
  end if;
  return code;
end $$;
comment on function public.paystack_transfer_code(uuid) is
  'Returns the Paystack code of a transfer that waits for a one-time password; null otherwise. Admins only, logged.';

create function public.verify_transfer(payout uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  update private.transfers set next_at = now() where payout_id = payout and state in ('otp', 'pending');
  return found;
end $$;
comment on function public.verify_transfer(uuid) is
  'Makes the verification of a transfer due now. Returns false if it is not on its way. Admins only.';

create function public.retry_transfer(payout uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  -- As after a crash, it is verified first, and sent if Paystack does not know it.
  update private.transfers set state = 'sending', reason = null, next_at = now() where payout_id = payout and state = 'refused';
  if not found then
    return false;
  end if;
  perform private.log_money('transfer_retried', payout::text);
  return true;
end $$;
comment on function public.retry_transfer(uuid) is
  'Retries a transfer that Paystack rejected. Returns false if it is in another state. Admins only, logged.';

create function public.dismiss_transfer(payout uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  perform private.lock_books();
  delete from private.transfers
   where payout_id = payout and (state = 'refused' or (state = 'prepared' and sent_at is null));
  if not found then
    return false;
  end if;
  perform private.log_money('transfer_left', payout::text);
  return true;
end $$;
comment on function public.dismiss_transfer(uuid) is
  'Removes a payout from the transfers if it was not sent or was rejected, so that it can go into a bank file. Returns '
  'false if it was sent. Admins only, logged.';

create function public.close_transfer(payout uuid, words text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  update private.transfers set closed_at = now() where payout_id = payout and state = 'wrong' and closed_at is null;
  if not found then
    return false;
  end if;
  perform private.log_money('transfer_closed', payout::text, jsonb_build_object('note', left(words, 500)));
  return true;
end $$;
comment on function public.close_transfer(uuid, text) is
  'Records how an admin settled a wrong transfer. Returns false if it was settled before. Admins only, logged.';

create function public.discard_bank_file(of_run uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  freed integer;
begin
  perform private.require_admin_role('money');
  perform private.require_recent_sign_in();
  perform private.lock_books();
  delete from private.payouts_in_file f using public.payouts p
   where p.id = f.payout_id and p.run_id = of_run
     and not exists (select from public.payout_steps s where s.payout_id = p.id);
  get diagnostics freed = row_count;
  perform private.log_money('bank_file_left', of_run::text, jsonb_build_object('payouts', freed));
  return freed;
end $$;
comment on function public.discard_bank_file(uuid) is
  'Records that the bank file of a run was not used. Returns how many payouts can be transferred now. Only admins who '
  'signed in within ten minutes; logged.';

-- Today's kind `transfers`. The codes of a run are typed on one page, so they are one thing to do.
create view private.due_transfers as
  select d.id, d.run_id, r.run_day, d.transfers, d.amount_kobo, d.what, d.reason, d.since, d.student,
         row_number() over (order by d.created_at, d.id) as place
    from (
      select p.run_id as id, p.run_id, count(*) as transfers, sum(t.amount_kobo)::bigint as amount_kobo, 'otp' as what,
             null as reason, min(t.updated_at) as since, '' as student, min(t.created_at) as created_at
        from private.transfers t join public.payouts p on p.id = t.payout_id
       where t.state = 'otp' group by p.run_id
      union all
      select t.payout_id, p.run_id, 1, t.amount_kobo, t.state, t.reason, t.updated_at,
             btrim(s.first_name || ' ' || s.last_name), t.created_at
        from private.transfers t
        join public.payouts p on p.id = t.payout_id
        join public.profiles s on s.id = p.profile_id
       where t.state = 'refused' or (t.state = 'wrong' and t.closed_at is null)
    ) d
    join public.payout_runs r on r.id = d.run_id;
comment on view private.due_transfers is
  'Transfers that need an admin, the oldest first: those of a run that wait for codes as one row, then each that Paystack '
  'rejected or that does not match its payout.';

revoke all on function
  private.can_be_transferred(uuid, text, boolean), private.post_transfer_fee(uuid, bigint, timestamptz),
  private.settle_transfer(uuid, jsonb, timestamptz)
  from public;
revoke all on function
  public.start_transfers(uuid, uuid[], text, boolean), public.run_transfers(uuid),
  public.claim_transfers(text, boolean, integer), public.record_recipient(uuid, text), public.reject_transfer(uuid, text),
  public.settle_transfer(uuid, jsonb), public.process_transfer_events(), public.paystack_transfer_code(uuid),
  public.verify_transfer(uuid), public.retry_transfer(uuid),
  public.dismiss_transfer(uuid), public.close_transfer(uuid, text), public.discard_bank_file(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.claim_transfers(text, boolean, integer), public.record_recipient(uuid, text), public.reject_transfer(uuid, text),
  public.settle_transfer(uuid, jsonb), public.process_transfer_events()
  to service_role;
grant execute on function
  public.start_transfers(uuid, uuid[], text, boolean), public.run_transfers(uuid), public.paystack_transfer_code(uuid),
  public.verify_transfer(uuid), public.retry_transfer(uuid), public.dismiss_transfer(uuid), public.close_transfer(uuid, text),
  public.discard_bank_file(uuid)
  to authenticated;
