-- Payments of orders: Paystack's notifications, the queries that follow, and what they decide (docs/decisions/0033).

create table private.payment_events (
  id bigint generated always as identity primary key,
  event text not null check (char_length(event) <= 60),
  reference text not null check (char_length(reference) <= 100),
  created_at timestamptz not null default now()
);
comment on table private.payment_events is
  'Queue of Paystack''s notifications. An event makes its order due for a query, and is deleted.';
revoke all on private.payment_events from public, anon, authenticated, service_role;
revoke all on sequence private.payment_events_id_seq from public, anon, authenticated, service_role;

-- 1, 5 and 30 minutes after the start, then hourly for three days; an invoice every six hours for fifteen.
create function private.next_check(began timestamptz, done integer, has_invoice boolean, at_time timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select case
    when at_time > began + interval '3 days' then
      case when has_invoice and at_time <= began + interval '15 days' then at_time + interval '6 hours' end
    when done < 3 then greatest(began + (array[1, 5, 30])[done + 1] * interval '1 minute', at_time + interval '1 minute')
    else at_time + interval '1 hour' end
$$;
comment on function private.next_check(timestamptz, integer, boolean, timestamptz) is
  'Returns when to query Paystack next about an order, from its start and the number of queries so far.';

create function public.claim_orders(max_rows integer default 20) returns table (id uuid, reference text)
language sql security definer set search_path = '' as $$
  update private.orders o
     set checks = o.checks + 1, next_check_at = private.next_check(o.created_at, o.checks + 1, o.invoiced_at is not null, now())
   where o.id in (
     select due.id from private.orders due where due.next_check_at <= now()
      order by due.next_check_at limit least(greatest(max_rows, 1), 100) for update skip locked
   )
  returning o.id, o.reference
$$;
comment on function public.claim_orders(integer) is
  'Leases orders whose payment has to be verified with Paystack now; each goes to one caller. Service role only.';

create function public.claim_order(of_order uuid, seconds integer default 3) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.orders set checked_at = now()
   where id = of_order and state in ('pending', 'failed', 'abandoned') and next_check_at is not null
     and coalesce(checked_at, '-infinity') < now() - make_interval(secs => seconds);
  return found;
end $$;
comment on function public.claim_order(uuid, integer) is
  'Returns true if the page of an order may query Paystack now: it is undecided, and was not queried in these seconds. '
  'Service role only.';

create function public.receive_payment_events(events jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.payment_events (event, reference)
  select left(e.event, 60), left(e.reference, 100) from jsonb_to_recordset(events) as e (event text, reference text)
$$;
comment on function public.receive_payment_events(jsonb) is
  'Stores Paystack''s notifications about references: [{event, reference}]. Service role only.';

create function public.process_payment_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  payments text[];
  disputes text[];
  returned text[];
  taken integer := 0;
  these integer;
begin
  with events as (
    delete from private.payment_events e
     where e.id in (
       select id from private.payment_events where event not like 'transfer.%' order by id limit 500 for update skip locked)
    returning e.event, e.reference
  )
  select array_agg(reference) filter (where event like 'charge.%'),
         array_agg(reference) filter (where event like 'charge.dispute.%'),
         array_agg(reference) filter (where event like 'refund.%')
    into payments, disputes, returned from events;
  update private.orders set next_check_at = now()
   where reference = any (payments) and state in ('pending', 'failed', 'abandoned');
  get diagnostics taken = row_count;
  -- A disputed order that is not paid here yet becomes paid first.
  update private.orders set disputes_next_at = now() where reference = any (disputes);
  get diagnostics these = row_count;
  taken := taken + these;
  update private.orders set refund_next_at = now() where reference = any (returned) and refund_state in ('agreed', 'sent');
  get diagnostics these = row_count;
  taken := taken + these;
  -- A refund that was not requested here was made in Paystack's dashboard. verify reports only full refunds,
  -- the list of refunds all.
  update private.orders set next_check_at = now(), refunds_next_at = now()
   where reference = any (returned) and state in ('paid', 'wrong', 'revoked')
     and coalesce(refund_state, '') not in ('agreed', 'sent', 'processed');
  get diagnostics these = row_count;
  return taken + these;
end $$;
comment on function public.process_payment_events() is
  'Makes orders due after Paystack''s notifications. Returns how many. Service role only.';

-- The only function that decides an order. It is correct for repeated, late or reordered calls, because it compares
-- only the verify response with the order, in one transaction with the ledger.
create type public.order_state as enum ('pending', 'failed', 'abandoned', 'paid', 'wrong', 'revoked');
comment on type public.order_state is 'State of an order (docs/state-machines.md).';

create function private.settle_order(of_order uuid, response jsonb, at_time timestamptz default now())
returns public.order_state
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
  sale record;
  fault text;
begin
  perform private.lock_books();
  select * into here from private.orders where id = of_order for update;
  if not found then
    return null;
  end if;
  if response is null then
    -- Paystack does not know the reference: our process crashed before it initialised the payment.
    update private.orders set state = 'abandoned', checked_at = at_time
     where id = of_order and state = 'pending' and created_at < at_time - interval '30 minutes';
    return (select state from private.orders where id = of_order);
  end if;
  if response ->> 'reference' is distinct from here.reference then
    raise exception 'This is the answer about another order' using errcode = '22023';
  end if;

  if response ->> 'status' = 'success' and here.state in ('pending', 'failed', 'abandoned') then
    fault := case
      when response ->> 'currency' is distinct from 'NGN' then 'currency'
      when response ->> 'domain' is distinct from here.domain then 'domain'
      when (response ->> 'amount')::bigint is distinct from here.amount_kobo then 'amount' end;
    if fault is not null then
      update private.orders
         set state = 'wrong', reason = fault, paid_kobo = (response ->> 'amount')::bigint, provider_id = response ->> 'id',
             paid_currency = case when response ->> 'currency' ~ '^[A-Z]{3}$' then response ->> 'currency' else 'NGN' end,
             paid_at = least((response ->> 'paid_at')::timestamptz, at_time), checked_at = at_time, next_check_at = null
       where id = of_order returning * into here;
      perform private.notify_buyer(here, 'order-wrong');
      return 'wrong';
    end if;
    select * into sale from private.record_sale(
      here.material_id,
      row('paystack', here.reference, here.amount_kobo,
        -- least() ignores nulls, so a fee that Paystack did not report would become the whole price.
        case when (response ->> 'fees')::bigint > here.amount_kobo then here.amount_kobo else (response ->> 'fees')::bigint end,
        coalesce((response ->> 'paid_at')::timestamptz, at_time))::private.payment,
      'provider', at_time, sample => here.domain = 'test', rep => here.rep_profile_id,
      author_off => here.author_off_kobo);
    update private.orders
       set state = 'paid', reason = null, sale_id = sale.sale_id, paid_kobo = here.amount_kobo, provider_id = response ->> 'id',
           paid_at = least(coalesce((response ->> 'paid_at')::timestamptz, at_time), at_time),
           checked_at = at_time, next_check_at = null,
           duplicate_of = (
             select o.id from private.orders o
               join private.materials_with_work w on w.material_id = o.material_id and w.work_id = here.material_id
              where lower(o.email) = lower(here.email) and o.id <> here.id and o.domain = here.domain
                and o.state = 'paid' and coalesce(o.refund_state, '') not in ('agreed', 'sent', 'processed')
              order by o.paid_at limit 1)
     where id = of_order returning * into here;
    perform private.notify_buyer(here, 'order-paid', private.receipt(here));
    perform private.notify_sales(at_time);
    return 'paid';
  end if;

  if response ->> 'status' = 'reversed' and here.state in ('paid', 'wrong', 'revoked') and here.amount_kobo > 0 then
    perform private.refund_is_processed(of_order, at_time);
    return (select state from private.orders where id = of_order);
  end if;

  update private.orders
     set checked_at = at_time,
         next_check_at = case when here.state in ('paid', 'wrong', 'revoked') then null else next_check_at end,
         state = case
           when here.state not in ('pending', 'failed', 'abandoned') then here.state
           when response ->> 'status' in ('failed', 'reversed') then 'failed'
           when response ->> 'status' = 'abandoned' then 'abandoned'
           when response ->> 'status' = 'success' then here.state
           else 'pending' end
   where id = of_order returning * into here;
  return here.state;
end $$;
comment on function private.settle_order(uuid, jsonb, timestamptz) is
  'Updates an order from a verify response: {id, status, reference, amount, currency, domain, fees, paid_at} in kobo, '
  'or null if Paystack does not know it. Paid only if amount, currency and domain match; the sale is recorded in the '
  'same transaction. Returns the state, or null if there is no such order.';

create function public.settle_order(of_order uuid, response jsonb default null) returns public.order_state
language sql security definer set search_path = '' as $$ select private.settle_order(of_order, response) $$;
comment on function public.settle_order(uuid, jsonb) is 'As private.settle_order. Service role only.';

revoke all on function
  private.next_check(timestamptz, integer, boolean, timestamptz), private.settle_order(uuid, jsonb, timestamptz)
  from public;
revoke all on function
  public.claim_orders(integer), public.claim_order(uuid, integer), public.receive_payment_events(jsonb),
  public.process_payment_events(), public.settle_order(uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  public.claim_orders(integer), public.claim_order(uuid, integer), public.receive_payment_events(jsonb),
  public.process_payment_events(), public.settle_order(uuid, jsonb)
  to service_role;
