-- Refunds of orders through Paystack (docs/decisions/0033), and refunds of other sales by admins.

create table private.order_refunds (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,60}$'),
  order_id uuid not null references private.orders (id) on delete cascade,
  amount_kobo bigint not null check (amount_kobo > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (char_length(status) <= 60),
  is_ours boolean not null default false,
  is_from_dispute boolean not null default false,
  made_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table private.order_refunds is 'Refunds of a payment, as last listed by Paystack.';
comment on column private.order_refunds.id is 'Paystack''s id.';
comment on column private.order_refunds.status is
  'Paystack''s status: pending, processing, processed, failed, needs-attention. Final once processed.';
comment on column private.order_refunds.is_ours is 'Requested by Lamplight. Others were made in Paystack''s dashboard.';
comment on column private.order_refunds.is_from_dispute is
  'Result of a dispute, which adds it to the ledger (private.is_dispute_lost).';
create index order_refunds_of_order_idx on private.order_refunds (order_id);
create trigger order_refunds_touch before update on private.order_refunds
  for each row execute function private.touch_updated_at();
revoke all on private.order_refunds from public, anon, authenticated, service_role;

-- The part of a sale's price that was not refunded yet; 0 if the sale was reversed, because then the ledger has nothing
-- to refund.
create function private.refundable_kobo(of_sale uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.book_transactions t where t.event_key = 'reversal:' || of_sale) then 0
    else (select s.gross_kobo from public.sales s where s.id = of_sale)
      - coalesce((select sum(r.amount_kobo) from public.refunds r where r.sale_id = of_sale), 0) end::bigint
$$;
comment on function private.refundable_kobo(uuid) is
  'Returns the kobo of a sale that were not refunded yet; 0 if the sale was reversed, null if there is no sale.';

create function private.post_order_refund(here private.orders, event text, amount bigint, reason text, at_time timestamptz)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  refundable bigint := private.refundable_kobo(here.sale_id);
  booked bigint;
  refund record;
begin
  if here.sale_id is null or amount <= 0
     or exists (select from public.book_transactions t where t.event_key = 'reversal:' || here.sale_id)
     or exists (select from public.refunds r where r.event_key = event) then
    return;
  end if;
  booked := case when amount < refundable then amount else refundable end;
  if booked > 0 then
    select * into refund from private.record_refund(here.sale_id, event, booked, left(reason, 500), at_time);
    if refund.outcome <> 'recorded' then
      raise exception 'Could not book the refund %: %', event, refund.outcome;
    end if;
    perform private.settle_refund(refund.refund_id, at_time);
  end if;
  if amount > booked then
    update private.orders
       set refund_excess_kobo = refund_excess_kobo + amount - booked, has_unseen_refund = true
     where id = here.id;
  end if;
end $$;
comment on function private.post_order_refund(private.orders, text, bigint, text, timestamptz) is
  'Adds a refund of this many kobo to the ledger, once per event. An amount beyond the rest of the price is saved in '
  'the order for an admin. Does nothing for an order without a sale, or with a reversed one.';

create function private.refund_is_processed(of_order uuid, at_time timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
  rest bigint;
begin
  perform private.lock_books();
  select * into here from private.orders where id = of_order for update;
  if here.state not in ('paid', 'wrong', 'revoked') or here.refund_state = 'processed' then
    return;
  end if;
  rest := here.paid_kobo - here.refunded_kobo;
  perform private.post_order_refund(here, 'paystack:' || here.reference, private.refundable_kobo(here.sale_id),
    here.refund_reason, at_time);
  update private.orders
     set refund_state = 'processed', refund_part_kobo = null, refund_next_at = null, next_check_at = null,
         refunded_kobo = greatest(refunded_kobo, paid_kobo), duplicate_accepted_at = coalesce(duplicate_accepted_at, at_time)
   where id = of_order returning * into here;
  perform private.notify_buyer(here, 'order-refunded',
    jsonb_build_object('amount_kobo', case when rest > 0 then rest else here.paid_kobo end));
end $$;
comment on function private.refund_is_processed(uuid, timestamptz) is
  'Adds the refund of the rest of an order to the ledger, once, and emails the buyer. The file is closed from then on.';

create type public.refund_step as enum ('send', 'sent', 'processed', 'none', 'not_paid');
comment on type public.refund_step is
  'The next step for the refunds of an order. send: request one from Paystack. none: no refund was agreed.';

create function private.store_refunds(here private.orders, response jsonb, at_time timestamptz) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  if exists (
    select from jsonb_to_recordset(response) as x (id text) join private.order_refunds r on r.id = x.id
      where r.order_id <> here.id
  ) then
    raise exception 'This is a refund of another order' using errcode = '22023';
  end if;
  if exists (
    select from jsonb_to_recordset(response) as x (id text, status text, dispute text)
     where x.id is distinct from here.refund_id and x.dispute is null and x.status <> 'failed'
       and not exists (select from private.order_refunds r where r.id = x.id)
       -- A request whose response was lost has no id yet.
       and (here.refund_id is not null or coalesce(here.refund_state, '') not in ('agreed', 'sent'))
  ) then
    update private.orders set has_unseen_refund = true where id = here.id;
  end if;
  insert into private.order_refunds as r (id, order_id, amount_kobo, currency, status, is_ours, is_from_dispute, made_at)
  select x.id, here.id, x.amount, x.currency, x.status, x.id is not distinct from here.refund_id, x.dispute is not null,
         least(x.at, at_time)
    from jsonb_to_recordset(response) as x (id text, amount bigint, currency text, status text, dispute text, at timestamptz)
  on conflict on constraint order_refunds_pkey do update
    set status = case when r.status = 'processed' then r.status else excluded.status end,
        is_ours = r.is_ours or excluded.is_ours, is_from_dispute = r.is_from_dispute or excluded.is_from_dispute;
end $$;
comment on function private.store_refunds(private.orders, jsonb, timestamptz) is
  'Stores the refunds that Paystack lists for an order, and marks the order if one of them is not ours.';
revoke all on function private.store_refunds(private.orders, jsonb, timestamptz) from public;

create function private.match_our_refund(here private.orders, live bigint, at_time timestamptz) returns private.orders
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  ours private.order_refunds;
begin
  -- Paystack has a refund of the full amount, or of the agreed part since then: an earlier request succeeded although
  -- its response was lost.
  select * into ours from private.order_refunds r
   where here.refund_id is null and r.order_id = here.id and r.status <> 'failed' and not r.is_from_dispute
     and (live >= here.paid_kobo
          or (r.amount_kobo = here.refund_part_kobo and not r.is_ours and r.created_at >= here.refund_agreed_at
              and r.made_at >= here.refund_agreed_at - interval '5 minutes'))
   order by (r.status = 'processed'), r.made_at desc limit 1;
  if found then
    update private.order_refunds set is_ours = true where id = ours.id;
    update private.orders
       set refund_id = ours.id, refund_state = 'sent', refund_next_at = at_time + interval '10 minutes'
     where id = here.id returning * into here;
  end if;
  select * into ours from private.order_refunds r where r.id = here.refund_id;
  if ours.status in ('failed', 'needs-attention') then
    update private.orders
       set refund_state = 'failed', refund_fault = ours.status, refund_next_at = null
     where id = here.id;
  end if;
  return here;
end $$;
comment on function private.match_our_refund(private.orders, bigint, timestamptz) is
  'Finds the refund that was agreed among those that Paystack lists; live is their sum in kobo. Returns the order.';
revoke all on function private.match_our_refund(private.orders, bigint, timestamptz) from public;

-- The only function that processes the refunds that Paystack lists.
create function private.settle_refunds(of_order uuid, response jsonb, at_time timestamptz default now())
returns table (outcome public.refund_step, remaining_kobo bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  here private.orders;
  -- In progress or completed, and completed. Refunds of a dispute are added to the ledger by the dispute.
  live bigint;
  back bigint;
  returned_by_disputes bigint;
  booked bigint;
begin
  perform private.lock_books();
  select * into here from private.orders where id = of_order for update;
  if not found or here.amount_kobo = 0 or here.state not in ('paid', 'wrong', 'revoked') then
    return query select 'not_paid'::public.refund_step, 0::bigint;
    return;
  end if;
  perform private.store_refunds(here, response, at_time);
  select coalesce(sum(r.amount_kobo) filter (where r.status <> 'failed'), 0),
         coalesce(sum(r.amount_kobo) filter (where r.status = 'processed' and not r.is_from_dispute), 0),
         coalesce(sum(r.amount_kobo) filter (where r.status = 'processed' and r.is_from_dispute), 0)
    into live, back, returned_by_disputes from private.order_refunds r where r.order_id = of_order;

  if here.refund_state in ('agreed', 'sent') then
    here := private.match_our_refund(here, live, at_time);
  end if;

  -- Up to the total refunded: a reversal of the whole payment may have been recorded first.
  if here.refund_state is distinct from 'processed' and here.sale_id is not null then
    select coalesce(sum(r.amount_kobo), 0) into booked from public.refunds r
     where r.sale_id = here.sale_id and r.event_key like 'paystack:%' and r.event_key not like 'paystack:dispute:%';
    perform private.post_order_refund(here, 'paystack:' || here.reference || ':' || back, back - booked - here.refund_excess_kobo,
      here.refund_reason, at_time);
  end if;
  update private.orders o
     set refunded_kobo = greatest(o.refunded_kobo, back + returned_by_disputes),
         -- A refund that Paystack has not completed is queried again.
         refunds_next_at = case when exists (
           select from private.order_refunds r
            where r.order_id = of_order and r.id is distinct from o.refund_id
              and r.status not in ('processed', 'failed') and r.made_at > at_time - interval '30 days')
           then at_time + interval '1 hour' end
   where o.id = of_order returning * into here;
  if back > 0 and back + returned_by_disputes >= here.paid_kobo then
    perform private.refund_is_processed(of_order, at_time);
    return query select 'processed'::public.refund_step, 0::bigint;
    return;
  end if;
  if here.refund_state = 'sent' and here.refund_part_kobo is not null
     and exists (select from private.order_refunds r where r.id = here.refund_id and r.status = 'processed') then
    perform private.notify_buyer(here, 'order-refunded',
      jsonb_build_object('amount_kobo', here.refund_part_kobo, 'is_part', true));
    update private.orders set refund_state = 'partial', refund_part_kobo = null, refund_next_at = null
     where id = of_order returning * into here;
  end if;
  return query select
    case
      when here.refund_state = 'processed' then 'processed'
      when coalesce(here.refund_state, '') not in ('agreed', 'sent') then 'none'
      when here.refund_id is null then 'send'
      else 'sent' end::public.refund_step,
    -- least() ignores nulls.
    least(greatest(here.paid_kobo - live, 0), here.refund_part_kobo);
end $$;
comment on function private.settle_refunds(uuid, jsonb, timestamptz) is
  'Updates the refunds of an order from Paystack''s list: [{id, amount, currency, status, dispute (null unless it '
  'comes from one), at}], complete or partial. Adds completed ones to the ledger, and adopts a requested refund whose '
  'response was lost. outcome: send (agreed; request remaining_kobo from Paystack: the agreed part, or the rest), sent, '
  'processed (all of it is refunded), not_paid, or none (no refund was agreed, or the part is back).';

create function public.settle_refunds(of_order uuid, response jsonb) returns table (outcome public.refund_step,
  remaining_kobo bigint)
language sql security definer set search_path = '' as $$ select * from private.settle_refunds(of_order, response) $$;
comment on function public.settle_refunds(uuid, jsonb) is 'As private.settle_refunds. Service role only.';

create function public.claim_refunded_orders(mode text, max_rows integer default 20)
returns table (id uuid, reference text, provider_id text, paid_at timestamptz)
language sql security definer set search_path = '' as $$
  update private.orders o set refunds_next_at = now() + interval '10 minutes'
   where o.id in (
     select due.id from private.orders due
      where due.refunds_next_at <= now() and due.domain = mode and due.state in ('paid', 'wrong', 'revoked')
      order by due.refunds_next_at limit least(greatest(max_rows, 1), 50) for update skip locked
   )
  returning o.id, o.reference, o.provider_id, o.paid_at
$$;
comment on function public.claim_refunded_orders(text, integer) is
  'Leases payments with a refund that was not requested here; each goes to one caller. mode: test or live, as the key. '
  'Service role only.';

create type public.refund_request as enum ('ok', 'asked', 'disputed', 'not_paid', 'too_late', 'gone');
comment on type public.refund_request is 'Result of a buyer''s refund request.';
create function public.request_refund(hash text, reason text) returns public.refund_request
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id
   where t.token_hash = hash for update of o;
  if not found then
    return 'gone';
  end if;
  -- After a part, the buyer may ask for the rest.
  if coalesce(here.refund_state, 'partial') <> 'partial' then
    return 'asked';
  end if;
  if here.dispute_state = 'open' then
    return 'disputed';
  end if;
  if here.state <> 'paid' or here.amount_kobo = 0 then
    return 'not_paid';
  end if;
  if private.refund_until(here) < now() then
    return 'too_late';
  end if;
  update private.orders set refund_state = 'asked', refund_reason = left(request_refund.reason, 1000), refund_asked_at = now()
   where id = here.id returning * into here;
  perform private.notify_buyer(here, 'order-refund-asked');
  return 'ok';
end $$;
comment on function public.request_refund(text, text) is
  'Requests a refund for a buyer. Returns ok, asked (before), disputed (through the bank), not_paid, too_late or gone. '
  'Emailed. Service role only.';

create function public.claim_refunds(max_rows integer default 10)
returns table (
  id uuid, reference text, refund_id text, amount_kobo bigint, currency text, provider_id text, paid_at timestamptz
)
language sql security definer set search_path = '' as $$
  update private.orders o set refund_next_at = now() + interval '10 minutes'
   where o.id in (
     select due.id from private.orders due
      where due.refund_next_at <= now() and due.refund_state in ('agreed', 'sent')
        -- Avoids refunding twice: the dispute may also return the money.
        and (due.dispute_state is distinct from 'open' or due.refund_id is not null)
      order by due.refund_next_at limit least(greatest(max_rows, 1), 50) for update skip locked
   )
  returning o.id, o.reference, o.refund_id, o.paid_kobo, o.paid_currency, o.provider_id, o.paid_at
$$;
comment on function public.claim_refunds(integer) is
  'Leases refunds to request from Paystack (without refund_id) or to query; each goes to one caller. amount_kobo and '
  'currency: the payment''s. Service role only.';

create function public.record_refund_state(of_order uuid, status text, named text default null, fault text default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if status = 'processed' then
    perform private.refund_is_processed(of_order);
  end if;
  update private.orders
     set refund_id = coalesce(named, refund_id),
         refund_fault = case when status in ('failed', 'needs-attention') then left(coalesce(fault, status), 300) else '' end,
         refund_state = case
           when status in ('failed', 'needs-attention') then 'failed' when status = 'processed' then refund_state else 'sent' end,
         refund_next_at = case when status in ('failed', 'needs-attention', 'processed') then null
           else greatest(refund_next_at, now() + interval '10 minutes') end
   -- A late response does not reopen a refund that is processed.
   where id = of_order and (refund_state in ('agreed', 'sent') or (refund_state = 'processed' and status = 'processed'));
end $$;
comment on function public.record_refund_state(uuid, text, text, text) is
  'Records Paystack''s status of a refund: pending, processing, processed, failed, needs-attention; fault: why it was '
  'rejected. Service role only.';

revoke all on function
  private.refund_is_processed(uuid, timestamptz), private.refundable_kobo(uuid),
  private.post_order_refund(private.orders, text, bigint, text, timestamptz),
  private.settle_refunds(uuid, jsonb, timestamptz)
  from public;
revoke all on function
  public.request_refund(text, text), public.claim_refunds(integer),
  public.record_refund_state(uuid, text, text, text), public.settle_refunds(uuid, jsonb),
  public.claim_refunded_orders(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.request_refund(text, text), public.claim_refunds(integer),
  public.record_refund_state(uuid, text, text, text), public.settle_refunds(uuid, jsonb),
  public.claim_refunded_orders(text, integer)
  to service_role;

-- Manual changes of sales by admins. A sale of an order is refunded only through the order.
create function public.retry_unmatched_sale(of_sale uuid, gross bigint, paid timestamptz, fee bigint default null)
returns public.sale_recording
language plpgsql security definer set search_path = '' as $$
declare
  before public.sales;
  result record;
begin
  perform private.require_admin_role('money');
  select * into before from public.sales where id = of_sale;
  select * into result from private.record_sale(
    before.material_id, row(before.provider, before.order_reference, gross, fee, paid)::private.payment, 'hand',
    again => true, sample => before.is_sample, rep => before.rep_profile_id, author_off => before.author_off_kobo);
  if result.outcome = 'recorded' then
    -- The order references the replacing sale, so that its refund applies to the valid sale.
    update private.orders set sale_id = result.sale_id where sale_id = of_sale;
  end if;
  perform private.notify_sales();
  perform private.log_money('sale_written_again', coalesce(result.sale_id, of_sale)::text,
    jsonb_build_object('outcome', result.outcome));
  return result.outcome;
end $$;
comment on function public.retry_unmatched_sale(uuid, bigint, timestamptz, bigint) is
  'Records the order of a reversed sale again with the right figures; a sample remains a sample. Returns recorded, '
  'duplicate (it is not reversed) or no_material. Admins only, logged.';

create function public.refund_sale(of_sale uuid, idempotency_key text, reason text, amount bigint default null)
returns public.refund_recording
language plpgsql security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.require_admin_role('money');
  if exists (select from private.orders o where o.sale_id = of_sale) then
    return 'has_order';
  end if;
  select * into result from private.record_refund(of_sale, 'hand:' || idempotency_key, amount, reason);
  if result.outcome = 'recorded' then
    perform private.log_money('refunded', of_sale::text, jsonb_build_object('kobo', amount, 'note', left(reason, 500)));
  end if;
  return result.outcome;
end $$;
comment on function public.refund_sale(uuid, text, text, bigint) is
  'Records a refund (kobo; null: the rest of the price). The idempotency key identifies the form, so that a double '
  'submission records one refund. Returns recorded, duplicate, too_much, gone, or has_order (its order refunds it, '
  'through Paystack). Admins only, logged.';

create function public.reverse_sale(of_sale uuid, reason text) returns public.sale_reversal
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
begin
  perform private.require_admin_role('money');
  -- A test order moved no money, so reversing its sale pays nothing.
  if exists (select from private.orders o where o.sale_id = of_sale and o.domain = 'live') then
    return 'has_order';
  end if;
  outcome := private.reverse_sale(of_sale, reason);
  if outcome = 'ok' then
    perform private.log_money('sale_reversed', of_sale::text, jsonb_build_object('note', left(reason, 500)));
  end if;
  return outcome;
end $$;
comment on function public.reverse_sale(uuid, text) is
  'Reverses an incorrectly recorded sale. Returns ok, duplicate, gone, refunded, or has_order (paid with real money '
  'for an order, which alone can refund it). Admins only, logged.';

create function public.sale_details(of_sale uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.require_admin_role('money');
  select * into sale from public.sales where id = of_sale;
  if not found then
    return null;
  end if;
  return to_jsonb(sale) || jsonb_build_object(
    'state', private.sale_state(sale),
    'student', (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.id = sale.profile_id),
    'order_id', (select o.id from private.orders o where o.sale_id = of_sale),
    'order_is_live', (select o.domain = 'live' from private.orders o where o.sale_id = of_sale),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
               'settled', not exists (select from private.unsettled_refunds o where o.refund_id = r.id)
             ) order by r.written_at), '[]')
        from public.refunds r where r.sale_id = of_sale),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'booked_at', t.booked_at, 'account', e.account,
               'amount_kobo', e.amount_kobo, 'note', t.note) order by e.id), '[]')
        from public.book_transactions t join public.book_entries e on e.transaction_id = t.id
       where t.subject = of_sale or t.subject in (select r.id from public.refunds r where r.sale_id = of_sale))
  );
end $$;
comment on function public.sale_details(uuid) is
  'Returns a sale with its refunds and ledger entries, or null. Admins only.';

revoke all on function
  public.retry_unmatched_sale(uuid, bigint, timestamptz, bigint), public.refund_sale(uuid, text, text, bigint),
  public.reverse_sale(uuid, text), public.sale_details(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.retry_unmatched_sale(uuid, bigint, timestamptz, bigint), public.refund_sale(uuid, text, text, bigint),
  public.reverse_sale(uuid, text), public.sale_details(uuid)
  to authenticated;
