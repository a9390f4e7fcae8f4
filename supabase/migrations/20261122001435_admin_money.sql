-- Ledger reports for admins (balances, account lines, sums of sales), and manual bank entries.

-- Money that arrived from the provider, and bank charges.
create type public.bank_recording as enum ('ok', 'duplicate');
comment on type public.bank_recording is 'Result of recording a line of the bank account.';

create function public.record_bank(idempotency_key text, what text, kobo bigint, response text)
returns public.bank_recording
language plpgsql security definer set search_path = '' as $$
declare
  event uuid := gen_random_uuid();
begin
  perform private.require_admin_role('money');
  if what not in ('settlement', 'bank_charge') or kobo <= 0 or kobo > 1000000000000 then
    raise exception 'Neither money that arrived nor a charge' using errcode = '22023';
  end if;
  perform private.lock_books();
  if private.post_transaction(what::public.book_transaction_kind, what || ':' || idempotency_key, event, now(), jsonb_build_array(
    jsonb_build_object('account', 'bank', 'kobo', case what when 'settlement' then kobo else -kobo end),
    jsonb_build_object('account', case what when 'settlement' then 'provider' else 'fees' end,
      'kobo', case what when 'settlement' then -kobo else kobo end)), left(response, 500)) is null then
    return 'duplicate';
  end if;
  perform private.log_money(what, event::text, jsonb_build_object('kobo', kobo, 'note', left(response, 300)));
  return 'ok';
end $$;
comment on function public.record_bank(text, text, bigint, text) is
  'Records money from the provider (settlement) or a bank charge (bank_charge). The idempotency key identifies the '
  'form. Returns ok or duplicate. Admins only, logged.';

create function public.balance_sheet(at_day date) returns table (account text, balance_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select a.account,
         coalesce((select sum(d.amount_kobo) from private.book_days d where d.account = a.account and d.day <= at_day), 0)::bigint
    from unnest(
           array['provider', 'bank', 'payouts_on_way', 'waiting', 'available', 'refunds_owed', 'platform', 'fees']
         ) a (account);
end $$;
comment on function public.balance_sheet(date) is
  'Returns the balance of each account at the end of a day in Lagos, over all students. The balances sum to zero. '
  'Admins only.';

create function public.account_lines(
  of_account text, of_profile uuid default null, before bigint default null, max_rows integer default 26
) returns table (
  id bigint, booked_at timestamptz, kind public.book_transaction_kind, subject uuid, note text, amount_kobo bigint,
  profile_id uuid, student text, title text, is_sample boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  -- The page is selected first, along an index, and only its lines are looked up.
  with page as materialized (
    (select e.* from public.book_entries e
      where of_profile is null and e.account = of_account and (before is null or e.id < before)
      order by e.account, e.id desc limit least(greatest(max_rows, 1), 1000))
    union all
    (select e.* from public.book_entries e
      where of_profile is not null and e.profile_id = of_profile and e.account = of_account and (before is null or e.id < before)
      order by e.transaction_id desc limit least(greatest(max_rows, 1), 1000))
  )
  select e.id, t.booked_at, t.kind, t.subject, t.note, e.amount_kobo, e.profile_id,
         btrim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')), of_sale.title, t.is_sample
    from page e
    cross join lateral (select b.* from public.book_transactions b where b.id = e.transaction_id limit 1) t
    left join public.profiles p on p.id = e.profile_id
    left join lateral (
      select s.title from public.sales s
       where s.id = coalesce((select r.sale_id from public.refunds r where r.id = t.subject), t.subject) limit 1
    ) of_sale on true
   order by e.id desc;
end $$;
comment on function public.account_lines(text, uuid, bigint, integer) is
  'Returns the lines of an account, the last first, optionally of one student. before: the last line of the previous '
  'page. Admins only.';

create function public.money_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return jsonb_build_object(
    'rule', to_jsonb(private.book_rule(now())),
    'unmatched', (select count(*) from private.due_sales),
    'refunds', (select count(*) from private.due_refunds),
    'refunds_rows', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.place), '[]') from private.due_refunds r where r.place <= 100),
    'open_payouts', (
      select coalesce(jsonb_object_agg(c.state, c.payouts), '{}') from (
        select s.state, count(*) as payouts from private.payout_states s
         where s.state not in ('paid', 'returned') group by s.state) c),
    'payable', (select count(*) from private.payout_eligibility(now()) where eligibility = 'pay'),
    'payable_kobo', (select coalesce(sum(available_kobo), 0) from private.payout_eligibility(now()) where eligibility = 'pay'),
    'is_run_due', exists (select from private.due_run),
    -- The run that Today lists, otherwise the next one.
    'run_day', coalesce((select d.day from private.due_run d),
      private.run_day_after(date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'))
  );
end $$;
comment on function public.money_overview() is
  'Returns the rule in force and the pending amounts, for the first page of Money. Admins only.';

create function public.provider_sales(shop text, since date, before_day date) returns table (
  order_reference text, title text, gross_kobo bigint, fee_kobo bigint, paid_at timestamptz, reversed boolean,
  refunded_kobo bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select s.order_reference, s.title, s.gross_kobo, s.fee_kobo, s.paid_at,
         exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id),
         coalesce((select sum(r.amount_kobo) from public.refunds r where r.sale_id = s.id), 0)::bigint
    from public.sales s
   where s.provider = shop and s.paid_at >= since::timestamp at time zone 'Africa/Lagos'
     and s.paid_at < before_day::timestamp at time zone 'Africa/Lagos'
   order by s.paid_at, s.id
   limit 20000;
end $$;
comment on function public.provider_sales(text, date, date) is
  'Returns the sales of a provider that were paid in a range of days (Lagos, end exclusive), to compare with its '
  'report. Admins only.';

create function public.best_sold_materials(since date, until date, max_rows integer default 20)
returns table (material_id uuid, title text, sales bigint, gross_kobo bigint, refunds bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  begins constant timestamptz := since::timestamp at time zone 'Africa/Lagos';
  ends constant timestamptz := (until + 1)::timestamp at time zone 'Africa/Lagos';
begin
  perform private.require_admin_role('money');
  perform private.report_periods(since, until, 'whole');
  return query
  with refunded as (
    -- A refund is recorded after the payment of its sale.
    select r.sale_id, sum(r.amount_kobo) as kobo from public.refunds r where r.written_at >= begins group by r.sale_id
  ),
  sold as (
    select s.material_id, s.title, s.gross_kobo, coalesce(r.kobo, 0) as refunded
      from public.sales s left join refunded r on r.sale_id = s.id
     where s.paid_at >= begins and s.paid_at < ends
       and not exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id)
  )
  select s.material_id, max(s.title), count(*) filter (where s.refunded < s.gross_kobo),
         sum(s.gross_kobo - s.refunded)::bigint, count(*) filter (where s.refunded >= s.gross_kobo)
    from sold s
   group by s.material_id
  having sum(s.gross_kobo - s.refunded) > 0
   order by sum(s.gross_kobo - s.refunded) desc, max(s.title), s.material_id
   limit least(greatest(max_rows, 1), 100);
end $$;
comment on function public.best_sold_materials(date, date, integer) is
  'Returns the materials with the highest revenue after refunds of sales paid on days in Lagos, first and last '
  'inclusive, at most ten years. Reversed sales are not counted; refunds: sales refunded in full, which are not in '
  'sales. Admins only.';

create function public.sales_by_week(
  since date, until date, after_week date default null, after_material uuid default null, max_rows integer default 1000
) returns table (
  starts_on date, ends_on date, material_id uuid, title text, sales bigint, gross_kobo bigint, shares_kobo bigint,
  refunds bigint, refunded_kobo bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  perform private.report_periods(since, until, 'whole');
  return query
  select w.week, least(w.week + 6, until), w.material_id, m.title, count(*), sum(w.gross_kobo)::bigint,
         sum(w.share_kobo)::bigint, count(*) filter (where w.refunded > 0), sum(w.refunded)::bigint
    from (
      select s.material_id, s.gross_kobo, s.share_kobo + s.rep_kobo as share_kobo,
             since + ((s.paid_at at time zone 'Africa/Lagos')::date - since) / 7 * 7 as week,
             coalesce((select sum(r.amount_kobo) from public.refunds r where r.sale_id = s.id), 0) as refunded
        from public.sales s
       where s.paid_at >= greatest(since, after_week)::timestamp at time zone 'Africa/Lagos'
         and s.paid_at < (until + 1)::timestamp at time zone 'Africa/Lagos'
         and not exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id)
    ) w
    join public.research_materials m on m.id = w.material_id
   where after_week is null or (w.week, w.material_id) > (after_week, after_material)
   group by w.week, w.material_id, m.title
   order by w.week, w.material_id
   limit least(greatest(max_rows, 1), 1000);
end $$;
comment on function public.sales_by_week(date, date, date, uuid, integer) is
  'Returns sales, revenue, shares, and number and sum of refunds per week of payment and material, for an export. '
  'since and until: the first and the last day of payment in Lagos, at most ten years. Weeks are seven days from since, '
  'as in report_periods. Reversed sales are not counted. after_week and after_material: starts_on and material_id of the '
  'last line of the previous page. Admins only.';
revoke all on function
  public.record_bank(text, text, bigint, text), public.balance_sheet(date), public.account_lines(text, uuid, bigint, integer),
  public.money_overview(), public.provider_sales(text, date, date),
  public.best_sold_materials(date, date, integer), public.sales_by_week(date, date, date, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.record_bank(text, text, bigint, text), public.balance_sheet(date), public.account_lines(text, uuid, bigint, integer),
  public.money_overview(), public.provider_sales(text, date, date),
  public.best_sold_materials(date, date, integer), public.sales_by_week(date, date, date, uuid, integer)
  to authenticated;
