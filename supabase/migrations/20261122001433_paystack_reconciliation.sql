-- Nightly two-way reconciliation of Paystack's lists with our orders, sales and payouts (docs/decisions/0038). Nothing
-- is corrected here: orders and transfers with a newer state at Paystack are verified, and other discrepancies wait for
-- an admin.

create table private.paystack_reconciliations (
  day date not null,
  domain text not null check (domain in ('test', 'live')),
  claimed_at timestamptz not null default now(),
  done_at timestamptz,
  payments integer,
  transfers integer,
  primary key (day, domain)
);
comment on table private.paystack_reconciliations is
  'Reconciled nights (Lagos) with their counts; each is done by one process.';

create type public.discrepancy_kind as enum (
  'payment_unknown', 'payment_not_recorded', 'payment_not_there', 'payment_amount', 'refund_not_recorded',
  'partial_refund_not_recorded', 'refund_not_there', 'fee', 'sale_reversed', 'sale_not_there', 'transfer_unknown',
  'transfer_not_recorded', 'transfer_reversal_not_recorded', 'transfer_not_there', 'transfer_amount'
);
comment on type public.discrepancy_kind is 'How Paystack''s lists differ from ours.';

create table private.paystack_discrepancies (
  id uuid primary key default gen_random_uuid(),
  domain text not null check (domain in ('test', 'live')),
  kind public.discrepancy_kind not null,
  reference text not null check (char_length(reference) <= 200),
  ours_kobo bigint not null,
  theirs_kobo bigint not null,
  subject uuid,
  happened_at timestamptz not null,
  found_at timestamptz not null default now(),
  gone_at timestamptz,
  settled_at timestamptz,
  settled_by uuid,
  note text not null default '' check (char_length(note) <= 500)
);
comment on table private.paystack_discrepancies is
  'Discrepancies between Paystack''s lists and ours. Each disappears automatically, or an admin settles it.';
comment on column private.paystack_discrepancies.subject is 'Our order, sale or payout; null if only Paystack has it.';
comment on column private.paystack_discrepancies.gone_at is 'When a reconciliation no longer found the discrepancy.';
create unique index paystack_discrepancies_once_idx on private.paystack_discrepancies (domain, kind, reference)
  where gone_at is null;
create index paystack_discrepancies_newest_idx on private.paystack_discrepancies (found_at desc, id desc);
revoke all on private.paystack_reconciliations, private.paystack_discrepancies from public, anon, authenticated, service_role;

create function public.claim_paystack_reconciliation(mode text, forced boolean default false)
returns table (since timestamptz, until timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  lagos timestamp := now() at time zone 'Africa/Lagos';
begin
  if lagos::time < time '03:00' and not forced then
    return;
  end if;
  insert into private.paystack_reconciliations as c (day, domain) values (lagos::date, mode)
  on conflict (day, domain) do update set claimed_at = now(), done_at = null
   where forced or (c.done_at is null and c.claimed_at < now() - interval '1 hour');
  if not found then
    return;
  end if;
  return query
  select greatest(now() - interval '60 days', least(now() - interval '4 days', (
           select min(d.happened_at) - interval '1 minute' from private.paystack_discrepancies d
            where d.domain = mode and d.gone_at is null))),
         -- Changes while the lists are loading are left to the next night.
         now() - interval '1 hour';
end $$;
comment on function public.claim_paystack_reconciliation(text, boolean) is
  'Returns the start of the period to reconcile now: from three in the morning in Lagos, once a night over all '
  'processes, the last four days and back to the oldest open discrepancy. No row if it was done. forced: requested by '
  'an admin. Service role only.';

create function private.discrepancies_with(
  mode text, since timestamptz, until timestamptz, payments jsonb, transfers jsonb, refunds jsonb default '[]'::jsonb
) returns table (
  kind public.discrepancy_kind, reference text, ours_kobo bigint, theirs_kobo bigint, subject uuid, happened_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  with paid as (
    select * from jsonb_to_recordset(payments) as x (reference text, status text, amount bigint, fees bigint, at timestamptz)
     where x.status in ('success', 'reversed')
  ),
  sent as (
    select * from jsonb_to_recordset(transfers) as x (reference text, status text, amount bigint, at timestamptz)
  ),
  bought as (
    -- A reversed sale may have been recorded again under the same reference: the last one counts.
    select o.*, s.gross_kobo, s.fee_kobo,
           exists (select from public.book_transactions b where b.event_key = 'reversal:' || s.id) as reversed
      from private.orders o
      left join lateral (
        select * from public.sales l where l.provider = 'paystack' and lower(l.order_reference) = lower(o.reference)
         order by l.attempt desc limit 1
      ) s on true
     where o.domain = mode and o.amount_kobo > 0
  ),
  pairs as (
    select p.reference, p.status, p.amount, p.fees, p.at, o.id, o.state, o.refund_state, o.fee_kobo, o.reversed, o.paid_kobo,
           coalesce(case when not o.reversed then o.gross_kobo end, o.paid_kobo) as ours_kobo
      from paid p left join bought o on o.reference = p.reference
     where p.at >= since and p.at <= until
  ),
  moved as (
    select s.reference, s.status, s.amount, s.at, t.payout_id, t.state, t.amount_kobo
      from sent s left join private.transfers t on t.reference = s.reference and t.domain = mode
     where s.at >= since and s.at <= until
  )
  select 'payment_unknown'::public.discrepancy_kind, p.reference, 0::bigint, p.amount, null::uuid, p.at from pairs p
   where p.id is null and p.status = 'success' and not exists (
     select from public.sales s where s.provider = 'paystack' and lower(s.order_reference) = lower(p.reference))
  union all
  select 'payment_not_recorded', p.reference, 0, p.amount, p.id, p.at from pairs p
   where p.status = 'success' and p.state in ('pending', 'failed', 'abandoned')
  union all
  select 'payment_amount', p.reference, p.ours_kobo, p.amount, p.id, p.at from pairs p
   where p.state in ('paid', 'wrong', 'revoked') and p.ours_kobo <> p.amount
  union all
  select 'refund_not_recorded', p.reference, p.paid_kobo, 0, p.id, p.at from pairs p
   where p.status = 'reversed' and p.state in ('paid', 'wrong', 'revoked') and p.refund_state is distinct from 'processed'
  union all
  select 'partial_refund_not_recorded', b.reference, 0, sum(x.amount)::bigint, b.id, coalesce(max(x.at), until)
    from jsonb_to_recordset(refunds) as x (id text, reference text, status text, amount bigint, dispute text, at timestamptz)
    join bought b on b.reference = x.reference
   where x.status = 'processed' and x.dispute is null and coalesce(x.at, until) between since and until
     and b.state in ('paid', 'wrong', 'revoked') and b.refund_state is distinct from 'processed'
     and not exists (select from private.order_refunds r where r.id = x.id and r.status = 'processed')
   group by b.reference, b.id
  union all
  select 'refund_not_there', p.reference, 0, p.amount, p.id, p.at from pairs p
   where p.status = 'success' and p.refund_state = 'processed'
  union all
  select 'fee', p.reference, p.fee_kobo, p.fees, p.id, p.at from pairs p
   where p.state in ('paid', 'revoked') and not p.reversed and p.fees is not null and p.fee_kobo <> least(p.fees, p.amount)
  union all
  select 'sale_reversed', p.reference, 0, p.amount, p.id, p.at from pairs p
   where p.status = 'success' and p.reversed and p.refund_state is distinct from 'processed'
  union all
  select 'payment_not_there', o.reference, o.paid_kobo, 0, o.id, o.paid_at from bought o
   where o.state in ('paid', 'wrong', 'revoked') and o.paid_at >= since and o.paid_at <= until
     and not exists (select from paid p where p.reference = o.reference)
  union all
  select 'sale_not_there', s.order_reference, s.gross_kobo, 0, s.id, s.paid_at from public.sales s
   where s.provider = 'paystack' and s.is_sample = (mode = 'test') and s.paid_at >= since and s.paid_at <= until
     and not exists (select from private.orders o where lower(o.reference) = lower(s.order_reference))
     and not exists (select from public.book_transactions b where b.event_key = 'reversal:' || s.id)
     and not exists (select from paid p where lower(p.reference) = lower(s.order_reference))
  union all
  select 'transfer_unknown', m.reference, 0, m.amount, null, m.at from moved m
   where m.payout_id is null and m.status = 'success'
  union all
  select 'transfer_not_recorded', m.reference, 0, m.amount, m.payout_id, m.at from moved m
   where m.status = 'success' and m.state <> 'success'
  union all
  select 'transfer_reversal_not_recorded', m.reference, m.amount_kobo, 0, m.payout_id, m.at from moved m
   where m.status in ('failed', 'reversed', 'rejected', 'abandoned', 'blocked') and m.state = 'success'
  union all
  select 'transfer_amount', m.reference, m.amount_kobo, m.amount, m.payout_id, m.at from moved m
   where m.amount_kobo <> m.amount
  union all
  select 'transfer_not_there', t.reference, t.amount_kobo, 0, t.payout_id, t.settled_at from private.transfers t
   where t.domain = mode and t.state = 'success' and t.settled_at >= since and t.settled_at <= until
     and not exists (select from sent s where s.reference = t.reference)
$$;
comment on function private.discrepancies_with(text, timestamptz, timestamptz, jsonb, jsonb, jsonb) is
  'Returns the discrepancies between these lists of Paystack and ours in both directions, in kobo. payments: '
  '{reference, status, amount, fees, at}; transfers: {reference, status, amount, at}; refunds: {id, reference (of the '
  'payment), status, amount, dispute, at}. The lists start some days before since, because a payment may have started '
  'earlier.';

create function public.reconcile_with_paystack(
  mode text, since timestamptz, until timestamptz, payments jsonb, transfers jsonb, refunds jsonb default '[]'::jsonb
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  still uuid[];
begin
  perform private.lock_books();
  with found as (
    select * from private.discrepancies_with(mode, since, until, payments, transfers, refunds)
  ),
  kept as (
    insert into private.paystack_discrepancies as d (domain, kind, reference, ours_kobo, theirs_kobo, subject, happened_at)
    select mode, f.kind, f.reference, f.ours_kobo, f.theirs_kobo, f.subject, f.happened_at from found f
    on conflict (domain, kind, reference) where gone_at is null do update
       -- A settled discrepancy remains settled while its amounts are unchanged.
       set settled_at = case when (d.ours_kobo, d.theirs_kobo) = (excluded.ours_kobo, excluded.theirs_kobo) then d.settled_at end,
           ours_kobo = excluded.ours_kobo, theirs_kobo = excluded.theirs_kobo
    returning d.id
  )
  select coalesce(array_agg(id), '{}') into still from kept;
  update private.paystack_discrepancies d set gone_at = now()
   where d.domain = mode and d.gone_at is null and d.happened_at >= since and d.happened_at <= until and d.id <> all (still);
  -- Paystack has newer states of these: they are verified, and the next reconciliation finds nothing.
  update private.orders o set next_check_at = now()
    from private.paystack_discrepancies d
   where d.subject = o.id and d.gone_at is null and d.kind in ('payment_not_recorded', 'refund_not_recorded')
     and coalesce(o.refund_state, '') not in ('agreed', 'sent', 'processed');
  update private.orders o set refunds_next_at = now()
    from private.paystack_discrepancies d
   where d.subject = o.id and d.gone_at is null and d.kind = 'partial_refund_not_recorded';
  update private.transfers t set next_at = now()
    from private.paystack_discrepancies d
   where d.subject = t.payout_id and d.gone_at is null and d.kind in ('transfer_not_recorded', 'transfer_reversal_not_recorded')
     and t.state not in ('prepared', 'sending', 'wrong');
  update private.paystack_reconciliations c
     set done_at = now(), payments = jsonb_array_length(payments), transfers = jsonb_array_length(transfers)
   where c.domain = mode and c.day = (select max(day) from private.paystack_reconciliations where domain = mode);
  return (select count(*) from private.paystack_discrepancies d
           where d.domain = mode and d.gone_at is null and d.settled_at is null);
end $$;
comment on function public.reconcile_with_paystack(text, timestamptz, timestamptz, jsonb, jsonb, jsonb) is
  'Saves the discrepancies between these lists and ours (private.discrepancies_with), and marks those that '
  'disappeared. Returns how many are open. Service role only.';

create function public.paystack_reconciliation() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return jsonb_build_object(
    'last', (
      select to_jsonb(c) from private.paystack_reconciliations c where c.done_at is not null order by c.done_at desc limit 1),
    'open', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.found_at, d.id), '[]') from (
        select * from private.paystack_discrepancies where gone_at is null and settled_at is null order by found_at, id limit 100
      ) d),
    'settled', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.found_at desc, d.id), '[]') from (
        select * from private.paystack_discrepancies where gone_at is not null or settled_at is not null
         order by found_at desc, id limit 25
      ) d)
  );
end $$;
comment on function public.paystack_reconciliation() is
  'Returns the time of the last reconciliation, the open discrepancies, the oldest first, and the last that were '
  'settled or disappeared. Admins only.';

create function public.resolve_discrepancy(of_difference uuid, words text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.paystack_discrepancies;
begin
  perform private.require_admin_role('money');
  update private.paystack_discrepancies
     set settled_at = now(), settled_by = (select auth.uid()), note = left(btrim(words), 500)
   where id = of_difference and settled_at is null and gone_at is null and btrim(words) <> ''
  returning * into here;
  if not found then
    return false;
  end if;
  perform private.log_money('discrepancy_resolved', here.id::text,
    jsonb_build_object('name', here.reference, 'kind', here.kind, 'ours_kobo', here.ours_kobo, 'theirs_kobo', here.theirs_kobo,
      'note', here.note));
  return true;
end $$;
comment on function public.resolve_discrepancy(uuid, text) is
  'Records how an admin settled a discrepancy. Returns false if it was settled or is gone, or the text is empty. '
  'Admins only, logged.';

-- Today's kind `discrepancies`.
create view private.due_discrepancies as
  select d.id, d.kind, d.reference, d.ours_kobo, d.theirs_kobo, d.happened_at,
         row_number() over (order by d.found_at, d.id) as place
    from private.paystack_discrepancies d where d.gone_at is null and d.settled_at is null;
comment on view private.due_discrepancies is 'Open discrepancies with Paystack''s lists, the oldest first.';

revoke all on function private.discrepancies_with(text, timestamptz, timestamptz, jsonb, jsonb, jsonb) from public;
revoke all on function
  public.claim_paystack_reconciliation(text, boolean), public.reconcile_with_paystack(text, timestamptz, timestamptz, jsonb,
    jsonb, jsonb),
  public.paystack_reconciliation(), public.resolve_discrepancy(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.claim_paystack_reconciliation(text, boolean), public.reconcile_with_paystack(text, timestamptz, timestamptz, jsonb,
    jsonb, jsonb)
  to service_role;
grant execute on function public.paystack_reconciliation(), public.resolve_discrepancy(uuid, text) to authenticated;
