-- Emails to buyers that are no receipts (docs/decisions/0058): at most two reminders of an unfinished payment, and one
-- question how the work was, for a buyer and a work.

create table private.order_reminders (
  order_id uuid not null references private.orders (id) on delete cascade,
  step integer not null check (step in (1, 2, 3)),
  queued_at timestamptz not null,
  primary key (order_id, step)
);
comment on table private.order_reminders is
  'Emails about orders: the first (1) and second (2) reminder of a payment, and the question how the work was (3).';
create type public.refusable_emails as enum ('reminders', 'newsletters');
comment on type public.refusable_emails is
  'Emails to buyers that a link in them ends: those about orders that are no receipts, and newsletters.';
create table private.refused_emails (
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  kind public.refusable_emails not null,
  refused_at timestamptz not null default now(),
  primary key (address_hash, kind)
);
comment on table private.refused_emails is
  'Buyers who want no such emails: SHA-256 of the address, so that no address is kept for it.';
comment on column private.refused_emails.refused_at is 'The last refusal.';
revoke all on private.order_reminders, private.refused_emails from public, anon, authenticated, service_role;

create index orders_unfinished_idx on private.orders (created_at) where state in ('pending', 'failed', 'abandoned');
create index orders_paid_idx on private.orders (paid_at) where state = 'paid';

create function private.address_hash(address text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$$;
comment on function private.address_hash(text) is 'Returns the hash under which an address refuses these emails.';

create function private.reminder_hours(key text, usual integer) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(hours => coalesce((
    select nullif(substring(s.setting_value from '^\d{1,3}$'), '')::integer from public.settings s
     where s.group_name = 'orders' and s.setting_key = key), usual))
$$;
comment on function private.reminder_hours(text, integer) is
  'Returns after how long an unfinished payment is reminded: a setting in hours, or the usual number.';

create function private.remind_buyers(at_time timestamptz default now(), max_rows integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  first_after constant interval := private.reminder_hours('first_reminder_hours', 1);
  second_after constant interval := private.reminder_hours('second_reminder_hours', 24);
  due record;
  reminded integer := 0;
begin
  if exists (
    select from public.settings s
     where s.group_name = 'orders' and s.setting_key = 'reminders' and s.setting_value = 'off') then
    return 0;
  end if;
  for due in
    select o as unpaid, s.step
      from private.orders o
      join public.research_materials m on m.id = o.material_id and m.published_at is not null and m.sold_here
      cross join lateral (select case when o.created_at <= at_time - second_after then 2 else 1 end as step) s
     where o.state in ('pending', 'failed', 'abandoned') and o.email <> '' and o.amount_kobo > 0
       and o.created_at <= at_time - first_after and o.created_at > at_time - interval '7 days'
       and not exists (
         select from private.refused_emails u where u.address_hash = private.address_hash(o.email) and u.kind = 'reminders')
       -- A school that was sent an invoice takes its time.
       and o.invoiced_at is null
       -- A newer attempt, a purchase (even if it was refunded, or of a bundle), or an earlier reminder of this step.
       and not exists (
         select from private.orders other
          where lower(other.email) = lower(o.email) and other.material_id = o.material_id and other.id <> o.id
            and (other.created_at, other.id) > (o.created_at, o.id))
       and not exists (
         select from private.orders other
           join private.materials_with_work w on w.material_id = other.material_id and w.work_id = o.material_id
          where lower(other.email) = lower(o.email) and other.state in ('paid', 'wrong', 'revoked'))
       and not exists (
         select from private.orders other join private.order_reminders r on r.order_id = other.id and r.step >= s.step
          where lower(other.email) = lower(o.email) and other.material_id = o.material_id)
     order by o.created_at limit least(greatest(max_rows, 1), 100)
     for update of o skip locked
  loop
    insert into private.order_reminders (order_id, step, queued_at) values ((due.unpaid).id, due.step, at_time);
    perform private.notify_buyer(due.unpaid, 'order-unfinished');
    reminded := reminded + 1;
  end loop;
  return reminded;
end $$;
comment on function private.remind_buyers(timestamptz, integer) is
  'Emails buyers who did not finish a payment: once after the first number of hours, once after the second, never twice for '
  'the same step, address and work. Skips buyers who have bought the work, who began a newer order, who asked for an '
  'invoice, or who refused such emails. Returns how many it sent.';

create function private.ask_for_ratings(at_time timestamptz default now(), max_rows integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  asked integer := 0;
begin
  if exists (
    select from public.settings s
     where s.group_name = 'orders' and s.setting_key = 'rating_emails' and s.setting_value = 'off') then
    return 0;
  end if;
  for due in
    select o as bought, m.slug
      from private.orders o join public.research_materials m on m.id = o.material_id and m.published_at is not null
     -- A test key buys nothing real.
     where o.domain = 'live' and o.amount_kobo > 0 and o.email <> ''
       and o.paid_at between at_time - interval '14 days' and at_time - interval '3 days'
       and private.can_be_downloaded(o) and o.refund_state is null and o.dispute_state is null
       and not exists (
         select from private.refused_emails u where u.address_hash = private.address_hash(o.email) and u.kind = 'reminders')
       -- Once for an address and a work, unless its buyer has commented on it.
       and not exists (
         select from private.order_reminders r join private.orders other on other.id = r.order_id
          where r.step = 3 and lower(other.email) = lower(o.email) and other.material_id = o.material_id)
       and not exists (
         select from public.material_comments c join public.profiles p on p.id = c.profile_id
           join auth.users u on u.id = p.user_id
          where c.material_id = o.material_id and lower(u.email) = lower(o.email))
     order by o.paid_at limit least(greatest(max_rows, 1), 100)
     for update of o skip locked
  loop
    insert into private.order_reminders (order_id, step, queued_at) values ((due.bought).id, 3, at_time);
    perform private.notify_buyer(due.bought, 'order-rating', jsonb_build_object('slug', due.slug));
    asked := asked + 1;
  end loop;
  return asked;
end $$;
comment on function private.ask_for_ratings(timestamptz, integer) is
  'Asks buyers by email, three days after a payment, how the work was: once for an address and a work. Skips orders with a '
  'refund or a dispute, and buyers who commented on the work or refused such emails. Returns how many it sent.';

create function public.remind_buyers() returns integer
language sql security definer set search_path = '' as $$ select private.remind_buyers() + private.ask_for_ratings() $$;
comment on function public.remind_buyers() is
  'As private.remind_buyers and private.ask_for_ratings. Service role only.';

create function public.refuse_emails(hash text, kind public.refusable_emails) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.refused_emails (address_hash, kind)
  select private.address_hash(o.email), refuse_emails.kind
    from private.order_tokens t join private.orders o on o.id = t.order_id
   where t.token_hash = hash and o.email <> ''
  on conflict on constraint refused_emails_pkey do update set refused_at = now();
  return exists (select from private.order_tokens t where t.token_hash = hash);
end $$;
comment on function public.refuse_emails(text, public.refusable_emails) is
  'Ends emails of a kind to the address of an order, by the hash of its token. Returns false for an unknown token. Service '
  'role only.';

create function public.reminder_figures() returns table (reminded bigint, recovered bigint, recovered_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select count(*), count(*) filter (where p.kobo is not null), coalesce(sum(p.kobo), 0)::bigint
    from (
      select lower(o.email) as buyer, o.material_id, min(r.queued_at) as since
        from private.order_reminders r join private.orders o on o.id = r.order_id
       where r.step < 3 and r.queued_at > now() - interval '28 days'
       group by lower(o.email), o.material_id) s
    left join lateral (
      select o.amount_kobo as kobo from private.orders o
       where lower(o.email) = s.buyer and o.material_id = s.material_id and o.state = 'paid' and o.paid_at >= s.since
       order by o.paid_at limit 1) p on true;
end $$;
comment on function public.reminder_figures() is
  'Returns for 28 days how many buyers were reminded of a work, how many of them paid afterwards, and how much (kobo). '
  'Admins only.';

revoke all on function
  private.address_hash(text), private.reminder_hours(text, integer), private.remind_buyers(timestamptz, integer),
  private.ask_for_ratings(timestamptz, integer)
  from public;
revoke all on function public.remind_buyers(), public.refuse_emails(text, public.refusable_emails), public.reminder_figures()
  from public, anon, authenticated, service_role;
grant execute on function public.remind_buyers(), public.refuse_emails(text, public.refusable_emails) to service_role;
grant execute on function public.reminder_figures() to authenticated;
