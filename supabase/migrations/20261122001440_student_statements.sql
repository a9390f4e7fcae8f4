-- A student's view of their own money. A promised payout counts only what will be available when its day begins.
create function private.was_payable(student uuid, at_time timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select -private.balance('available', student) - coalesce((
      select -sum(e.amount_kobo)
        from public.book_entries e join public.book_transactions t on t.id = e.transaction_id
       where e.account = 'available' and e.profile_id = student and e.amount_kobo < 0 and t.booked_at > at_time
         -- A share may be booked as available some time after its refund window.
         and not (t.kind = 'clearing' and exists (select from public.sales s where s.id = t.subject and s.clears_at <= at_time))
    ), 0) >= rule.minimum_kobo
    and not exists (
      select from public.payout_holds h
       where h.profile_id = student and h.created_at <= at_time and h.lifted_at > at_time)
    and not exists (
      select from public.profiles_bank_details b
       where b.profile_id = student and b.changed_at > at_time - make_interval(hours => rule.hold_hours))
    from private.book_rule(at_time) rule
$$;
comment on function private.was_payable(uuid, timestamptz) is
  'Returns true if what a student has available now would have been paid at that time, without what came later.';
revoke all on function private.was_payable(uuid, timestamptz) from public;

create function private.next_payout(student uuid, at_time timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rule public.book_rules := private.book_rule(at_time);
  eligibility record;
  today date := (at_time at time zone 'Africa/Lagos')::date;
  day date;
  begins timestamptz;
  kobo bigint;
begin
  select * into eligibility from private.payout_eligibility(at_time) v where v.profile_id = student;
  if not found or eligibility.eligibility in ('held', 'returned', 'no_bank', 'bank_incomplete') then
    return null;
  end if;
  day := private.run_day_after(today::timestamp at time zone 'Africa/Lagos');
  -- A run whose day passed without it is still due, as Today says to admins.
  if day > today and eligibility.eligibility = 'pay'
    and private.was_payable(student, (day - 7)::timestamp at time zone 'Africa/Lagos')
    and not exists (select from public.payout_runs r where r.run_day >= day - 7) then
    return jsonb_build_object('day', day - 7, 'kobo', eligibility.available_kobo, 'is_late', true);
  end if;
  for ahead in 0..8 loop
    begins := day::timestamp at time zone 'Africa/Lagos';
    if not (day = today and exists (select from public.payout_runs r where r.run_day = today))
      and (eligibility.until is null or eligibility.until <= begins) then
      kobo := eligibility.available_kobo - coalesce((
        select -sum(private.remaining_share(s, student))
          from private.pending_shares w join public.sales s on s.id = w.sale_id
         where w.profile_id = student and w.clears_at <= begins and not w.is_held), 0);
      if kobo >= rule.minimum_kobo then
        return jsonb_build_object('day', day, 'kobo', kobo, 'is_late', false);
      end if;
    end if;
    day := day + 7;
  end loop;
  return null;
end $$;
comment on function private.next_payout(uuid, timestamptz) is
  'Returns the next run that pays this student, and how much, if nothing changes: {day, kobo, is_late}. is_late: the '
  'day of the run has passed without it. Null if no run within nine weeks does.';
revoke all on function private.next_payout(uuid, timestamptz) from public;

create function private.bank_change_delay(at_time timestamptz) returns table (
  until timestamptz, missed_day date, next_day date
)
language sql stable security definer set search_path = '' as $$
  with hold as (
    select at_time + make_interval(hours => (private.book_rule(at_time)).hold_hours) as ends,
           (at_time at time zone 'Africa/Lagos')::date as today
  ), days as (
    select h.ends, private.run_day_after(h.ends) as next_day,
           private.run_day_after((h.today + case when exists (select from public.payout_runs r where r.run_day = h.today)
             then 1 else 0 end)::timestamp at time zone 'Africa/Lagos') as first_day
      from hold h
  )
  select d.ends, case when d.first_day < d.next_day then d.first_day end, d.next_day from days d
$$;
comment on function private.bank_change_delay(timestamptz) is
  'Returns what a change of bank details at this time delays: until when nothing is paid to the new account, the payout '
  'day that passes in that time (null if none does), and the first one that pays to it. Days in Lagos.';
revoke all on function private.bank_change_delay(timestamptz) from public;

create function public.own_bank_change_delay() returns table (until timestamptz, missed_day date, next_day date)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.own_profile_id() is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  return query select d.until, d.missed_day, d.next_day from private.bank_change_delay(now()) d;
end $$;
comment on function public.own_bank_change_delay() is
  'Returns what a change of the caller''s bank details would delay now (private.bank_change_delay).';
revoke all on function public.own_bank_change_delay() from public, anon, authenticated, service_role;
grant execute on function public.own_bank_change_delay() to authenticated;

create function private.notify_bank_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change text := case
    when coalesce(new.bank_name, '') = '' and coalesce(new.account_number, '') = '' then 'removed'
    when coalesce(new.bank_name, '') = '' or coalesce(char_length(new.account_number), 0) < 10 then 'incomplete'
    when coalesce(old.account_number, '') = '' then 'added'
    else 'changed' end;
begin
  perform private.queue_email('bank-details-changed', new.profile_id, jsonb_build_object(
    'bank', coalesce(new.bank_name, ''),
    'last_four', case when char_length(new.account_number) = 10 then right(new.account_number, 4) else '' end,
    'change', change,
    'delay', case when change in ('added', 'changed')
      then (select to_jsonb(d) from private.bank_change_delay(new.changed_at) d) end));
  return new;
end $$;
comment on function private.notify_bank_change() is
  'Trigger: emails the owner when bank details change. Only the last four digits leave the table. change: added, changed, '
  'removed, or incomplete (nothing can be paid to them). delay: what the change delays, or null.';
revoke all on function private.notify_bank_change() from public;
create trigger profiles_bank_details_notify_added after insert on public.profiles_bank_details
  for each row when (new.changed_at is not null) execute function private.notify_bank_change();
create trigger profiles_bank_details_notify_changed after update on public.profiles_bank_details
  for each row when (new.changed_at is distinct from old.changed_at) execute function private.notify_bank_change();

create function private.student_earnings(student uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'earned_kobo', coalesce((select earned_kobo from private.book_earned where profile_id = student), 0),
    'sales', (select count(*) from public.sales s
        where s.profile_id = student and private.share_state(s, student) <> 'reversed')
      + (select count(*) from public.sales s
        where s.rep_profile_id = student and private.share_state(s, student) <> 'reversed'),
    'pending_kobo', -private.balance('waiting', student),
    'test_kobo', private.test_kobo(student),
    'available_kobo', -private.balance('available', student),
    'on_way_kobo', (select coalesce(sum(p.amount_kobo), 0) from public.payouts p
      where p.profile_id = student and not exists (select from public.payout_steps s where s.payout_id = p.id)),
    'paid_kobo', (select coalesce(sum(p.amount_kobo), 0) from public.payouts p
      join public.payout_steps s on s.payout_id = p.id and s.step = 'paid'
      where p.profile_id = student
        and not exists (select from public.payout_steps b where b.payout_id = p.id and b.step = 'returned')),
    'next', private.next_payout(student, now()),
    'eligibility', (select to_jsonb(v) - 'profile_id' from private.payout_eligibility(now()) v where v.profile_id = student),
    'months', (
      select coalesce(jsonb_agg(jsonb_build_object('month', to_char(m.month, 'YYYY-MM'), 'sales', m.sales,
               'gross_kobo', m.gross_kobo, 'earned_kobo', m.earned_kobo, 'back_kobo', m.back_kobo,
               'sent_kobo', m.sent_kobo) order by m.month desc), '[]')
        from private.book_months m where m.profile_id = student)
  )
$$;
comment on function private.student_earnings(uuid) is
  'Returns the number of sales in which a student has a share and the sums in kobo: earned in all, waiting (of it from '
  'tests), available (below zero: a debt), on its way, paid; the next payout, or what prevents it; and each month.';
revoke all on function private.student_earnings(uuid) from public;

create function public.own_earnings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
begin
  if student is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  return private.student_earnings(student);
end $$;
comment on function public.own_earnings() is 'Returns the caller''s earnings (private.student_earnings).';

create function private.statement_lines(
  student uuid, before bigint, max_rows integer, since timestamptz, until timestamptz
) returns table (
  id bigint, kind text, booked_at timestamptz, kobo bigint, title text, gross_kobo bigint, share_percent integer,
  share_basis text, paid_at timestamptz, clears_at timestamptz, state text, settled_at timestamptz, bank_name text,
  last_four text, note text, in_time boolean, is_sample boolean, by_link boolean, list_kobo bigint,
  author_off_kobo bigint
)
language sql stable security definer set search_path = '' as $$
  select l.id, l.kind::text, l.booked_at, l.kobo, coalesce(s.title, rs.title), coalesce(s.gross_kobo, r.amount_kobo),
         case when s.rep_profile_id = student then s.rep_percent else s.share_percent end,
         case when s.rep_profile_id = student then 'gross' else s.share_basis end, coalesce(s.paid_at, rs.paid_at), s.clears_at,
         case l.kind
           when 'sale' then case private.share_state(s, student)
             when 'available' then case
               when with_payout.id is null then 'available' when with_payout.paid_at is null then 'on_way' else 'paid' end
             when 'waiting' then case
               when exists (select from private.test_shares t where t.sale_id = s.id) then 'test' else 'waiting' end
             else private.share_state(s, student)::text end
           when 'payout' then case
             when back.payout_id is not null then 'returned' when paid.payout_id is not null then 'paid' else 'on_way' end
         end,
         coalesce(with_payout.paid_at, paid.done_at), a.bank_name, right(a.account_number, 4),
         case when l.kind in ('payout', 'payout_returned') then back.note end, r.in_time, l.is_sample,
         coalesce(coalesce(s.rep_profile_id, rs.rep_profile_id) = student, false),
         (select o.list_kobo from private.orders o where l.kind = 'sale' and o.sale_id = s.id),
         case when s.profile_id = student then s.author_off_kobo end
    from (
      select t.id, t.kind, t.subject, t.booked_at, t.is_sample, -sum(e.amount_kobo)::bigint as kobo
        from public.book_entries e join public.book_transactions t on t.id = e.transaction_id
       where e.profile_id = student and (before is null or e.transaction_id < before)
         and t.kind not in ('clearing', 'held', 'released')
         and (since is null or t.booked_at >= since) and (until is null or t.booked_at < until)
       group by t.id, t.kind, t.subject, t.booked_at, t.is_sample
       order by t.id desc limit max_rows
    ) l
    left join public.sales s on s.id = l.subject and l.kind in ('sale', 'reversal')
    left join public.refunds r on r.id = l.subject and l.kind = 'refund'
    left join public.sales rs on rs.id = r.sale_id
    left join public.payouts p on p.id = l.subject and l.kind in ('payout', 'payout_returned')
    left join private.payout_accounts a on a.payout_id = p.id
    left join public.payout_steps paid on paid.payout_id = p.id and paid.step = 'paid'
    left join public.payout_steps back on back.payout_id = p.id and back.step = 'returned'
    left join lateral (
      select po.id, ps.done_at as paid_at from public.payouts po
        left join public.payout_steps ps on ps.payout_id = po.id and ps.step = 'paid'
       where l.kind = 'sale' and po.profile_id = student
         and po.transaction_id > private.cleared_in(l.subject, student)
         and not exists (select from public.payout_steps b where b.payout_id = po.id and b.step = 'returned')
       order by po.transaction_id limit 1
    ) with_payout on true
   order by l.id desc
$$;
comment on function private.statement_lines(uuid, bigint, integer, timestamptz, timestamptz) is
  'Returns the lines of a student''s accounts with their states, the last first. Their kobo sum to what is waiting and '
  'available. by_link: the share of the class rep.';
revoke all on function private.statement_lines(uuid, bigint, integer, timestamptz, timestamptz) from public;

create function public.own_statement(before bigint default null, max_rows integer default 26, month date default null)
returns table (
  id bigint, kind text, booked_at timestamptz, kobo bigint, title text, gross_kobo bigint, share_percent integer,
  share_basis text, paid_at timestamptz, clears_at timestamptz, state text, settled_at timestamptz, bank_name text,
  last_four text, note text, in_time boolean, is_sample boolean, by_link boolean, list_kobo bigint,
  author_off_kobo bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
begin
  if student is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  return query select * from private.statement_lines(student, before, least(greatest(max_rows, 1), 1000),
    date_trunc('month', month)::timestamp at time zone 'Africa/Lagos',
    (date_trunc('month', month) + interval '1 month')::timestamp at time zone 'Africa/Lagos');
end $$;
comment on function public.own_statement(bigint, integer, date) is
  'Returns the caller''s statement, the last line first, optionally of one month in Lagos. before: the last line of '
  'the previous page. kobo: the line''s change of the balance. state of a sale: waiting, disputed, test (waiting '
  'forever), available, on_way, paid, refunded, reversed; of a payout: on_way, paid, returned. list_kobo: the price before '
  'a discount code; null without one. author_off_kobo: what the caller''s own code took off.';
revoke all on function public.own_earnings(), public.own_statement(bigint, integer, date)
  from public, anon, authenticated, service_role;
grant execute on function public.own_earnings(), public.own_statement(bigint, integer, date) to authenticated;

-- An account is deleted only after its money was paid or explicitly forfeited. Runs before private.anonymise_account
-- (triggers run in alphabetical order).
create function private.close_student_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := (select id from public.profiles where user_id = old.id);
  remaining_kobo bigint;
  owed bigint;
begin
  if student is null then
    return old;
  end if;
  perform private.lock_books();
  if exists (
    select from public.payouts p
     where p.profile_id = student and not exists (select from public.payout_steps s where s.payout_id = p.id)
  ) then
    raise exception 'A payout is on its way to this account' using errcode = '42501', hint = 'payout_on_its_way';
  end if;
  remaining_kobo := -private.balance('waiting', student) - private.balance('available', student);
  owed := remaining_kobo - private.test_kobo(student);
  if owed > 0 and coalesce(current_setting('lamplight.gives_up', true), '') <> owed::text then
    raise exception 'This account is owed % kobo', owed using errcode = '42501', hint = 'money_owed';
  end if;
  if private.balance('waiting', student) <> 0 or private.balance('available', student) <> 0 then
    perform private.post_transaction('given_up', 'given_up:' || student, student, now(), jsonb_build_array(
      jsonb_build_object('account', 'waiting', 'profile', student, 'kobo', -private.balance('waiting', student)),
      jsonb_build_object('account', 'available', 'profile', student, 'kobo', -private.balance('available', student)),
      jsonb_build_object('account', 'platform', 'kobo', -remaining_kobo)));
  end if;
  delete from private.pending_shares where profile_id = student;
  delete from private.pending_sale_notifications where profile_id = student;
  delete from private.sale_emails where profile_id = student;
  delete from public.payout_holds where profile_id = student;
  delete from private.payouts_left_out where profile_id = student;
  delete from public.class_reps where profile_id = student;
  update public.discount_codes set is_stopped = true where profile_id = student and not is_stopped;
  delete from private.payout_accounts a using public.payouts p where p.id = a.payout_id and p.profile_id = student;
  return old;
end $$;
comment on function private.close_student_accounts() is
  'Trigger on auth.users: prevents the deletion of an account with an owed balance that was not forfeited, or with a '
  'payout on its way. Otherwise the platform gets the forfeited amount, and the ledger rows are anonymised.';
revoke all on function private.close_student_accounts() from public;
create trigger delete_account_1_close_student_accounts before delete on auth.users
  for each row execute function private.close_student_accounts();
