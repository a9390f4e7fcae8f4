-- Refunds and reversals of sales, and the emails about sales.

create function private.taken_back(sale public.sales, refunded bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'account', case when w.sale_id is null then 'available' else 'waiting' end, 'profile', h.profile_id,
           'kobo', floor(h.kobo::numeric * refunded / sale.gross_kobo)::bigint - (h.kobo - h.remaining_kobo),
           'by_link', h.by_link)), '[]')
    from private.sale_shares h
    -- A deleted account cannot be charged: the platform bears its part.
    join public.profiles p on p.id = h.profile_id and p.deleted_at is null
    left join private.pending_shares w on w.sale_id = h.sale_id and w.profile_id = h.profile_id
   where h.sale_id = sale.id
$$;
comment on function private.taken_back(public.sales, bigint) is
  'Returns the lines for the ledger that reduce the shares of a sale, of whose price this much is refunded in all (kobo): '
  '{account, profile, kobo, by_link}.';

create function private.queue_share_losses(sale public.sales, shares jsonb, is_mistake boolean) returns void
language sql security definer set search_path = '' as $$
  select private.queue_email('sale-refunded', s.profile, jsonb_build_object(
           'title', sale.title, 'share_kobo', s.kobo, 'paid_at', sale.paid_at, 'in_time', s.account = 'waiting',
           'by_link', s.by_link, 'is_mistake', is_mistake, 'debt_kobo', greatest(private.balance('available', s.profile), 0)))
    from jsonb_to_recordset(shares) as s (account text, profile uuid, kobo bigint, by_link boolean)
   where s.kobo > 0 and not sale.is_sample
     and not (is_mistake and exists (
       select from private.pending_sale_notifications n where n.sale_id = sale.id and n.profile_id = s.profile))
$$;
comment on function private.queue_share_losses(public.sales, jsonb, boolean) is
  'Emails those who lose a share of a sale (private.taken_back), because it was refunded or recorded by mistake. Of a '
  'mistake, students are not told whose email about the sale was not sent yet.';

-- Each share is reduced by the same part as the price. Refunds of one sale that add up to its price reverse the whole
-- shares, to the kobo.
create function private.record_refund(
  of_sale uuid, event text, amount bigint, refund_reason text, at_time timestamptz default now()
) returns table (outcome text, refund_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  sale public.sales;
  refunded bigint;
  amount_now bigint;
  shares jsonb;
  refund uuid := gen_random_uuid();
begin
  perform private.lock_books();
  select r.id into refund_id from public.refunds r where r.event_key = event;
  if found then
    return query select 'duplicate'::text, refund_id;
    return;
  end if;
  select * into sale from public.sales s where s.id = of_sale;
  if not found or exists (select from public.book_transactions t where t.event_key = 'reversal:' || of_sale) then
    return query select 'gone'::text, null::uuid;
    return;
  end if;
  select coalesce(sum(r.amount_kobo), 0) into refunded from public.refunds r where r.sale_id = of_sale;
  amount_now := coalesce(amount, sale.gross_kobo - refunded);
  if amount_now <= 0 or refunded + amount_now > sale.gross_kobo then
    return query select 'too_much'::text, null::uuid;
    return;
  end if;
  shares := private.taken_back(sale, refunded + amount_now);
  insert into public.refunds (
    id, sale_id, event_key, amount_kobo, share_back_kobo, rep_back_kobo, in_time, reason, written_at, is_sample)
  select refund, of_sale, event, amount_now, coalesce(sum(s.kobo) filter (where not s.by_link), 0),
         coalesce(sum(s.kobo) filter (where s.by_link), 0), coalesce(bool_and(s.account = 'waiting'), true),
         coalesce(refund_reason, ''), at_time, sale.is_sample
    from jsonb_to_recordset(shares) as s (account text, kobo bigint, by_link boolean);
  insert into private.unsettled_refunds (refund_id) values (refund);
  perform private.post_transaction('refund', 'refund:' || refund, refund, at_time, jsonb_build_array(
    jsonb_build_object('account', 'refunds_owed', 'kobo', -amount_now),
    jsonb_build_object('account', 'platform', 'kobo', amount_now - (
      select coalesce(sum(s.kobo), 0) from jsonb_to_recordset(shares) as s (kobo bigint)))) || shares, null, sale.is_sample);
  perform private.queue_share_losses(sale, shares, false);
  return query select 'recorded'::text, refund;
end $$;
comment on function private.record_refund(uuid, text, bigint, text, timestamptz) is
  'Records a refund in kobo (null: the rest of the price). The buyer is owed it, and the shares are reduced. '
  'event identifies the refund, so that it is recorded once. outcome: recorded, duplicate, too_much, gone.';

create function private.settle_refund(refund uuid, at_time timestamptz default now()) returns text
language plpgsql security definer set search_path = '' as $$
declare
  here public.refunds;
begin
  perform private.lock_books();
  select * into here from public.refunds where id = refund;
  if not found then
    return 'gone';
  end if;
  delete from private.unsettled_refunds where refund_id = refund;
  if not found then
    return 'duplicate';
  end if;
  perform private.post_transaction('refund_paid', 'refund_paid:' || refund, refund, at_time, jsonb_build_array(
    jsonb_build_object('account', 'refunds_owed', 'kobo', here.amount_kobo),
    jsonb_build_object('account', 'provider', 'kobo', -here.amount_kobo)), null, here.is_sample);
  return 'ok';
end $$;
comment on function private.settle_refund(uuid, timestamptz) is
  'Records that the buyer got the money, from the balance at the provider. Returns ok, duplicate or gone.';

-- For a sale that did not happen or was recorded incorrectly. Unlike a refund, it pays nothing to the buyer.
create function private.reverse_sale(of_sale uuid, reason text, at_time timestamptz default now()) returns text
language plpgsql security definer set search_path = '' as $$
declare
  sale public.sales;
  shares jsonb;
begin
  perform private.lock_books();
  select * into sale from public.sales where id = of_sale;
  if not found then
    return 'gone';
  end if;
  if exists (select from public.refunds where sale_id = of_sale) then
    return 'refunded';
  end if;
  shares := private.taken_back(sale, sale.gross_kobo);
  if private.post_transaction('reversal', 'reversal:' || of_sale, of_sale, at_time, jsonb_build_array(
    jsonb_build_object('account', 'provider', 'kobo', sale.fee_kobo - sale.gross_kobo),
    jsonb_build_object('account', 'fees', 'kobo', -sale.fee_kobo),
    jsonb_build_object('account', 'platform', 'kobo', sale.gross_kobo - (
      select coalesce(sum(s.kobo), 0) from jsonb_to_recordset(shares) as s (kobo bigint)))) || shares,
    left(reason, 500), sale.is_sample) is null then
    return 'duplicate';
  end if;
  perform private.queue_share_losses(sale, shares, true);
  delete from private.pending_shares where sale_id = of_sale;
  delete from private.pending_sale_notifications where sale_id = of_sale;
  return 'ok';
end $$;
comment on function private.reverse_sale(uuid, text, timestamptz) is
  'Reverses an incorrectly recorded sale. Returns ok, duplicate, gone, or refunded (it has a refund).';
revoke all on function
  private.estimated_fee(bigint, public.book_rules), private.estimated_paystack_fee(bigint),
  private.record_sale(uuid, private.payment, public.sale_source, timestamptz, boolean, boolean, uuid, bigint),
  private.taken_back(public.sales, bigint), private.queue_share_losses(public.sales, jsonb, boolean),
  private.clear_shares(timestamptz, integer),
  private.record_refund(uuid, text, bigint, text, timestamptz),
  private.settle_refund(uuid, timestamptz), private.reverse_sale(uuid, text, timestamptz) from public;

-- The first sale in 24 hours is emailed immediately, the following ones are summed up a day later.
create function private.notify_sales(at_time timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid;
  result jsonb;
  mails integer := 0;
begin
  perform private.lock_books();
  for student in
    select distinct t.profile_id from private.pending_sale_notifications t
      left join private.sale_emails m on m.profile_id = t.profile_id
     where m.queued_at is null or m.queued_at <= at_time - interval '24 hours'
  loop
    select jsonb_build_object(
             'sales', count(*), 'share_kobo', sum(h.kobo), 'by_link', count(*) filter (where h.by_link),
             'rows', (jsonb_agg(jsonb_build_object('title', s.title, 'share_kobo', h.kobo, 'clears_at', s.clears_at,
                'by_link', h.by_link) order by s.paid_at desc)))
      into result
      from private.pending_sale_notifications t join public.sales s on s.id = t.sale_id
      cross join lateral (
        select s.profile_id is distinct from student as by_link,
               case student when s.profile_id then s.share_kobo else s.rep_kobo end as kobo) h
     where t.profile_id = student;
    result := jsonb_set(result, '{rows}', jsonb_path_query_array(result, '$.rows[0 to 9]'));
    delete from private.pending_sale_notifications where profile_id = student;
    insert into private.sale_emails (profile_id, queued_at) values (student, at_time)
    on conflict (profile_id) do update set queued_at = excluded.queued_at;
    perform private.queue_email('works-sold', student, result);
    mails := mails + 1;
  end loop;
  return mails;
end $$;
comment on function private.notify_sales(timestamptz) is
  'Emails students about their sales, each at most once in 24 hours. Returns the number of emails.';
revoke all on function private.notify_sales(timestamptz) from public;

create function public.queue_sale_emails() returns integer
language sql security definer set search_path = '' as $$ select private.notify_sales(now()) $$;
comment on function public.queue_sale_emails() is
  'Emails students about their sales, each at most once in 24 hours. Service role only.';

create function private.log_money(step text, about text, more jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, subject, details) values ((select auth.uid()), 'money.' || step, about, more)
$$;
comment on function private.log_money(text, text, jsonb) is 'Logs an admin''s act on money in the audit log.';
revoke all on function private.log_money(text, text, jsonb) from public;

create type public.refund_recording as enum ('recorded', 'duplicate', 'too_much', 'gone', 'has_order');
comment on type public.refund_recording is
  'Result of recording a refund. has_order: the sale''s order refunds it, through Paystack.';
create type public.refund_settlement as enum ('ok', 'duplicate', 'gone');
comment on type public.refund_settlement is 'Result of recording that a buyer got the money.';
create type public.sale_reversal as enum ('ok', 'duplicate', 'gone', 'refunded', 'has_order');
comment on type public.sale_reversal is
  'Result of reversing a sale. has_order: paid with real money for an order, which alone can refund it.';

create function public.record_refund_settlement(refund uuid) returns public.refund_settlement
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
begin
  perform private.require_admin_role('money');
  outcome := private.settle_refund(refund);
  if outcome = 'ok' then
    perform private.log_money('refund_settled', refund::text);
  end if;
  return outcome;
end $$;
comment on function public.record_refund_settlement(uuid) is
  'Records that a buyer got the money. Returns ok, duplicate or gone. Admins only, logged.';
