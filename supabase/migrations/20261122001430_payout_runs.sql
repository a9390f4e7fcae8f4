-- Payout runs at the console: proposed, confirmed, sent to the bank, and their results.

create type public.payout_state as enum (
  'paid', 'returned', 'code', 'refused', 'wrong', 'to_send', 'in_file', 'sending', 'on_way'
);
comment on type public.payout_state is
  'State of a confirmed payout. code: Paystack waits for an admin''s code. refused: Paystack did not take it. wrong: '
  'Paystack''s data does not match it. to_send: neither a transfer nor in a file. in_file: in a file for the bank. sending: '
  'to be sent to Paystack. on_way: Paystack has it.';

create view private.payout_states as
  select p.id, p.run_id, (case
      when exists (select from public.payout_steps s where s.payout_id = p.id and s.step = 'returned') then 'returned'
      when exists (select from public.payout_steps s where s.payout_id = p.id) then 'paid'
      when t.state = 'otp' then 'code'
      when t.state in ('refused', 'wrong') then t.state
      when t.state in ('prepared', 'sending') then 'sending'
      when t.state is not null then 'on_way'
      when exists (select from private.payouts_in_file f where f.payout_id = p.id) then 'in_file'
      else 'to_send' end)::public.payout_state as state
    from public.payouts p left join private.transfers t on t.payout_id = p.id;
comment on view private.payout_states is 'The state of each confirmed payout.';

create function private.count_payout_states(of_run uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.state, c.payouts), '{}') from (
    select s.state, count(*) as payouts from private.payout_states s where s.run_id = of_run group by s.state) c
$$;
comment on function private.count_payout_states(uuid) is
  'Returns how many payouts of a run are in each state, without the states that none has.';
revoke all on function private.count_payout_states(uuid) from public;

create function public.list_payout_runs(max_rows integer default 50) returns table (
  id uuid, run_day date, payouts integer, total_kobo bigint, is_sample boolean, states jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return query
  select r.id, r.run_day, r.payouts, r.total_kobo, r.is_sample, private.count_payout_states(r.id)
    from public.payout_runs r order by r.confirmed_at desc, r.id desc limit least(greatest(max_rows, 1), 50);
end $$;
comment on function public.list_payout_runs(integer) is
  'Returns the newest payout runs, each with how many of its payouts are in each state. Admins only.';

create function public.propose_payouts() returns table (
  profile_id uuid, student text, available_kobo bigint, pending_kobo bigint, eligibility public.payout_eligibility,
  until timestamptz, reason text, hold_id uuid, bank_name text, last_four text, is_sample boolean
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  perform private.clear_shares(now(), 1000000);
  return query
  select v.profile_id, private.payee_name(v.profile_id), v.available_kobo,
         v.pending_kobo - private.test_kobo(v.profile_id), v.eligibility, v.until, v.reason,
         (private.hold_on(v.profile_id)).id, coalesce(b.bank_name, ''), coalesce(right(b.account_number, 4), ''),
         exists (select from public.sales s where s.profile_id = v.profile_id and s.is_sample)
    from private.payout_eligibility(now()) v
    join public.profiles p on p.id = v.profile_id
    left join public.profiles_bank_details b on b.profile_id = v.profile_id
   order by v.eligibility <> 'pay', v.available_kobo desc, v.profile_id;
end $$;
comment on function public.propose_payouts() is
  'Returns who would be paid now, and why others with money in the ledger would not. Only the last four digits of '
  'accounts. pending_kobo is in the refund window, without test payments. First makes shares available whose window has '
  'closed. Admins only.';

create function public.confirm_payouts(named text, expected jsonb)
returns table (outcome public.payout_confirmation, run_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.require_admin_role('money');
  perform private.require_recent_sign_in();
  select * into result from private.confirm_run(named, expected);
  if result.outcome = 'ok' then
    insert into public.audit_log (actor_id, action, subject, details)
    select (select auth.uid()), 'money.run_confirmed', r.id::text,
           jsonb_build_object('payouts', r.payouts, 'total_kobo', r.total_kobo)
      from public.payout_runs r where r.id = result.run_id;
  end if;
  return query select result.outcome, result.run_id;
end $$;
comment on function public.confirm_payouts(text, jsonb) is
  'Confirms a run as shown, as private.confirm_run; logged. Only admins who signed in within ten minutes.';

create function public.mark_payouts_paid(of_run uuid, which uuid[], reference text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  payout uuid;
  noted integer := 0;
begin
  perform private.require_admin_role('money');
  perform private.lock_books();
  for payout in
    select p.id from public.payouts p
     where p.run_id = of_run and p.id = any (which) and not private.is_by_transfer(p.id) order by p.id
  loop
    if private.record_payout(payout, 'paid', reference) = 'ok' then
      noted := noted + 1;
    end if;
  end loop;
  if noted > 0 then
    perform private.log_money('payouts_paid', of_run::text, jsonb_build_object('payouts', noted, 'reference', reference));
  end if;
  return noted;
end $$;
comment on function public.mark_payouts_paid(uuid, uuid[], text) is
  'Marks these payouts of a run as paid by the bank; transfers are marked by Paystack''s result. Returns how many were '
  'newly marked; logged and emailed only then. Admins only.';

create type public.payout_return as enum ('ok', 'duplicate', 'gone', 'by_transfer');
comment on type public.payout_return is
  'Result of recording a returned payout. by_transfer: Paystack decides the result.';
create function public.record_payout_return(payout uuid, reason text) returns public.payout_return
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
begin
  perform private.require_admin_role('money');
  -- Under the lock, so that no transfer starts between check and write.
  perform private.lock_books();
  if private.is_by_transfer(payout) then
    return 'by_transfer';
  end if;
  outcome := private.record_payout(payout, 'returned', reason);
  if outcome = 'ok' then
    perform private.log_money('payout_returned', payout::text, jsonb_build_object('note', left(reason, 300)));
  end if;
  return outcome;
end $$;
comment on function public.record_payout_return(uuid, text) is
  'Records that the bank returned a payout. Returns as private.record_payout, or by_transfer if Paystack decides the '
  'result. Admins only, logged, emailed.';

create function private.payee_name(student uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'A student') from public.profiles p where p.id = student
$$;
comment on function private.payee_name(uuid) is 'Returns a student''s name, or "A student" without one.';
revoke all on function private.payee_name(uuid) from public;

create function public.hold_payouts(student uuid, hold_reason text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  insert into public.payout_holds (profile_id, reason)
  select p.id, btrim(hold_reason) from public.profiles p where p.id = student
  on conflict (profile_id) where lifted_at is null and payout_id is null do nothing;
  return case when found then private.payee_name(student) end;
end $$;
comment on function public.hold_payouts(uuid, text) is
  'Holds a student''s payouts until the hold is lifted; the student can read the reason. Returns the student''s name, or '
  'null if a hold exists, or no such student. Admins only, logged.';

create function public.lift_hold(hold uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  student uuid;
begin
  perform private.require_admin_role('money');
  update public.payout_holds set lifted_at = now() where id = hold and lifted_at is null returning profile_id into student;
  return private.payee_name(student);
end $$;
comment on function public.lift_hold(uuid) is
  'Ends a hold, including one after a return. Returns the student''s name, or null if it was lifted before. Admins only, '
  'logged.';

create function public.payout_run_details(of_run uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return (
    select to_jsonb(r) || jsonb_build_object('states', private.count_payout_states(r.id), 'rows', (
      select jsonb_agg(jsonb_build_object(
               'id', p.id, 'profile_id', p.profile_id, 'amount_kobo', p.amount_kobo,
               'student', coalesce(nullif(btrim(s.first_name || ' ' || s.last_name), ''), 'A deleted account'),
               'bank_name', coalesce(a.bank_name, ''), 'last_four', coalesce(right(a.account_number, 4), ''),
               'paid_at', paid.done_at, 'reference', paid.note, 'returned_at', back.done_at, 'reason', back.note
             ) order by s.first_name, p.id)
        from public.payouts p join public.profiles s on s.id = p.profile_id
        left join private.payout_accounts a on a.payout_id = p.id
        left join public.payout_steps paid on paid.payout_id = p.id and paid.step = 'paid'
        left join public.payout_steps back on back.payout_id = p.id and back.step = 'returned'
       where p.run_id = of_run),
      'minimum_kobo', (select rule.minimum_kobo from private.book_rule(r.confirmed_at) rule),
      'left_out', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'profile_id', l.profile_id, 'available_kobo', l.available_kobo, 'eligibility', l.eligibility,
               'until', l.until, 'reason', l.reason,
               'student', coalesce(nullif(btrim(s.first_name || ' ' || s.last_name), ''), 'A student')
             ) order by l.available_kobo desc, l.profile_id), '[]')
        from private.payouts_left_out l join public.profiles s on s.id = l.profile_id
       where l.run_id = of_run))
      from public.payout_runs r where r.id = of_run
  );
end $$;
comment on function public.payout_run_details(uuid) is
  'Returns a run with its payouts and their results, whom it left out and why, and the minimum at its confirmation; only '
  'the last four digits of accounts. Null if it does not exist. Admins only.';

create function public.reserve_for_bank_file(of_run uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  perform private.require_recent_sign_in();
  perform private.lock_books();
  insert into private.payouts_in_file (payout_id, claimed_by)
  select p.id, (select auth.uid()) from public.payouts p
   where p.run_id = of_run and not exists (select from public.payout_steps s where s.payout_id = p.id)
     and not exists (select from private.transfers t where t.payout_id = p.id)
  on conflict (payout_id) do nothing;
end $$;
comment on function public.reserve_for_bank_file(uuid) is
  'Reserves a run''s payouts that are on their way, without transfers, for the file for the bank, so that none is also '
  'transferred. Only admins who signed in within ten minutes.';

create function public.payout_bank_file(of_run uuid) returns table (
  reference text, account_name text, account_number text, bank_name text, amount_kobo bigint
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  perform private.require_recent_sign_in();
  perform private.log_money('bank_file', of_run::text);
  perform public.reserve_for_bank_file(of_run);
  return query
  select 'LL-' || upper(left(replace(p.id::text, '-', ''), 12)), a.account_name, a.account_number, a.bank_name, p.amount_kobo
    from public.payouts p join private.payout_accounts a on a.payout_id = p.id
   where p.run_id = of_run and not exists (select from public.payout_steps s where s.payout_id = p.id)
     and not exists (select from private.transfers t where t.payout_id = p.id)
   order by a.bank_name, a.account_name, p.id;
end $$;
comment on function public.payout_bank_file(uuid) is
  'Returns the full accounts of a run''s payouts that are on their way, for the bank, without transfers. Logged. Only '
  'admins who signed in within ten minutes.';
revoke all on function
  public.propose_payouts(), public.confirm_payouts(text, jsonb), public.mark_payouts_paid(uuid, uuid[], text),
  public.record_payout_return(uuid, text), public.hold_payouts(uuid, text), public.lift_hold(uuid),
  public.payout_run_details(uuid), public.list_payout_runs(integer), public.payout_bank_file(uuid),
  public.reserve_for_bank_file(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.propose_payouts(), public.confirm_payouts(text, jsonb), public.mark_payouts_paid(uuid, uuid[], text),
  public.record_payout_return(uuid, text), public.hold_payouts(uuid, text), public.lift_hold(uuid),
  public.payout_run_details(uuid), public.list_payout_runs(integer), public.payout_bank_file(uuid),
  public.reserve_for_bank_file(uuid)
  to authenticated;

-- Today's kind `run`.
create view private.due_run as
  select d.day, p.payouts, p.kobo, 1::bigint as place
    from (
      select (now() at time zone 'Africa/Lagos')::date
             - ((extract(isodow from now() at time zone 'Africa/Lagos')::integer - rule.run_weekday + 7) % 7) as day
        from private.book_rule(now()) rule
    ) d
    cross join lateral (
      select count(*) as payouts, sum(v.available_kobo)::bigint as kobo
        from private.payout_eligibility(now()) v where v.eligibility = 'pay'
    ) p
   where p.payouts > 0 and not exists (select from public.payout_runs r where r.run_day >= d.day);
comment on view private.due_run is
  'The run that is due: at most one row. None if it was confirmed, or no student is to be paid.';

-- Today's kind `returned`.
create view private.due_returned as
  select h.id, p.run_id, p.profile_id, p.amount_kobo, h.reason, h.created_at,
         btrim(s.first_name || ' ' || s.last_name) as student, row_number() over (order by h.created_at, h.id) as place
    from public.payout_holds h
    join public.payouts p on p.id = h.payout_id
    join public.profiles s on s.id = h.profile_id
    left join public.profiles_bank_details b on b.profile_id = h.profile_id
   where h.lifted_at is null and (b.changed_at is null or b.changed_at <= h.created_at);
comment on view private.due_returned is
  'Payouts that the bank returned, until the student changes the bank details or an admin retries them.';
