-- Order management for admins (docs/decisions/0033).

-- Admin actions. Each is logged with the reference, which names no user.
create function private.log_order(here private.orders, step text, more jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'order.' || step, here.id::text, jsonb_build_object('name', here.reference) || more)
$$;
comment on function private.log_order(private.orders, text, jsonb) is
  'Logs an admin''s act on an order in the audit log.';

create type public.refund_state as enum ('asked', 'refused', 'agreed', 'sent', 'partial', 'processed', 'failed');
comment on type public.refund_state is 'State of an order''s refund (docs/state-machines.md).';
create type public.dispute_state as enum ('open', 'won', 'lost');
comment on type public.dispute_state is 'State of a payment dispute (docs/state-machines.md).';

create type public.order_due as enum (
  'refund_asked', 'refund_failed', 'refunded_outside', 'refunded_too_much', 'wrong_amount', 'wrong_currency', 'wrong_domain',
  'twice'
);
comment on type public.order_due is 'Why an order needs an admin.';
create view private.due_orders as
  select d.*, row_number() over (order by d.since, d.id) as place from (
    select o.id, o.reference, o.title, coalesce(o.paid_kobo, o.amount_kobo) as amount_kobo,
           o.paid_currency as currency, o.refund_reason as words, coalesce(o.refund_asked_at, o.paid_at) as since,
           case
             when o.refund_state = 'failed' then 'refund_failed'
             when o.refund_state = 'asked' then 'refund_asked'
             when o.has_unseen_refund and o.refund_excess_kobo > 0 then 'refunded_too_much'
             when o.has_unseen_refund then 'refunded_outside'
             when o.state = 'wrong' then 'wrong_' || o.reason
             else 'twice' end::public.order_due as what
      from private.orders o
     where o.refund_state in ('failed', 'asked') or o.has_unseen_refund or (o.state = 'wrong' and o.refund_state is null)
        or (o.state = 'paid' and o.duplicate_of is not null and o.duplicate_accepted_at is null and o.refund_state is null)
  ) d;
comment on view private.due_orders is 'Orders that need an admin, the longest waiting first.';

create type public.order_filter as enum ('all', 'due', 'paid', 'refunded', 'unfinished');
comment on type public.order_filter is
  'A part of the list of orders. due: a refund, dispute or payment that an admin must decide.';

-- The rows of find_orders and order_totals; max_rows null means all.
create function private.listed_orders(
  search text, show public.order_filter, since date, until date, after_at timestamptz default null,
  after_id uuid default null, max_rows integer default null
) returns setof private.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := lower(btrim(left(coalesce(search, ''), 254)));
  -- Numbers are read out in parts, with or without the hyphens.
  part text := regexp_replace(upper(wanted), '[^0-9A-Z]', '', 'g');
begin
  return query
  select o.*
    from private.orders o
   where (wanted = '' or (char_length(wanted) >= 3 and strpos(lower(o.email), wanted) > 0)
          or (char_length(part) >= 3 and strpos(replace(o.reference, '-', ''), part) > 0))
     and (since is null or o.created_at >= since::timestamp at time zone 'Africa/Lagos')
     and (until is null or o.created_at < (until + 1)::timestamp at time zone 'Africa/Lagos')
     and (after_id is null or (o.created_at, o.id) < (after_at, after_id))
     and case show
           when 'due' then o.dispute_state = 'open' or exists (select from private.due_orders d where d.id = o.id)
           when 'paid' then o.state = 'paid' and o.refunded_kobo = 0
           when 'refunded' then o.refunded_kobo > 0
           when 'unfinished' then o.state in ('pending', 'failed', 'abandoned')
           else true end
   order by o.created_at desc, o.id desc limit max_rows;
end $$;
comment on function private.listed_orders(text, public.order_filter, date, date, timestamptz, uuid, integer) is
  'Returns orders by part of the reference or of the buyer''s address (three characters or more), by state, and by the '
  'day in Lagos when they began, since and until inclusive; the newest first.';
revoke all on function private.listed_orders(text, public.order_filter, date, date, timestamptz, uuid, integer) from public;

create function public.find_orders(
  search text default '', show public.order_filter default 'all', after_at timestamptz default null,
  after_id uuid default null, max_rows integer default 26, since date default null, until date default null
) returns table (
  id uuid, reference text, title text, email text, amount_kobo bigint, currency text, domain text, state public.order_state,
  reason text, refund_state public.refund_state, dispute_state public.dispute_state, twice boolean, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select o.id, o.reference, o.title, o.email, coalesce(o.paid_kobo, o.amount_kobo), o.paid_currency, o.domain,
         o.state::public.order_state, o.reason, o.refund_state::public.refund_state, o.dispute_state::public.dispute_state,
         o.duplicate_of is not null, o.created_at
    from private.listed_orders(search, show, since, until, after_at, after_id, least(greatest(max_rows, 1), 200)) o
   order by o.created_at desc, o.id desc;
end $$;
comment on function public.find_orders(text, public.order_filter, timestamptz, uuid, integer, date, date) is
  'Returns orders (private.listed_orders), the newest first. amount_kobo and currency: the payment, or the price until '
  'then. Admins only.';

create function public.order_totals(
  search text default '', show public.order_filter default 'all', since date default null, until date default null
) returns table (domain text, orders bigint, paid_kobo bigint, refunded_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select o.domain, count(*),
         coalesce(sum(o.paid_kobo) filter (where o.paid_currency = 'NGN'), 0)::bigint,
         coalesce(sum(o.refunded_kobo) filter (where o.paid_currency = 'NGN'), 0)::bigint
    from private.listed_orders(search, show, since, until) o
   group by o.domain
   order by o.domain;
end $$;
comment on function public.order_totals(text, public.order_filter, date, date) is
  'Returns the number of the orders of a list (private.listed_orders), and what was paid and refunded in naira, for live '
  'and test money. Admins only.';

create function public.order_details(of_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return (
    select to_jsonb(o) - 'payment_url' || jsonb_build_object(
             'gives_file', private.can_be_downloaded(o),
             'refunds', (
               select coalesce(jsonb_agg(to_jsonb(r) - 'order_id' order by r.made_at, r.id), '[]'::jsonb)
                 from private.order_refunds r where r.order_id = o.id),
             'first_payment_reference', (select t.reference from private.orders t where t.id = o.duplicate_of),
             'bundle_off', (
               select jsonb_build_object('id', b.id, 'title', b.title, 'kobo', sum(r.off_kobo))
                 from private.bundle_reductions r join private.orders b on b.id = r.order_id
                where r.part_order_id = o.id and private.can_be_downloaded(b)
                group by b.id order by sum(r.off_kobo) desc limit 1),
             'downloads', (select count(*) from private.order_downloads d where d.order_id = o.id),
             'refund_until', private.refund_until(o),
             'share_kobo', (select s.share_kobo from public.sales s where s.id = o.sale_id),
             'share_left_kobo', (
               select private.remaining_share(s, s.profile_id) from public.sales s
                where s.id = o.sale_id and s.profile_id is not null))
      from private.orders o where o.id = of_order);
end $$;
comment on function public.order_details(uuid) is
  'Returns all details of an order except its links, or null. bundle_off: a bundle for which the buyer then paid less, and '
  'how much, in kobo. Admins only.';

create function public.resend_order(of_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  perform private.require_admin_role('money');
  select * into here from private.orders where id = of_order and state = 'paid' and email <> ''
    and refund_state is distinct from 'processed';
  if not found then
    return false;
  end if;
  perform private.queue_email_to(here.email, 'orders-found', null, jsonb_build_object('orders', jsonb_build_array(
    jsonb_build_object('title', here.title, 'reference', here.reference, 'paid_at', here.paid_at,
      'token', private.new_order_token(here.id)))), here.id);
  perform private.log_order(here, 'resent');
  return true;
end $$;
comment on function public.resend_order(uuid) is
  'Emails a buyer another link to a paid order. Returns false if there is no such order, or it was refunded. Admins '
  'only, logged.';

create function public.revoke_order(of_order uuid, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  perform private.require_admin_role('money');
  update private.orders set state = 'revoked', reason = left(revoke_order.reason, 500)
   where id = of_order and state = 'paid' and refund_state is distinct from 'agreed' and refund_state is distinct from 'sent'
  returning * into here;
  if not found then
    return false;
  end if;
  perform private.log_order(here, 'revoked', jsonb_build_object('note', left(reason, 500)));
  return true;
end $$;
comment on function public.revoke_order(uuid, text) is
  'Closes the file of a paid order permanently; the ledger is unchanged. Returns false if it is not paid. Admins only, '
  'logged.';

create type public.refund_decision as enum ('ok', 'settled', 'disputed', 'gone');
comment on type public.refund_decision is
  'Result of an admin''s decision on a refund. settled: it was decided before, or all of it went back.';
create function public.decide_refund(of_order uuid, agree boolean, words text default '') returns public.refund_decision
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  perform private.require_admin_role('money');
  select * into here from private.orders where id = of_order for update;
  if not found then
    return 'gone';
  end if;
  if agree and here.dispute_state = 'open' then
    return 'disputed';
  end if;
  if here.amount_kobo = 0 or here.state not in ('paid', 'wrong', 'revoked')
     or coalesce(here.refund_state, 'asked') not in ('asked', 'refused', 'failed', 'partial')
     or (not agree and coalesce(here.refund_state, 'partial') = 'partial')
     or (agree and here.paid_kobo > 0 and here.refunded_kobo >= here.paid_kobo) then
    return 'settled';
  end if;
  update private.orders
     set refund_state = case when agree then 'agreed' else 'refused' end, refund_response = left(words, 1000),
         refund_next_at = case when agree then now() end, refund_asked_at = coalesce(refund_asked_at, now()),
         refund_id = case when agree then null else refund_id end, refund_part_kobo = null
   where id = of_order returning * into here;
  perform private.notify_buyer(here, case when agree then 'order-refund-agreed' else 'order-refund-refused' end,
    jsonb_build_object('answer', left(words, 1000), 'amount_kobo', here.paid_kobo - here.refunded_kobo));
  perform private.log_order(here, case when agree then 'refund_agreed' else 'refund_refused' end);
  return 'ok';
end $$;
comment on function public.decide_refund(uuid, boolean, text) is
  'Agrees to refund an order in full, or declines with a reason; also without a request. Returns ok, settled, disputed '
  '(the dispute decides about the money) or gone. Emailed, logged. Admins only.';

create type public.part_refund as enum ('ok', 'settled', 'changed', 'too_much', 'disputed', 'gone');
comment on type public.part_refund is
  'Result of an admin''s refund of a part. settled: a refund is on its way. changed: money went back since it was read.';
create function public.refund_part(of_order uuid, kobo bigint, expected_refunded_kobo bigint, words text default '')
returns public.part_refund
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
  back bigint;
begin
  perform private.require_admin_role('money');
  select * into here from private.orders where id = of_order for update;
  if not found then
    return 'gone';
  end if;
  if here.dispute_state = 'open' then
    return 'disputed';
  end if;
  if here.amount_kobo = 0 or here.state not in ('paid', 'wrong', 'revoked')
     or here.refund_state in ('agreed', 'sent', 'processed') then
    return 'settled';
  end if;
  -- A form that is sent again after its refund has arrived does not refund twice.
  if here.refunded_kobo <> coalesce(expected_refunded_kobo, -1) then
    return 'changed';
  end if;
  select coalesce(sum(r.amount_kobo), 0) into back
    from private.order_refunds r where r.order_id = of_order and r.status <> 'failed';
  -- All that is left is refunded by decide_refund, which closes the file.
  if kobo is null or kobo < 1 or kobo >= here.paid_kobo - greatest(back, here.refunded_kobo) then
    return 'too_much';
  end if;
  update private.orders
     set refund_state = 'agreed', refund_part_kobo = kobo, refund_agreed_at = now(), refund_response = left(words, 1000),
         refund_fault = '', refund_next_at = now(), refund_asked_at = coalesce(refund_asked_at, now()), refund_id = null
   where id = of_order returning * into here;
  perform private.notify_buyer(here, 'order-refund-agreed',
    jsonb_build_object('answer', left(words, 1000), 'amount_kobo', kobo, 'is_part', true));
  perform private.log_order(here, 'part_refund_agreed', jsonb_build_object('kobo', kobo));
  return 'ok';
end $$;
comment on function public.refund_part(uuid, bigint, bigint, text) is
  'Refunds a part of an order in kobo, less than what is left; the file stays open. expected_refunded_kobo: what was '
  'refunded when the admin read the order. Returns ok, settled, changed, too_much, disputed or gone. Emailed, logged. '
  'Admins only.';

create function public.acknowledge_refunds(of_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  perform private.require_admin_role('money');
  update private.orders set has_unseen_refund = false where id = of_order and has_unseen_refund returning * into here;
  if not found then
    return false;
  end if;
  perform private.log_order(here, 'refunds_acknowledged');
  return true;
end $$;
comment on function public.acknowledge_refunds(uuid) is
  'Acknowledges refunds that were made in Paystack''s dashboard. Returns false if there are none to acknowledge. '
  'Admins only, logged.';

create function public.accept_duplicate_payment(of_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  perform private.require_admin_role('money');
  update private.orders set duplicate_accepted_at = now() where id = of_order and duplicate_of is not null
    and duplicate_accepted_at is null
  returning * into here;
  if not found then
    return false;
  end if;
  perform private.log_order(here, 'twice_left');
  return true;
end $$;
comment on function public.accept_duplicate_payment(uuid) is
  'Marks a buyer''s second payment as intended. Returns false if it was settled before. Admins only, logged.';

-- Today's kind `orders`: orders with a pending decision.

revoke all on function private.log_order(private.orders, text, jsonb) from public;
create function public.discount_uses() returns table (discount_id uuid, uses bigint, off_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return query
  select o.discount_id, count(*), sum(o.list_kobo - o.amount_kobo)::bigint
    from private.orders o
   where o.discount_id is not null and o.state = 'paid' and private.is_discount_used(o, now())
   group by o.discount_id;
end $$;
comment on function public.discount_uses() is
  'Returns how many paid orders used each discount code, and the kobo that it took off. Admins only.';

revoke all on function
  public.find_orders(text, public.order_filter, timestamptz, uuid, integer, date, date),
  public.order_totals(text, public.order_filter, date, date), public.order_details(uuid),
  public.resend_order(uuid),
  public.revoke_order(uuid, text), public.decide_refund(uuid, boolean, text), public.refund_part(uuid, bigint, bigint, text),
  public.accept_duplicate_payment(uuid),
  public.acknowledge_refunds(uuid), public.discount_uses()
  from public, anon, authenticated, service_role;
grant execute on function
  public.find_orders(text, public.order_filter, timestamptz, uuid, integer, date, date),
  public.order_totals(text, public.order_filter, date, date), public.order_details(uuid),
  public.resend_order(uuid),
  public.revoke_order(uuid, text), public.decide_refund(uuid, boolean, text), public.refund_part(uuid, bigint, bigint, text),
  public.accept_duplicate_payment(uuid),
  public.acknowledge_refunds(uuid), public.discount_uses()
  to authenticated;
