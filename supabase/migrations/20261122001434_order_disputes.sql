-- Disputes (chargebacks): the bank of a buyer reclaims the money (docs/decisions/0039). Paystack's response decides the
-- state of a dispute. While it is open, the student's share waits; a lost one is a refund.

create table private.order_disputes (
  id text primary key check (id ~ '^[0-9]{1,18}$'),
  order_id uuid not null references private.orders (id) on delete cascade,
  status text not null check (char_length(status) <= 60),
  resolution text check (char_length(resolution) <= 60),
  state text not null check (state in ('open', 'won', 'lost')),
  category text not null default '' check (char_length(category) <= 60),
  claim text not null default '' check (char_length(claim) <= 1000),
  amount_kobo bigint not null check (amount_kobo > 0),
  due_at timestamptz,
  said_at timestamptz,
  answer text check (answer in ('accept', 'decline')),
  response_text text not null default '' check (char_length(response_text) <= 1000),
  buyer_name text not null default '' check (char_length(buyer_name) <= 100),
  buyer_phone text not null default '' check (char_length(buyer_phone) <= 30),
  response_state text check (response_state in ('given', 'sent', 'failed')),
  response_error text not null default '' check (char_length(response_error) <= 300),
  answered_at timestamptz,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint order_disputes_answers_have_a_state check ((answer is null) = (response_state is null))
);
comment on table private.order_disputes is
  'Disputes of a payment, as last reported by Paystack, with the admin''s response.';
comment on column private.order_disputes.id is 'Paystack''s id.';
comment on column private.order_disputes.status is
  'Paystack''s status, such as awaiting-merchant-feedback or resolved.';
comment on column private.order_disputes.state is
  'open: undecided; the share waits. won: the payment remains. lost: the buyer got the money permanently.';
comment on column private.order_disputes.claim is 'Claim of the buyer''s bank.';
comment on column private.order_disputes.due_at is
  'Paystack''s deadline for a response. Afterwards it accepts automatically.';
comment on column private.order_disputes.said_at is
  'Time of Paystack''s last change. An older response of Paystack is ignored.';
comment on column private.order_disputes.buyer_name is
  'Evidence for Paystack, with the phone number: entered by the admin, and removed after sending.';
comment on column private.order_disputes.response_state is
  'given: to be sent to Paystack. sent: accepted by Paystack. failed: rejected by Paystack; needs an admin.';
comment on column private.order_disputes.next_check_at is
  'When to query Paystack next. The caller moves it first, so it is also a lease. Null: decided.';
create index order_disputes_of_order_idx on private.order_disputes (order_id);
create index order_disputes_to_check_idx on private.order_disputes (next_check_at) where next_check_at is not null;
create index order_disputes_open_idx on private.order_disputes (due_at) where state = 'open';
create trigger order_disputes_touch before update on private.order_disputes
  for each row execute function private.touch_updated_at();

create table private.dispute_lists (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null default now()
);
comment on table private.dispute_lists is
  'One row: when to list all recent disputes at Paystack next, because an event may have been lost.';
insert into private.dispute_lists default values;
revoke all on private.order_disputes, private.dispute_lists from public, anon, authenticated, service_role;

-- A share that was already available waits again, unless it was paid out: that would create a debt, which a refund
-- creates if the dispute is lost.
create function private.hold_disputed_share(here private.orders, at_time timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sale public.sales;
  share record;
  is_open boolean := here.dispute_state = 'open';
  event text;
begin
  perform private.lock_books();
  select * into sale from public.sales s where s.id = here.sale_id;
  if not found then
    return;
  end if;
  for share in
    select h.profile_id, h.remaining_kobo, w.sale_id is not null as waits, private.cleared_in(sale.id, h.profile_id) as cleared,
           (select count(distinct t.id) from public.book_transactions t join public.book_entries e on e.transaction_id = t.id
             where t.subject = sale.id and t.kind = 'held' and e.profile_id = h.profile_id) as moves
      from private.sale_shares h
      left join private.pending_shares w on w.sale_id = h.sale_id and w.profile_id = h.profile_id
     where h.sale_id = sale.id order by h.profile_id
  loop
    event := sale.id || ':' || share.profile_id || ':';
    if share.waits and (is_open or share.cleared is null) then
      update private.pending_shares set is_held = is_open
       where sale_id = sale.id and profile_id = share.profile_id and is_held is distinct from is_open;
    elsif share.waits then
      delete from private.pending_shares where sale_id = sale.id and profile_id = share.profile_id;
      perform private.post_transaction('released', 'released:' || event || share.moves, sale.id, at_time, jsonb_build_array(
        jsonb_build_object('account', 'waiting', 'profile', share.profile_id, 'kobo', share.remaining_kobo),
        jsonb_build_object('account', 'available', 'profile', share.profile_id, 'kobo', -share.remaining_kobo)),
        null, sale.is_sample)
      where share.remaining_kobo > 0;
    elsif is_open and share.remaining_kobo > 0 and private.share_state(sale, share.profile_id) = 'available'
      and exists (select from public.profiles p where p.id = share.profile_id and p.deleted_at is null)
      and not exists (
        select from public.payouts p
         where p.profile_id = share.profile_id and p.transaction_id > share.cleared
           and not exists (select from public.payout_steps s where s.payout_id = p.id and s.step = 'returned'))
    then
      insert into private.pending_shares (sale_id, profile_id, clears_at, is_held)
      values (sale.id, share.profile_id, sale.clears_at, true);
      perform private.post_transaction('held', 'held:' || event || share.moves + 1, sale.id, at_time, jsonb_build_array(
        jsonb_build_object('account', 'available', 'profile', share.profile_id, 'kobo', share.remaining_kobo),
        jsonb_build_object('account', 'waiting', 'profile', share.profile_id, 'kobo', -share.remaining_kobo)),
        null, sale.is_sample);
    end if;
  end loop;
end $$;
comment on function private.hold_disputed_share(private.orders, timestamptz) is
  'Holds the shares of an order while its dispute is open, and releases them afterwards. Idempotent.';

create function private.is_dispute_lost(here private.orders, dispute text, amount bigint, at_time timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if here.sale_id is null or amount >= here.paid_kobo then
    -- verify may report `reversed` for the same payment, perhaps earlier: both paths record the same refund.
    perform private.refund_is_processed(here.id, at_time);
    return;
  end if;
  perform private.post_order_refund(here, 'paystack:dispute:' || dispute, amount, 'A dispute of the bank', at_time);
  update private.orders set state = 'revoked', reason = 'dispute' where id = here.id and state = 'paid';
end $$;
comment on function private.is_dispute_lost(private.orders, text, bigint, timestamptz) is
  'Adds the amount that a buyer got through the bank to the ledger, once. The file is closed from then on.';

-- The only function that decides a dispute, like private.settle_order for a payment.
create type public.dispute_settlement as enum ('open', 'won', 'lost', 'unknown', 'unpaid');
comment on type public.dispute_settlement is
  'State of a dispute after Paystack''s response. unknown: it belongs to no order. unpaid: its order is not paid yet.';

create function private.settle_dispute(response jsonb, at_time timestamptz default now()) returns public.dispute_settlement
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
  known private.order_disputes;
  is_over boolean := response ->> 'status' in ('resolved', 'archived');
  becomes text;
  amount bigint;
begin
  perform private.lock_books();
  select * into here from private.orders
   where reference = response ->> 'reference' and domain = response ->> 'domain' and amount_kobo > 0 for update;
  if not found then
    return 'unknown';
  end if;
  if here.state not in ('paid', 'wrong', 'revoked') then
    update private.orders set next_check_at = at_time, disputes_next_at = at_time where id = here.id;
    return 'unpaid';
  end if;
  select * into known from private.order_disputes where id = response ->> 'id' for update;
  if known.order_id <> here.id or known.state = 'lost' or known.said_at > (response ->> 'updated_at')::timestamptz then
    return coalesce(known.state, 'unknown');
  end if;
  amount := least(coalesce(nullif((response ->> 'refund_amount')::bigint, 0), here.paid_kobo), here.paid_kobo);
  becomes := case
    when is_over and response ->> 'resolution' like '%accepted' then 'lost'
    -- Also if the payment was refunded later in another way.
    when is_over and response ->> 'resolution' = 'declined' then 'won'
    when is_over and response ->> 'payment' = 'reversed' then 'lost'
    when response ->> 'status' = 'archived' and response ->> 'resolution' is null then 'won'
    else 'open' end;
  insert into private.order_disputes as d
    (id, order_id, status, resolution, state, category, claim, amount_kobo, due_at, said_at, next_check_at)
  values (
    response ->> 'id', here.id, response ->> 'status', response ->> 'resolution', becomes, coalesce(response ->> 'category', ''),
    left(coalesce(response ->> 'claim', ''), 1000), amount, (response ->> 'due_at')::timestamptz,
    (response ->> 'updated_at')::timestamptz, case when becomes = 'open' then at_time + interval '1 hour' end)
  on conflict (id) do update
    set status = excluded.status, resolution = excluded.resolution, state = excluded.state, category = excluded.category,
        claim = excluded.claim, amount_kobo = excluded.amount_kobo, due_at = excluded.due_at,
        said_at = coalesce(excluded.said_at, d.said_at), next_check_at = excluded.next_check_at,
        -- The bank asks a second time.
        answer = case when d.status = 'awaiting-bank-feedback' and excluded.status = 'awaiting-merchant-feedback'
          then null else d.answer end,
        response_state = case when d.status = 'awaiting-bank-feedback' and excluded.status = 'awaiting-merchant-feedback'
          then null else d.response_state end;
  update private.orders
     set disputes_next_at = null, dispute_state = case
           when exists (select from private.order_disputes d where d.order_id = here.id and d.state = 'open') then 'open'
           when exists (select from private.order_disputes d where d.order_id = here.id and d.state = 'lost') then 'lost'
           else 'won' end
   where id = here.id returning * into here;
  if becomes = 'lost' then
    perform private.is_dispute_lost(here, response ->> 'id', amount, at_time);
  end if;
  perform private.hold_disputed_share(here, at_time);
  if becomes = 'open' and known.state is distinct from 'open' then
    perform private.notify_admins('admin-dispute', jsonb_build_object(
      'order', here.id, 'reference', here.reference, 'title', here.title, 'amount_kobo', amount,
      'currency', here.paid_currency, 'due_at', (response ->> 'due_at')::timestamptz, 'is_test', here.domain = 'test'), 'money');
  end if;
  return becomes;
end $$;
comment on function private.settle_dispute(jsonb, timestamptz) is
  'Updates a dispute from Paystack''s response: {id, reference, domain, status, resolution, payment (the state of the '
  'payment), category, claim, refund_amount (kobo; null: all), due_at, updated_at}. Returns open, won, lost, unpaid '
  '(the order is not known to be paid yet; it is verified) or unknown (not our order). Emails admins about a new one.';

create function public.settle_dispute(response jsonb) returns public.dispute_settlement
language sql security definer set search_path = '' as $$ select private.settle_dispute(response) $$;
comment on function public.settle_dispute(jsonb) is 'As private.settle_dispute. Service role only.';

create function public.claim_dispute_list() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.dispute_lists set next_at = now() + interval '1 hour' where next_at <= now();
  return found;
end $$;
comment on function public.claim_dispute_list() is
  'Returns true if the caller should list all recent disputes at Paystack now: once an hour, over all processes. '
  'Service role only.';

create function public.claim_disputed_orders(mode text, max_rows integer default 20) returns table (reference text,
  provider_id text)
language sql security definer set search_path = '' as $$
  update private.orders o set disputes_next_at = now() + interval '10 minutes'
   where o.id in (
     select due.id from private.orders due
      where due.disputes_next_at <= now() and due.provider_id is not null and due.domain = mode
      order by due.disputes_next_at limit least(greatest(max_rows, 1), 50) for update skip locked
   )
  returning o.reference, o.provider_id
$$;
comment on function public.claim_disputed_orders(text, integer) is
  'Leases payments that Paystack reported as disputed; each goes to one caller. mode: test or live, as the key. '
  'Service role only.';

create function public.record_dispute_check(of_reference text) returns void
language sql security definer set search_path = '' as $$
  update private.orders set disputes_next_at = null where reference = of_reference
$$;
comment on function public.record_dispute_check(text) is
  'Records that Paystack listed the disputes of a payment. Service role only.';

create function public.claim_disputes(mode text, max_rows integer default 20) returns table (id text, reference text, proof jsonb)
language sql security definer set search_path = '' as $$
  update private.order_disputes d set next_check_at = now() + interval '10 minutes'
    from private.orders o
   where o.id = d.order_id and d.id in (
     select due.id from private.order_disputes due join private.orders paid on paid.id = due.order_id
      where due.next_check_at <= now() and paid.domain = mode
      order by due.next_check_at limit least(greatest(max_rows, 1), 50) for update of due skip locked
   )
  returning d.id, o.reference, case when d.response_state = 'given' then jsonb_build_object(
    'answer', d.answer, 'words', d.response_text, 'buyer_name', d.buyer_name, 'buyer_phone', d.buyer_phone,
    'amount_kobo', d.amount_kobo, 'email', o.email, 'title', o.title, 'paid_at', o.paid_at, 'paid_kobo', o.paid_kobo,
    'paid_currency', o.paid_currency, 'downloads', (
      select coalesce(jsonb_agg(l.created_at order by l.created_at), '[]'::jsonb)
        from (select * from private.order_downloads l where l.order_id = o.id order by l.created_at limit 50) l)) end
$$;
comment on function public.claim_disputes(text, integer) is
  'Leases open disputes to query at Paystack now; each goes to one caller. mode: test or live, as the key. proof: the '
  'admin''s response, with details of the order; null if there is no response to send. Service role only.';

create function public.record_dispute_response(dispute text, fault text default null) returns void
language sql security definer set search_path = '' as $$
  update private.order_disputes
     set response_state = case when fault is null then 'sent' else 'failed' end, response_error = left(coalesce(fault, ''), 300),
         buyer_name = case when fault is null then '' else buyer_name end,
         buyer_phone = case when fault is null then '' else buyer_phone end
   where id = dispute and response_state = 'given'
$$;
comment on function public.record_dispute_response(text, text) is
  'Records that Paystack accepted the response to a dispute, or rejected it (fault). Service role only.';

create function public.own_order_records(after_at timestamptz default null, after_id uuid default null,
  max_rows integer default 500)
returns table (
  id uuid, reference text, material_id uuid, title text, email text, amount_kobo bigint, list_kobo bigint,
  discount_code text, paid_kobo bigint, is_test boolean,
  state text, reason text, refund_state text, refund_reason text, refund_response text, refund_asked_at timestamptz,
  paid_currency text, refunds jsonb, disputes jsonb, downloads timestamptz[], reading_place jsonb, receipt jsonb,
  paid_at timestamptz, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select o.id, o.reference, o.material_id, o.title, o.email, o.amount_kobo, o.list_kobo, o.discount_code, o.paid_kobo,
         o.domain = 'test',
         o.state, o.reason, o.refund_state, o.refund_reason, o.refund_response, o.refund_asked_at,
         o.paid_currency,
         coalesce((
           select jsonb_agg(to_jsonb(r) - 'order_id' order by r.made_at)
             from private.order_refunds r where r.order_id = o.id),
           '[]'::jsonb),
         coalesce((
           select jsonb_agg(to_jsonb(d) - 'order_id' order by d.created_at)
             from private.order_disputes d where d.order_id = o.id),
           '[]'::jsonb),
         array(select d.created_at from private.order_downloads d where d.order_id = o.id order by d.created_at),
         (select to_jsonb(r) - 'order_id' from private.reading_places r where r.order_id = o.id),
         (select to_jsonb(r) - 'order_id' from private.receipts r where r.order_id = o.id),
         o.paid_at, o.created_at
    from auth.users u join private.orders o on lower(o.email) = lower(u.email)
   where u.id = (select private.own_account_id()) and u.email_confirmed_at is not null
     and (after_id is null or (o.created_at, o.id) > (after_at, after_id))
   order by o.created_at, o.id limit least(greatest(max_rows, 1), 500);
end $$;
comment on function public.own_order_records(timestamptz, uuid, integer) is
  'Returns all stored data of the orders of the caller''s confirmed address except their tokens, for the data export: '
  'the oldest first, one page after the given order.';

-- Admin actions.
create function public.list_order_disputes(of_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return (
    select coalesce(jsonb_agg(to_jsonb(d) - 'order_id' || jsonb_build_object(
             'currency', o.paid_currency, 'may_answer', private.can_be_answered(d), 'is_unclear', private.is_unclear(d))
             order by d.created_at), '[]'::jsonb)
      from private.order_disputes d join private.orders o on o.id = d.order_id where d.order_id = of_order);
end $$;
comment on function public.list_order_disputes(uuid) is
  'Returns the disputes of an order, the oldest first. Admins only.';

create function private.can_be_answered(here private.order_disputes) returns boolean
language sql immutable set search_path = '' as $$
  select here.state = 'open' and here.status in ('awaiting-merchant-feedback', 'pending')
     and coalesce(here.response_state, 'failed') = 'failed'
$$;
comment on function private.can_be_answered(private.order_disputes) is
  'Returns true if Paystack waits for our response.';

create function private.is_unclear(here private.order_disputes) returns boolean
language sql immutable set search_path = '' as $$
  select here.state = 'open' and here.status not in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending')
$$;
comment on function private.is_unclear(private.order_disputes) is
  'Returns true if Paystack''s data of a dispute cannot be interpreted: the share waits until an admin has checked it.';

create type public.dispute_decision as enum ('ok', 'settled', 'gone');
comment on type public.dispute_decision is
  'Result of an admin''s response to a dispute. settled: it can no longer be answered.';
create function public.respond_to_dispute(
  dispute text, accept boolean, words text, name text default '', phone text default ''
) returns public.dispute_decision
language plpgsql security definer set search_path = '' as $$
declare
  here private.order_disputes;
begin
  perform private.require_admin_role('money');
  select * into here from private.order_disputes where id = dispute for update;
  if not found then
    return 'gone';
  end if;
  if not private.can_be_answered(here) then
    return 'settled';
  end if;
  update private.order_disputes
     set answer = case when accept then 'accept' else 'decline' end, response_text = left(words, 1000),
         buyer_name = left(name, 100), buyer_phone = left(phone, 30), response_state = 'given', response_error = '',
         answered_at = now(), next_check_at = now()
   where id = dispute;
  perform private.log_order(o, case when accept then 'dispute_accepted' else 'dispute_declined' end)
     from private.orders o where o.id = here.order_id;
  return 'ok';
end $$;
comment on function public.respond_to_dispute(text, boolean, text, text, text) is
  'Accepts a dispute, which refunds the buyer, or declines it; sent to Paystack within a minute. name and phone: of '
  'the buyer, if Paystack requires evidence. Returns ok, settled (it can no longer be answered) or gone. Admins only, '
  'logged.';

create function public.release_dispute(dispute text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  unclear private.order_disputes;
  here private.orders;
begin
  perform private.require_admin_role('money');
  perform private.lock_books();
  select * into unclear from private.order_disputes where id = dispute for update;
  if not found or not private.is_unclear(unclear) then
    return false;
  end if;
  update private.order_disputes set state = 'won', next_check_at = null where id = dispute;
  update private.orders o
     set dispute_state = case
           when exists (select from private.order_disputes d where d.order_id = o.id and d.state = 'open') then 'open'
           when exists (select from private.order_disputes d where d.order_id = o.id and d.state = 'lost') then 'lost'
           else 'won' end
   where o.id = unclear.order_id returning * into here;
  perform private.hold_disputed_share(here, now());
  perform private.log_order(here, 'dispute_released');
  return true;
end $$;
comment on function public.release_dispute(text) is
  'Ends a dispute with unclear data after an admin saw in Paystack''s dashboard that the payment remains. Returns '
  'false if it is decided or clear. Admins only, logged.';

-- Today's kind `disputes`.
create view private.due_disputes as
  select d.id, o.id as order_id, o.reference, o.title, d.amount_kobo, o.paid_currency as currency, d.due_at, d.claim,
         d.response_error,
         case when private.is_unclear(d) then 'unclear' when d.response_state = 'failed' then 'failed' else 'answer' end as what,
         row_number() over (order by d.due_at nulls last, d.id) as place
    from private.order_disputes d join private.orders o on o.id = d.order_id
   where private.can_be_answered(d) or private.is_unclear(d);
comment on view private.due_disputes is 'Disputes that need an admin, the next deadline first.';

revoke all on function
  private.hold_disputed_share(private.orders, timestamptz), private.is_dispute_lost(private.orders, text, bigint, timestamptz),
  private.settle_dispute(jsonb, timestamptz), private.can_be_answered(private.order_disputes),
  private.is_unclear(private.order_disputes)
  from public;
revoke all on function
  public.settle_dispute(jsonb), public.claim_dispute_list(), public.claim_disputed_orders(text, integer),
  public.record_dispute_check(text), public.claim_disputes(text, integer), public.record_dispute_response(text, text),
  public.own_order_records(timestamptz, uuid, integer), public.list_order_disputes(uuid),
  public.respond_to_dispute(text, boolean, text, text, text), public.release_dispute(text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.settle_dispute(jsonb), public.claim_dispute_list(), public.claim_disputed_orders(text, integer),
  public.record_dispute_check(text), public.claim_disputes(text, integer), public.record_dispute_response(text, text)
  to service_role;
grant execute on function
  public.own_order_records(timestamptz, uuid, integer), public.list_order_disputes(uuid),
  public.respond_to_dispute(text, boolean, text, text, text), public.release_dispute(text)
  to authenticated;
