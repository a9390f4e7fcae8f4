-- The checkout: what a discount code takes off, what a buyer pays, and the order that begins (docs/decisions/0033 and
-- 0056).

create function private.students_have_codes() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.settings s
     where s.group_name = 'orders' and s.setting_key = 'student_codes' and s.setting_value = 'on')
$$;
comment on function private.students_have_codes() is 'Returns true if an admin allows students to have discount codes.';

create function private.own_discount_percent(here public.discount_codes, material uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(here.amount, s.share_percent - 10)
    from public.material_shares s join public.profiles p on p.id = s.profile_id and p.deleted_at is null
   where s.material_id = material and s.profile_id = here.profile_id and s.share_percent > 10
$$;
comment on function private.own_discount_percent(public.discount_codes, uuid) is
  'Returns what a student''s code takes off a work, in percent of its price: at least a tenth of the price remains the '
  'student''s. Null for the work of another person.';

create function private.check_discount(code text, material uuid, address text, mode text, at_time timestamptz default now())
returns table (
  outcome public.discount_outcome, discount_id uuid, stored_code text, to_pay_kobo bigint, last_day date, is_authors boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  here public.discount_codes;
  work public.research_materials;
  buyer text := lower(btrim(address));
  today date := (at_time at time zone 'Africa/Lagos')::date;
  taken_off integer;
  uses bigint;
  own_uses bigint;
begin
  select * into here from public.discount_codes d where d.code = private.discount_key(code) and d.deleted_at is null;
  select * into work from public.research_materials m where m.id = material;
  taken_off := case when here.profile_id is null then here.amount else private.own_discount_percent(here, material) end;
  to_pay_kobo := private.discounted_kobo(work.price, here.kind, taken_off);
  is_authors := here.profile_id is not null;
  select count(*), count(*) filter (where buyer <> '' and lower(o.email) = buyer) into uses, own_uses
    from private.orders o
   where o.discount_id = here.id and o.domain = mode
     and private.is_discount_used(o, at_time)
     -- The same buyer may begin to pay for the same work again.
     and not (lower(o.email) = buyer and o.material_id = material and o.state in ('pending', 'failed', 'abandoned'));
  outcome := case
    when here.id is null then 'unknown'
    when here.is_stopped or here.last_day < today or (is_authors and not private.students_have_codes()) then 'ended'
    when here.first_day > today then 'not_begun'
    when here.category <> work.category or (here.works <> '' and not material = any (here.material_ids)) then 'other_work'
    when taken_off is null or (is_authors and to_pay_kobo = 0) then 'other_work'
    when own_uses > 0 then 'used_before'
    when uses >= here.max_uses then 'used_up'
    else 'ok' end;
  discount_id := here.id;
  stored_code := here.code;
  last_day := here.last_day;
  return next;
end $$;
comment on function private.check_discount(text, uuid, text, text, timestamptz) is
  'Checks a typed code for a work. Without an address, an earlier use by it is not checked. mode: test or live; each has '
  'uses of its own. is_authors: the author''s share pays it.';

create function public.check_discount(code text, material uuid, address text, mode text)
returns table (outcome public.discount_outcome, stored_code text, to_pay_kobo bigint, last_day date)
language sql stable security definer set search_path = '' as $$
  select d.outcome, d.stored_code, d.to_pay_kobo, d.last_day from private.check_discount(code, material, address, mode) d
$$;
comment on function public.check_discount(text, uuid, text, text) is
  'As private.check_discount, without the id. Reserves nothing: public.create_order does. Service role only.';

create type public.order_creation as enum ('ok', 'not_sold', 'price_changed', 'own_work', 'code_refused');
comment on type public.order_creation is
  'Result of creating an order. price_changed: the price is not the one that the buyer saw. own_work: the buyer wrote it. '
  'code_refused: public.check_discount says why.';

create function private.own_parts(bundle public.research_materials, account uuid, mode text)
returns table (part_id uuid, order_id uuid, price integer, sum bigint)
language sql stable security definer set search_path = '' as $$
  select distinct on (b.part_id) b.part_id, o.id, b.price, b.sum
    from (
      select parts.part_id, m.price, sum(m.price) over () as sum
        from private.bundle_parts parts join public.research_materials m on m.id = parts.part_id
       where parts.bundle_id = bundle.id) b
    join private.materials_with_work w on w.work_id = b.part_id
    join private.orders o on o.material_id = w.material_id and o.domain = mode and private.can_be_downloaded(o)
    join auth.users u on u.id = account and u.email_confirmed_at is not null and lower(u.email) = lower(o.email)
   where b.sum > 0
   order by b.part_id, o.paid_at, o.id
$$;
comment on function private.own_parts(public.research_materials, uuid, text) is
  'Returns the works of a bundle that the confirmed address of an account has bought, with the first order of each, its '
  'price and the sum of all prices in naira. mode: test or live; each counts for itself.';

create function private.price_for(work public.research_materials, account uuid, mode text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case count(*) when 0 then work.price * 100::bigint
           else private.chargeable_kobo(ceil(work.price * 100.0 * (max(p.sum) - sum(p.price)) / max(p.sum))::bigint) end
    from private.own_parts(work, account, mode) p
$$;
comment on function private.price_for(public.research_materials, uuid, text) is
  'Returns what an account pays for a material, in kobo: the price; for a bundle only the part of it that the prices of '
  'the works that it does not have yet are of all, rounded up, or nothing below Paystack''s 50 naira.';

create function public.own_bundle_price(bundle uuid, mode text) returns table (kobo bigint, owned integer)
language sql stable security definer set search_path = '' as $$
  select private.price_for(m, private.own_account_id(), mode),
         (select count(*) from private.own_parts(m, private.own_account_id(), mode))::integer
    from public.research_materials m where m.id = bundle and m.published_at is not null
$$;
comment on function public.own_bundle_price(uuid, text) is
  'Returns what the caller pays for a material, in kobo, and how many works of a bundle the caller has bought. mode: test '
  'or live.';

create function private.notify_owner_of_work(created private.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owned private.orders;
begin
  select o.* into owned from private.orders o
    join private.materials_with_work w on w.material_id = o.material_id and w.work_id = created.material_id
   where o.id <> created.id and lower(o.email) = lower(created.email) and created.email <> '' and o.domain = created.domain
     and private.can_be_downloaded(o)
   order by o.paid_at desc limit 1;
  if found and not exists (
    select from public.outbox b
     where b.order_id = owned.id and b.template = 'order-owned' and b.created_at > now() - interval '1 hour') then
    perform private.notify_buyer(owned, 'order-owned', jsonb_build_object('wanted', created.title));
  end if;
end $$;
comment on function private.notify_owner_of_work(private.orders) is
  'Emails the link of the work to an address that has it already and begins another order. The page does not say what an '
  'address has bought. Anybody can type an address, so at most once an hour.';

create function private.save_bundle_reductions(created private.orders, work public.research_materials, account uuid)
returns void
language sql security definer set search_path = '' as $$
  insert into private.bundle_reductions (order_id, part_id, part_order_id, off_kobo)
  select created.id, p.part_id, p.order_id, round(work.price * 100.0 * p.price / p.sum)::bigint
    from private.own_parts(work, account, created.domain) p where created.discount_id is null
$$;
comment on function private.save_bundle_reductions(private.orders, public.research_materials, uuid) is
  'Saves what came off the price of a new order of a bundle for works that its buyer has. With a code, the code took it off.';

create function public.create_order(
  material uuid, address text, expected_price numeric, mode text, first_token_hash text, account uuid default null,
  code text default null, origin jsonb default '{}')
returns table (outcome public.order_creation, id uuid, reference text, amount_kobo bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  work public.research_materials;
  created private.orders;
  rep uuid;
  discount_outcome public.discount_outcome;
  discount uuid;
  stored text;
  is_authors boolean;
  undiscounted bigint;
  to_pay bigint;
begin
  select * into work from public.research_materials m
   where m.id = material and m.published_at is not null and m.sold_here and m.selar_link is null;
  if not found or not exists (select from private.buyer_file(material)) then
    return query select 'not_sold'::public.order_creation, null::uuid, null::text, null::bigint;
    return;
  end if;
  -- By the account alone: a response to an address would tell anybody who wrote a work.
  if exists (
    select from public.material_shares s join public.profiles p on p.id = s.profile_id
     where s.material_id = material and p.user_id = account) then
    return query select 'own_work'::public.order_creation, null::uuid, null::text, null::bigint;
    return;
  end if;
  undiscounted := private.price_for(work, account, mode);
  to_pay := undiscounted;
  if code <> '' and work.price > 0 then
    -- Two buyers may want the last use: the second one waits here, and then sees the order of the first.
    perform from public.discount_codes d where d.code = private.discount_key(create_order.code) for update;
    select d.outcome, d.discount_id, d.stored_code, d.is_authors, least(d.to_pay_kobo, to_pay)
      into discount_outcome, discount, stored, is_authors, to_pay
      from private.check_discount(create_order.code, material, address, mode) d;
    if discount_outcome <> 'ok' or btrim(address) = '' then
      return query select 'code_refused'::public.order_creation, null::uuid, null::text, null::bigint;
      return;
    end if;
    -- Works that the buyer has take more off already, so the code is not used.
    if to_pay = undiscounted then
      select null, null, false into discount, stored, is_authors;
    end if;
  end if;
  if to_pay <> expected_price * 100 then
    return query select 'price_changed'::public.order_creation, null::uuid, null::text, null::bigint;
    return;
  end if;
  rep := case when to_pay > 0 then private.find_class_rep(origin ->> 'opened', material, address, account) end;
  insert into private.orders (
    reference, material_id, title, email, amount_kobo, discount_id, discount_code, list_kobo, author_off_kobo, domain, state,
    paid_at, next_check_at, source, rep_profile_id, is_reps_browser)
  values (
    private.new_order_reference(), work.id, work.title, case when work.price = 0 then '' else btrim(address) end,
    to_pay, discount, stored, case when discount is not null then work.price * 100::bigint end,
    case when is_authors then undiscounted - to_pay else 0 end, mode,
    case when to_pay = 0 then 'paid' else 'pending' end,
    case when to_pay = 0 then now() end, case when to_pay > 0 then now() + interval '1 minute' end,
    coalesce((origin ->> 'source')::public.visit_source, 'typed'), rep,
    rep is not null and origin ->> 'opened' is not distinct from origin ->> 'own')
  returning * into created;
  insert into private.order_tokens (token_hash, order_id) values (first_token_hash, created.id);
  perform private.save_bundle_reductions(created, work, account);
  if to_pay > 0 then
    insert into public.views_and_clicks as known (material_id, day, source, begun)
    values (material, (now() at time zone 'Africa/Lagos')::date, created.source, 1)
    on conflict (material_id, day, source) do update set begun = known.begun + 1;
  end if;
  perform private.notify_owner_of_work(created);
  if created.amount_kobo = 0 then
    perform private.notify_buyer(created, 'order-paid', private.receipt(created));
  end if;
  return query select 'ok'::public.order_creation, created.id, created.reference, created.amount_kobo;
end $$;
comment on function public.create_order(uuid, text, numeric, text, text, uuid, text, jsonb) is
  'Creates an order of a material. expected_price: naira to pay, as its buyer saw it; mode: test or live; account: the '
  'signed-in buyer''s; code: a discount code; origin: where the visit came from (source), the codes of the class link which '
  'the browser opened last (opened), and of the rep who uses it (own). outcome: ok (with id, reference, amount_kobo), not_sold, '
  'price_changed, own_work, code_refused. A free one is complete immediately, also one that a code makes free. An address '
  'that has the work already is emailed its link. Service role only.';

revoke all on function
  private.students_have_codes(), private.own_discount_percent(public.discount_codes, uuid),
  private.check_discount(text, uuid, text, text, timestamptz), private.own_parts(public.research_materials, uuid, text),
  private.price_for(public.research_materials, uuid, text), private.notify_owner_of_work(private.orders),
  private.save_bundle_reductions(private.orders, public.research_materials, uuid)
  from public;
revoke all on function
  public.check_discount(text, uuid, text, text), public.own_bundle_price(uuid, text),
  public.create_order(uuid, text, numeric, text, text, uuid, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  public.check_discount(text, uuid, text, text),
  public.create_order(uuid, text, numeric, text, text, uuid, text, jsonb)
  to service_role;
grant execute on function public.own_bundle_price(uuid, text) to authenticated;
