-- Orders of buyers who pay through Paystack (docs/decisions/0033). No API role reads these tables: the site's process
-- uses the secret key and the hash of an order's token, admins and signed-in buyers use functions. The result of
-- Paystack's `verify` decides the state of an order.

create table private.orders (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique check (reference ~ '^LL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  material_id uuid not null references public.research_materials (id) on delete restrict,
  title text not null,
  email text not null default '' check (
    char_length(email) <= 254 and email !~ '[[:space:]]' and not private.has_hidden_characters(email)),
  amount_kobo bigint not null check (amount_kobo between 0 and 1000000000),
  domain text not null check (domain in ('test', 'live')),
  state text not null default 'pending' check (state in ('pending', 'failed', 'abandoned', 'paid', 'wrong', 'revoked')),
  reason text check (char_length(reason) <= 500),
  payment_url text check (payment_url ~ '^https?://[^[:space:]]+$' and char_length(payment_url) <= 1000),
  provider_id text check (char_length(provider_id) <= 60),
  paid_kobo bigint check (paid_kobo >= 0),
  paid_currency text not null default 'NGN' check (paid_currency ~ '^[A-Z]{3}$'),
  paid_at timestamptz,
  sale_id uuid references public.sales (id),
  duplicate_of uuid references private.orders (id),
  duplicate_accepted_at timestamptz,
  renewed_at timestamptz,
  refund_state text check (refund_state in ('asked', 'refused', 'agreed', 'sent', 'partial', 'processed', 'failed')),
  refund_part_kobo bigint check (refund_part_kobo > 0),
  refund_agreed_at timestamptz,
  refund_reason text not null default '' check (char_length(refund_reason) <= 1000),
  refund_response text not null default '' check (char_length(refund_response) <= 1000),
  refund_id text check (char_length(refund_id) <= 60),
  refund_fault text not null default '' check (char_length(refund_fault) <= 300),
  refund_asked_at timestamptz,
  refund_next_at timestamptz,
  refunds_next_at timestamptz,
  refunded_kobo bigint not null default 0 check (refunded_kobo >= 0),
  refund_excess_kobo bigint not null default 0 check (refund_excess_kobo >= 0),
  has_unseen_refund boolean not null default false,
  dispute_state text check (dispute_state in ('open', 'won', 'lost')),
  disputes_next_at timestamptz,
  checks integer not null default 0,
  checked_at timestamptz,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_free_ones_have_no_sale check (amount_kobo > 0 or sale_id is null),
  constraint orders_paid_have_a_sale check (state <> 'paid' or amount_kobo = 0 or sale_id is not null),
  constraint orders_paid_have_an_amount check (
    state not in ('paid', 'wrong', 'revoked') or amount_kobo = 0 or paid_kobo is not null)
);
comment on table private.orders is 'Purchase attempts on this site. Only admins and the buyer can see who bought what.';
comment on column private.orders.reference is 'Shared with Paystack. Not a secret: it grants no access.';
comment on column private.orders.email is 'Address for the receipt. Empty for a free material, which needs no address.';
comment on column private.orders.domain is 'live for a live key. Payments with a test key are samples in the ledger.';
comment on column private.orders.state is
  'pending: undecided. failed, abandoned: current status at Paystack; it may still be paid. wrong: paid, but not as '
  'ordered. revoked: reversed by an admin or by Paystack.';
comment on column private.orders.reason is
  'When wrong: amount, currency or domain. When revoked: the admin''s reason, or reversed.';
comment on column private.orders.paid_currency is 'Currency of paid_kobo, also used for refunds.';
comment on column private.orders.duplicate_of is 'An earlier paid order of the same address and material.';
comment on column private.orders.renewed_at is 'When the buyer was emailed that the work has a better file.';
comment on column private.orders.refund_state is
  'asked: by the buyer. agreed: to be sent to Paystack. sent: requested from Paystack. partial: a part that an admin '
  'agreed to is back, and the order goes on. failed: needs an admin.';
comment on column private.orders.refund_part_kobo is
  'While a part is being refunded: how much of it, in paid_currency. Null: all that is left.';
comment on column private.orders.refund_agreed_at is 'When an admin agreed to refund a part.';
comment on column private.orders.refund_fault is 'Paystack''s message when failed.';
comment on column private.orders.refunds_next_at is
  'When to list the refunds of this payment at Paystack, after one that was not requested here.';
comment on column private.orders.refunded_kobo is
  'Total refunded by Paystack, from all sources (private.order_refunds). In paid_currency.';
comment on column private.orders.refund_excess_kobo is 'Amount refunded beyond the price, which is not in the ledger.';
comment on column private.orders.has_unseen_refund is
  'A refund was made outside Lamplight, and no admin has acknowledged it yet.';
comment on column private.orders.dispute_state is 'State of the buyer''s chargeback, if any (private.order_disputes).';
comment on column private.orders.disputes_next_at is
  'When to list the disputes of this payment at Paystack, after its notification.';
comment on column private.orders.next_check_at is
  'When to query Paystack next. The caller moves it first, so it is also a lease. Null: decided, or older than three '
  'days.';
create index orders_to_check_idx on private.orders (next_check_at) where next_check_at is not null;
create index orders_refunds_due_idx on private.orders (refund_next_at) where refund_next_at is not null;
create index orders_refunds_to_find_idx on private.orders (refunds_next_at) where refunds_next_at is not null;
create index orders_disputes_due_idx on private.orders (disputes_next_at) where disputes_next_at is not null;
create index orders_of_address_idx on private.orders (lower(email), created_at desc) where email <> '';
create index orders_of_material_idx on private.orders (material_id);
create index orders_of_sale_idx on private.orders (sale_id);
create index orders_duplicate_idx on private.orders (duplicate_of);
create index orders_newest_idx on private.orders (created_at desc, id desc);
create trigger orders_touch before update on private.orders for each row execute function private.touch_updated_at();

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

create table private.order_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid not null references private.orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.order_tokens is
  'SHA-256 of the tokens that open an order, one for each link sent. Tokens are not stored.';
create index order_tokens_of_order_idx on private.order_tokens (order_id);

create table private.order_downloads (
  id bigint generated always as identity primary key,
  order_id uuid not null references private.orders (id) on delete cascade,
  file_position integer not null default 1,
  bytes bigint not null default 0 check (bytes >= 0),
  created_at timestamptz not null default now()
);
comment on table private.order_downloads is 'Downloads of an order''s files, for the daily limit.';
comment on column private.order_downloads.file_position is
  'The file of the material: private.platform_files.position, or 1.';
comment on column private.order_downloads.bytes is
  'Bytes requested, less those that were not sent (docs/decisions/0039).';
create index order_downloads_of_order_idx on private.order_downloads (order_id, file_position, created_at desc);

create table private.payment_events (
  id bigint generated always as identity primary key,
  event text not null check (char_length(event) <= 60),
  reference text not null check (char_length(reference) <= 100),
  created_at timestamptz not null default now()
);
comment on table private.payment_events is
  'Queue of Paystack''s notifications. An event makes its order due for a query, and is deleted.';
revoke all on private.orders, private.order_refunds, private.order_tokens, private.order_downloads, private.payment_events
  from public, anon, authenticated, service_role;
revoke all on sequence private.order_downloads_id_seq, private.payment_events_id_seq
  from public, anon, authenticated, service_role;

create table private.approved_files (
  upload_id uuid primary key references public.material_uploads (id) on delete cascade,
  file_path text not null,
  approved_at timestamptz not null default now()
);
comment on table private.approved_files is
  'The last approved file of each upload. While a review is open again, its student may send another one.';
revoke all on private.approved_files from public, anon, authenticated, service_role;

create function private.record_approved_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.file_path is not null then
    insert into private.approved_files (upload_id, file_path) values (new.id, new.file_path)
    on conflict (upload_id) do update set file_path = excluded.file_path, approved_at = now();
  end if;
  return null;
end $$;
comment on function private.record_approved_file() is 'Trigger: saves the approved file.';
create trigger material_uploads_3_record_approved_file after insert or update of upload_status on public.material_uploads
  for each row when (new.upload_status = 'approved') execute function private.record_approved_file();

-- A work is sold here only if it has a file. While a review is open again, buyers get the approved file, and nothing
-- once its student has sent another one.
create function private.buyer_file(material uuid)
returns table (
  file_position integer, file_path text, file_name text, file_sha256 text, format text, label text, extent text, file_size bigint
)
language sql stable security definer set search_path = '' as $$
  select 1, u.file_path, u.file_name, u.file_sha256, u.format, '', '', null::bigint
    from public.material_shares s
    join public.material_uploads u on u.id = s.upload_id
    join private.approved_files a on a.upload_id = u.id and a.file_path = u.file_path
   where s.material_id = material and u.file_removed_at is null and u.file_changed_at is null
     and u.upload_status in ('approved', 'pending')
  union all
  select h.position, h.file_path, h.file_name, h.file_sha256, h.format, h.label, h.extent, h.file_size
    from private.platform_files h
   where h.material_id = material
     and not exists (select from public.material_shares s where s.material_id = material and s.upload_id is not null)
   order by 1
$$;
comment on function private.buyer_file(uuid) is
  'Returns the stored files (bucket material-uploads) that buyers of a material get, in order; no row if there are '
  'none.';

create function private.require_file_when_sold() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_sample or not exists (select from private.buyer_file(new.id)) then
    raise exception 'There is no file of this material that buyers could get' using errcode = '23514', hint = 'no_file';
  end if;
  return new;
end $$;
comment on function private.require_file_when_sold() is 'Trigger: prevents selling a sample, or a material without a file, here.';
create trigger research_materials_sold_here_insert before insert on public.research_materials
  for each row when (new.sold_here) execute function private.require_file_when_sold();
create trigger research_materials_sold_here_update before update of sold_here, is_sample on public.research_materials
  for each row when (new.sold_here and (not old.sold_here or new.is_sample))
  execute function private.require_file_when_sold();

create function public.has_buyer_file(material uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return exists (select from private.buyer_file(material));
end $$;
comment on function public.has_buyer_file(uuid) is
  'Returns true if a material has a file that can be sold here. Admins only.';

-- 32 characters without I, L, O and U, to avoid misreading a reference.
create function private.new_order_reference() returns text
language sql volatile set search_path = '' as $$
  select 'LL-' || left(signs, 4) || '-' || right(signs, 4) from (
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, at) % 32, 1), '' order by at) as signs
      from (select private.random_bytes(8) as bytes) random, generate_series(0, 7) at
  ) created
$$;
comment on function private.new_order_reference() is 'Returns a reference such as LL-K7Q2-9FXM with 40 random bits.';

create function private.new_order_token(of_order uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token text := translate(encode(private.random_bytes(16), 'base64'), '+/=', '-_');
begin
  insert into private.order_tokens (token_hash, order_id)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), of_order);
  return token;
end $$;
comment on function private.new_order_token(uuid) is
  'Creates another token of 128 bits that opens an order, and stores its hash. For emails and responses only.';

create function private.notify_buyer(of_order private.orders, template text, more jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.queue_email_to(of_order.email, template, null, jsonb_build_object(
    'title', of_order.title, 'reference', of_order.reference, 'amount_kobo', coalesce(of_order.paid_kobo, of_order.amount_kobo),
    'currency', of_order.paid_currency, 'is_test', of_order.domain = 'test',
    'token', private.new_order_token(of_order.id)) || more)
   where of_order.email <> ''
$$;
comment on function private.notify_buyer(private.orders, text, jsonb) is
  'Queues an email to the buyer with a link to the order. Its content is removed after sending '
  '(public.record_email_sent).';

create type public.order_creation as enum ('ok', 'not_sold', 'price_changed');
comment on type public.order_creation is
  'Result of creating an order. price_changed: the price is not the one that the buyer saw.';

create function public.create_order(material uuid, address text, expected_price integer, mode text, first_token_hash text)
returns table (outcome public.order_creation, id uuid, reference text, amount_kobo bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  work public.research_materials;
  created private.orders;
begin
  select * into work from public.research_materials m
   where m.id = material and m.published_at is not null and m.sold_here and m.selar_link is null;
  if not found or not exists (select from private.buyer_file(material)) then
    return query select 'not_sold'::public.order_creation, null::uuid, null::text, null::bigint;
    return;
  end if;
  if work.price <> expected_price then
    return query select 'price_changed'::public.order_creation, null::uuid, null::text, null::bigint;
    return;
  end if;
  insert into private.orders (reference, material_id, title, email, amount_kobo, domain, state, paid_at, next_check_at)
  values (
    private.new_order_reference(), work.id, work.title, case when work.price = 0 then '' else btrim(address) end,
    work.price * 100::bigint, mode, case when work.price = 0 then 'paid' else 'pending' end,
    case when work.price = 0 then now() end, case when work.price > 0 then now() + interval '1 minute' end)
  returning * into created;
  insert into private.order_tokens (token_hash, order_id) values (first_token_hash, created.id);
  return query select 'ok'::public.order_creation, created.id, created.reference, created.amount_kobo;
end $$;
comment on function public.create_order(uuid, text, integer, text, text) is
  'Creates an order of a material at the price (naira) that its buyer saw; mode is test or live. outcome: ok (with id, '
  'reference, amount_kobo), not_sold, price_changed. A free one is complete immediately. Service role only.';

create function public.record_order_sent(of_order uuid, address text) returns void
language sql security definer set search_path = '' as $$ update private.orders set payment_url = address where id = of_order $$;
comment on function public.record_order_sent(uuid, text) is
  'Saves the address of Paystack''s payment page for an order. Service role only.';

create function private.can_be_downloaded(here private.orders) returns boolean
language sql immutable set search_path = '' as $$
  select here.state = 'paid'
     and (coalesce(here.refund_state, '') not in ('agreed', 'sent', 'processed', 'failed') or here.refund_part_kobo is not null)
$$;
comment on function private.can_be_downloaded(private.orders) is
  'Returns true if an order gives access to its file: paid, and not being refunded in full.';

-- A paid work must remain reviewable, so neither a withdrawal nor the deletion of its student's account removes it.
create function private.upload_has_buyers(upload uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.material_shares s join private.orders o on o.material_id = s.material_id
     where s.upload_id = upload and o.amount_kobo > 0 and private.can_be_downloaded(o))
$$;
comment on function private.upload_has_buyers(uuid) is
  'Returns true if a paid, unrefunded order has the file of this upload.';

create function public.upload_buyers(upload uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('reviewer');
  return (
    select count(*) from public.material_shares s join private.orders o on o.material_id = s.material_id
     where s.upload_id = upload and o.amount_kobo > 0 and private.can_be_downloaded(o));
end $$;
comment on function public.upload_buyers(uuid) is
  'Returns how many orders have the file of this upload, whose buyers would lose it on rejection. Admins only.';

create function private.retain_buyer_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.upload_has_buyers(old.id) then
    -- The student's account is being deleted: skip the row and go on.
    if pg_trigger_depth() > 1 then
      return null;
    end if;
    raise exception 'Somebody bought this work: it stays for its buyers' using errcode = '42501', hint = 'has_buyers';
  end if;
  return old;
end $$;
comment on function private.retain_buyer_file() is
  'Trigger: prevents the removal of an approved work that was bought; deleting its student''s account leaves it in '
  'place.';
create trigger material_uploads_retain_buyer_file before delete on public.material_uploads
  for each row when (old.upload_status <> 'rejected') execute function private.retain_buyer_file();

create function private.refund_until(here private.orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select here.paid_at + make_interval(days => (private.book_rule(here.paid_at)).refund_days)
$$;
comment on function private.refund_until(private.orders) is
  'Returns the time until which a buyer may request a refund.';

create function public.order_by_token(hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', o.id, 'reference', o.reference, 'title', o.title, 'slug', m.slug, 'is_shown', m.published_at is not null,
    'price', m.price, 'email', o.email, 'amount_kobo', o.amount_kobo, 'domain', o.domain, 'state', o.state, 'reason', o.reason,
    'payment_url', o.payment_url, 'paid_at', o.paid_at, 'paid_kobo', o.paid_kobo,
    'paid_currency', o.paid_currency, 'refunded_kobo', o.refunded_kobo, 'created_at', o.created_at,
    'is_checked', o.next_check_at is not null, 'twice', o.duplicate_of is not null, 'gives_file', private.can_be_downloaded(o),
    'file', case
       when exists (select from private.buyer_file(m.id)) then 'here'
       when exists (
         select from public.material_shares s join public.material_uploads u on u.id = s.upload_id
          where s.material_id = m.id and u.upload_status <> 'rejected' and u.file_removed_at is null) then 'checked'
       else 'gone' end,
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object('position', f.file_position, 'name', f.file_name, 'label', f.label,
               'format', f.format, 'extent', f.extent, 'size', f.file_size) order by f.file_position), '[]')
        from private.buyer_file(m.id) f),
    'refund_state', o.refund_state, 'refund_part_kobo', o.refund_part_kobo,
    'refund_response', o.refund_response, 'dispute_state', o.dispute_state,
    'refund_until', case when o.amount_kobo > 0 then private.refund_until(o) end)
    from private.order_tokens t
    join private.orders o on o.id = t.order_id
    join public.research_materials m on m.id = o.material_id
   where t.token_hash = hash
$$;
comment on function public.order_by_token(text) is
  'Returns the order that a token opens, by the token''s hash, or null. file: here, checked (a new one is being '
  'reviewed) or gone. files: each stored file. Service role only.';

-- 1, 5 and 30 minutes after the start, then hourly for three days.
create function private.next_check(began timestamptz, done integer, at_time timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select case
    when at_time > began + interval '3 days' then null
    when done < 3 then greatest(began + (array[1, 5, 30])[done + 1] * interval '1 minute', at_time + interval '1 minute')
    else at_time + interval '1 hour' end
$$;
comment on function private.next_check(timestamptz, integer, timestamptz) is
  'Returns when to query Paystack next about an order, from its start and the number of queries so far.';

create function public.claim_orders(max_rows integer default 20) returns table (id uuid, reference text)
language sql security definer set search_path = '' as $$
  update private.orders o
     set checks = o.checks + 1, next_check_at = private.next_check(o.created_at, o.checks + 1, now())
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

create function public.receive_payment_event(event text, reference text) returns void
language sql security definer set search_path = '' as $$
  insert into private.payment_events (event, reference) values (left(event, 60), left(reference, 100))
$$;
comment on function public.receive_payment_event(text, text) is
  'Stores Paystack''s notification about a reference. Service role only.';

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
  -- A refund that was not requested here was made in Paystack's dashboard. verify only reports full refunds; the list
  -- of refunds also has partial ones.
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
      'provider', at_time, sample => here.domain = 'test');
    update private.orders
       set state = 'paid', reason = null, sale_id = sale.sale_id, paid_kobo = here.amount_kobo, provider_id = response ->> 'id',
           paid_at = least(coalesce((response ->> 'paid_at')::timestamptz, at_time), at_time),
           checked_at = at_time, next_check_at = null,
           duplicate_of = (
             select o.id from private.orders o
              where lower(o.email) = lower(here.email) and o.material_id = here.material_id and o.id <> here.id
                and o.state = 'paid' and coalesce(o.refund_state, '') not in ('agreed', 'sent', 'processed')
              order by o.paid_at limit 1)
     where id = of_order returning * into here;
    perform private.notify_buyer(here, 'order-paid', jsonb_build_object(
      'paid_at', here.paid_at, 'refund_until', private.refund_until(here), 'twice', here.duplicate_of is not null));
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

-- What is left of the price of a sale; 0 if the sale was reversed, because then the ledger has nothing to refund.
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
  ours private.order_refunds;
begin
  perform private.lock_books();
  select * into here from private.orders where id = of_order for update;
  if not found or here.amount_kobo = 0 or here.state not in ('paid', 'wrong', 'revoked') then
    return query select 'not_paid'::public.refund_step, 0::bigint;
    return;
  end if;
  if exists (
    select from jsonb_to_recordset(response) as x (id text) join private.order_refunds r on r.id = x.id
      where r.order_id <> of_order
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
    update private.orders set has_unseen_refund = true where id = of_order;
  end if;
  insert into private.order_refunds as r (id, order_id, amount_kobo, currency, status, is_ours, is_from_dispute, made_at)
  select x.id, of_order, x.amount, x.currency, x.status, x.id is not distinct from here.refund_id, x.dispute is not null,
         least(x.at, at_time)
    from jsonb_to_recordset(response) as x (id text, amount bigint, currency text, status text, dispute text, at timestamptz)
  on conflict on constraint order_refunds_pkey do update
    set status = case when r.status = 'processed' then r.status else excluded.status end,
        is_ours = r.is_ours or excluded.is_ours, is_from_dispute = r.is_from_dispute or excluded.is_from_dispute;
  select coalesce(sum(r.amount_kobo) filter (where r.status <> 'failed'), 0),
         coalesce(sum(r.amount_kobo) filter (where r.status = 'processed' and not r.is_from_dispute), 0),
         coalesce(sum(r.amount_kobo) filter (where r.status = 'processed' and r.is_from_dispute), 0)
    into live, back, returned_by_disputes from private.order_refunds r where r.order_id = of_order;

  if here.refund_state in ('agreed', 'sent') then
    -- Paystack has a refund of the full amount, or of the agreed part since then: an earlier request succeeded although
    -- its response was lost.
    select * into ours from private.order_refunds r
     where here.refund_id is null and r.order_id = of_order and r.status <> 'failed' and not r.is_from_dispute
       and (live >= here.paid_kobo
            or (r.amount_kobo = here.refund_part_kobo and not r.is_ours and r.created_at >= here.refund_agreed_at
                and r.made_at >= here.refund_agreed_at - interval '5 minutes'))
     order by (r.status = 'processed'), r.made_at desc limit 1;
    if found then
      update private.order_refunds set is_ours = true where id = ours.id;
      update private.orders
         set refund_id = ours.id, refund_state = 'sent', refund_next_at = at_time + interval '10 minutes'
       where id = of_order returning * into here;
    end if;
    select * into ours from private.order_refunds r where r.id = here.refund_id;
    if ours.status in ('failed', 'needs-attention') then
      update private.orders
         set refund_state = 'failed', refund_fault = ours.status, refund_next_at = null
       where id = of_order;
    end if;
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

create function public.settle_order(of_order uuid, response jsonb default null) returns public.order_state
language sql security definer set search_path = '' as $$ select private.settle_order(of_order, response) $$;
comment on function public.settle_order(uuid, jsonb) is 'As private.settle_order. Service role only.';

create function public.order_file(hash text, at_position integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  here private.orders;
  file record;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id where t.token_hash = hash;
  if not found then
    return null;
  end if;
  if not private.can_be_downloaded(here) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select f.*, (select count(*) > 1 from private.buyer_file(here.material_id)) as is_of_several into file
    from private.buyer_file(here.material_id) f where f.file_position = at_position;
  if not found then
    return jsonb_build_object('outcome', 'no_file');
  end if;
  return jsonb_build_object('outcome', 'ok', 'order', here.id, 'reference', here.reference, 'email', here.email,
    'title', here.title, 'path', file.file_path, 'name', file.file_name, 'sha256', file.file_sha256,
    'is_of_several', file.is_of_several);
end $$;
comment on function public.order_file(text, integer) is
  'Returns the file of an order at a position, without counting a download. outcome: ok, closed (not paid, or being '
  'refunded), no_file. Null for an unknown token. Service role only.';

create function public.consume_download(hash text, first_byte bigint, asked bigint, size bigint, at_position integer default 1)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
  started private.order_downloads;
  max_rows integer := coalesce((
    select nullif(substring(s.setting_value from '^\d{1,3}$'), '')::integer from public.settings s
     where s.group_name = 'orders' and s.setting_key = 'downloads_a_day'), 5);
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id
   where t.token_hash = hash for update of o;
  if not found then
    return null;
  end if;
  if not private.can_be_downloaded(here) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  -- Resuming a download within the hour is not counted again until twice the file's size was sent.
  select * into started from private.order_downloads d
   where d.order_id = here.id and d.file_position = at_position and d.created_at > now() - interval '1 hour'
   order by d.created_at desc, d.id desc limit 1;
  if first_byte > 0 and started.bytes + asked <= 2 * size then
    update private.order_downloads set bytes = bytes + asked where id = started.id;
    return jsonb_build_object('outcome', 'ok', 'download', started.id);
  end if;
  if (select count(*) from private.order_downloads d
       where d.order_id = here.id and d.file_position = at_position and d.created_at > now() - interval '1 day') >= max_rows then
    return jsonb_build_object('outcome', 'too_many', 'max', max_rows);
  end if;
  insert into private.order_downloads (order_id, file_position, bytes) values (here.id, at_position, asked)
  returning * into started;
  return jsonb_build_object('outcome', 'ok', 'download', started.id);
end $$;
comment on function public.consume_download(text, bigint, bigint, bigint, integer) is
  'Counts a download of one file of an order, from its first byte, the bytes requested and the size. Each file has a '
  'separate limit. Resuming within the hour is not counted while the total stays within twice the file''s size. '
  'outcome: ok (with the id of the download), closed, too_many (the setting orders.downloads_a_day, 5). Null for an '
  'unknown token. Service role only.';

create function public.release_unsent_transfer(download bigint, unsent bigint) returns void
language sql security definer set search_path = '' as $$
  update private.order_downloads set bytes = greatest(bytes - unsent, 0) where id = download
$$;
comment on function public.release_unsent_transfer(bigint, bigint) is
  'Subtracts the bytes that an interrupted download did not send. Service role only.';

-- Buyers get the better file by their existing link.
create function private.notify_buyers_of_new_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  for here in
    update private.orders o set renewed_at = now()
      from public.material_shares s
     where s.upload_id = new.id and o.material_id = s.material_id and private.can_be_downloaded(o) and o.email <> ''
       and o.paid_at < new.file_replaced_at and coalesce(o.renewed_at, '-infinity') < new.file_replaced_at
    returning o.*
  loop
    perform private.notify_buyer(here, 'order-renewed');
  end loop;
  return null;
end $$;
comment on function private.notify_buyers_of_new_file() is
  'Trigger: emails the buyers of a work when another file of it is approved, once per file.';
create trigger material_uploads_5_notify_buyers after update of upload_status on public.material_uploads
  for each row when (
    new.upload_status = 'approved' and old.upload_status <> 'approved' and new.file_replaced_at is not null
  ) execute function private.notify_buyers_of_new_file();

create function public.email_orders(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known text := lower(btrim(address));
  rows jsonb;
begin
  select jsonb_agg(jsonb_build_object('title', o.title, 'reference', o.reference, 'paid_at', o.paid_at,
           'token', private.new_order_token(o.id)))
    into rows from (
      select * from private.orders p where lower(p.email) = known and known <> '' and p.state = 'paid'
       order by p.paid_at desc limit 30
    ) o;
  if rows is not null then
    perform private.queue_email_to(known, 'orders-found', null, jsonb_build_object('orders', rows));
  end if;
end $$;
comment on function public.email_orders(text) is
  'Emails an address the links of its newest thirty paid orders, if it has any. Service role only.';

create function public.own_orders()
returns table (
  id uuid, material_id uuid, title text, reference text, paid_at timestamptz, amount_kobo bigint, gives_file boolean
)
language sql stable security definer set search_path = '' as $$
  select o.id, o.material_id, o.title, o.reference, o.paid_at, o.amount_kobo, private.can_be_downloaded(o)
    from auth.users u join private.orders o on lower(o.email) = lower(u.email)
   where u.id = (select private.own_account_id()) and u.email_confirmed_at is not null and o.state = 'paid'
   order by o.paid_at desc limit 100
$$;
comment on function public.own_orders() is
  'Returns the caller''s purchases: paid orders of the account''s confirmed address. gives_file is false once the money '
  'goes back.';

create function public.open_own_order(of_order uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.own_orders() o where o.id = of_order) then
    return null;
  end if;
  return private.new_order_token(of_order);
end $$;
comment on function public.open_own_order(uuid) is
  'Returns another token that opens an order of the caller; null if the order is not theirs.';

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

-- Deleting an account also anonymises its orders. Existing links continue to open them.
create function private.anonymise_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.orders set email = '' where lower(email) = lower(old.email);
  return null;
end $$;
comment on function private.anonymise_buyer() is
  'Trigger on auth.users: removes the address of a deleted account from its orders.';
create trigger orders_anonymise_buyer after delete on auth.users
  for each row when (old.email_confirmed_at is not null) execute function private.anonymise_buyer();

-- Addresses of users who did not buy are not needed.
create function public.purge_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.orders where state in ('pending', 'failed', 'abandoned') and created_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function public.purge_unpaid_orders() is
  'Deletes orders that were not paid within thirty days. Returns how many. Service role only.';

revoke all on function
  private.record_approved_file(), private.buyer_file(uuid), private.require_file_when_sold(), private.new_order_reference(),
  private.new_order_token(uuid),
  private.notify_buyer(private.orders, text, jsonb), private.can_be_downloaded(private.orders),
  private.upload_has_buyers(uuid), private.retain_buyer_file(), private.refund_until(private.orders),
  private.next_check(timestamptz, integer, timestamptz),
  private.settle_order(uuid, jsonb, timestamptz), private.refund_is_processed(uuid, timestamptz),
  private.refundable_kobo(uuid), private.post_order_refund(private.orders, text, bigint, text, timestamptz),
  private.settle_refunds(uuid, jsonb, timestamptz),
  private.notify_buyers_of_new_file(), private.anonymise_buyer()
  from public;
revoke all on function
  public.create_order(uuid, text, integer, text, text), public.record_order_sent(uuid, text), public.order_by_token(text),
  public.claim_orders(integer), public.claim_order(uuid, integer), public.receive_payment_event(text, text),
  public.process_payment_events(), public.settle_order(uuid, jsonb),
  public.order_file(text, integer),
  public.consume_download(text, bigint, bigint, bigint, integer), public.release_unsent_transfer(bigint, bigint),
  public.email_orders(text), public.request_refund(text, text), public.claim_refunds(integer),
  public.record_refund_state(uuid, text, text, text), public.settle_refunds(uuid, jsonb),
  public.claim_refunded_orders(text, integer), public.purge_unpaid_orders()
  from public, anon, authenticated, service_role;
grant execute on function
  public.create_order(uuid, text, integer, text, text), public.record_order_sent(uuid, text), public.order_by_token(text),
  public.claim_orders(integer), public.claim_order(uuid, integer), public.receive_payment_event(text, text),
  public.process_payment_events(), public.settle_order(uuid, jsonb),
  public.order_file(text, integer),
  public.consume_download(text, bigint, bigint, bigint, integer), public.release_unsent_transfer(bigint, bigint),
  public.email_orders(text), public.request_refund(text, text), public.claim_refunds(integer),
  public.record_refund_state(uuid, text, text, text), public.settle_refunds(uuid, jsonb),
  public.claim_refunded_orders(text, integer), public.purge_unpaid_orders()
  to service_role;
revoke all on function
  public.has_buyer_file(uuid), public.upload_buyers(uuid), public.own_orders(),
  public.open_own_order(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.has_buyer_file(uuid), public.upload_buyers(uuid), public.own_orders(),
  public.open_own_order(uuid)
  to authenticated;

-- Manual changes of sales by admins. They are in this migration because a sale of an order is refunded only through the
-- order.
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
    again => true, sample => before.is_sample);
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
