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
  discount_id uuid references public.discount_codes (id),
  discount_code text,
  list_kobo bigint check (list_kobo > amount_kobo),
  author_off_kobo bigint not null default 0 check (author_off_kobo >= 0),
  domain text not null check (domain in ('test', 'live')),
  state text not null default 'pending' check (state in ('pending', 'failed', 'abandoned', 'paid', 'wrong', 'revoked')),
  reason text check (char_length(reason) <= 500),
  payment_url text check (payment_url ~ '^https?://[^[:space:]]+$' and char_length(payment_url) <= 1000),
  provider_id text check (char_length(provider_id) <= 60),
  paid_kobo bigint check (paid_kobo >= 0),
  paid_currency text not null default 'NGN' check (paid_currency ~ '^[A-Z]{3}$'),
  paid_at timestamptz,
  sale_id uuid references public.sales (id),
  source public.visit_source not null default 'typed',
  rep_profile_id uuid references public.profiles (id) on delete set null,
  is_reps_browser boolean not null default false,
  duplicate_of uuid references private.orders (id),
  duplicate_accepted_at timestamptz,
  renewed_at timestamptz,
  invoiced_at timestamptz,
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
  constraint orders_discounts_are_whole check (num_nonnulls(discount_id, discount_code, list_kobo) in (0, 3)),
  constraint orders_free_ones_have_no_sale check (amount_kobo > 0 or sale_id is null),
  constraint orders_paid_have_a_sale check (state <> 'paid' or amount_kobo = 0 or sale_id is not null),
  constraint orders_paid_have_an_amount check (
    state not in ('paid', 'wrong', 'revoked') or amount_kobo = 0 or paid_kobo is not null)
);
comment on table private.orders is 'Purchase attempts on this site. Only admins and the buyer can see who bought what.';
comment on column private.orders.reference is 'Shared with Paystack. Not a secret: it grants no access.';
comment on column private.orders.email is 'Address for the receipt. Empty for a free material, which needs no address.';
comment on column private.orders.amount_kobo is 'Amount for Paystack: the price, less the discount.';
comment on column private.orders.discount_code is 'The code as it was then.';
comment on column private.orders.list_kobo is 'The price before the discount; null without one.';
comment on column private.orders.author_off_kobo is 'Kobo that the author''s own code took off, from the author''s share.';
comment on column private.orders.domain is 'live for a live key. Payments with a test key are samples in the ledger.';
comment on column private.orders.state is
  'pending: undecided. failed, abandoned: current status at Paystack; it may still be paid. wrong: paid, but not as '
  'ordered. revoked: reversed by an admin or by Paystack.';
comment on column private.orders.reason is
  'When wrong: amount, currency or domain. When revoked: the admin''s reason, or reversed.';
comment on column private.orders.paid_currency is 'Currency of paid_kobo, also used for refunds.';
comment on column private.orders.source is 'Where the buyer''s visit came from, as far as their browser says.';
comment on column private.orders.rep_profile_id is
  'The class rep whose link the buyer''s browser opened last, within thirty days.';
comment on column private.orders.is_reps_browser is
  'The rep opened the page with their link in the same browser: an admin may look at it.';
comment on column private.orders.duplicate_of is
  'An earlier paid order of the same address that has the material, itself or in a bundle.';
comment on column private.orders.renewed_at is 'When the buyer was emailed that the work has a better file.';
comment on column private.orders.invoiced_at is
  'When the buyer asked for an invoice: such a payment may take two weeks, and is not reminded.';
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
  'days, with an invoice fifteen.';
create index orders_to_check_idx on private.orders (next_check_at) where next_check_at is not null;
create index orders_refunds_due_idx on private.orders (refund_next_at) where refund_next_at is not null;
create index orders_refunds_to_find_idx on private.orders (refunds_next_at) where refunds_next_at is not null;
create index orders_disputes_due_idx on private.orders (disputes_next_at) where disputes_next_at is not null;
create index orders_of_address_idx on private.orders (lower(email), created_at desc) where email <> '';
create index orders_of_material_idx on private.orders (material_id);
create index orders_of_discount_idx on private.orders (discount_id) where discount_id is not null;
create index orders_of_sale_idx on private.orders (sale_id);
create index orders_of_rep_idx on private.orders (rep_profile_id) where rep_profile_id is not null;
create index orders_duplicate_idx on private.orders (duplicate_of);
create index orders_newest_idx on private.orders (created_at desc, id desc);
create trigger orders_touch before update on private.orders for each row execute function private.touch_updated_at();

create table private.bundle_reductions (
  order_id uuid not null references private.orders (id) on delete cascade,
  part_id uuid not null references public.research_materials (id) on delete restrict,
  part_order_id uuid not null references private.orders (id) on delete cascade,
  off_kobo bigint not null check (off_kobo >= 0),
  primary key (order_id, part_id)
);
comment on table private.bundle_reductions is
  'The part of a bundle''s price that its buyer did not pay for a work that they had, and the order of it (decision 0065).';
create index bundle_reductions_of_part_idx on private.bundle_reductions (part_id);
create index bundle_reductions_of_part_order_idx on private.bundle_reductions (part_order_id);

create table private.order_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid not null references private.orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.order_tokens is
  'SHA-256 of the tokens that open an order, one for each link sent. Tokens are not stored.';
create index order_tokens_of_order_idx on private.order_tokens (order_id);

create table private.reading_places (
  order_id uuid primary key references private.orders (id) on delete cascade,
  chapter integer not null check (chapter between 1 and 5000),
  section text not null default '' check (char_length(section) <= 20),
  title text not null default '' check (char_length(title) <= 300),
  read_at timestamptz not null default now()
);
comment on table private.reading_places is
  'Where the buyer of an order last read its work. It follows every link of the order, and so the account.';
comment on column private.reading_places.chapter is 'Number of the chapter in the contents, from 1.';
comment on column private.reading_places.section is 'Id of the heading in the chapter. Empty: its beginning.';
comment on column private.reading_places.title is 'Title of the chapter or section.';

create table private.receipts (
  order_id uuid primary key references private.orders (id) on delete cascade,
  domain text not null check (domain in ('test', 'live')),
  year integer,
  number integer check (number > 0),
  payer_name text not null default '' check (char_length(payer_name) <= 120),
  payer_school text not null default '' check (char_length(payer_school) <= 200),
  created_at timestamptz not null default now(),
  constraint receipts_numbers_are_whole check (num_nonnulls(year, number) in (0, 2)),
  constraint receipts_once_a_number unique (domain, year, number)
);
comment on table private.receipts is 'The number of a receipt, and for whom a receipt or an invoice is. Deleted with the order.';
comment on column private.receipts.year is 'Year of the payment in Lagos. Null: an invoice.';
comment on column private.receipts.number is
  'Counts the receipts of a year without gaps, in the order in which they were first opened.';
comment on column private.receipts.payer_name is 'As the buyer typed it. Empty: the receipt names the email address alone.';

revoke all on private.orders, private.bundle_reductions, private.order_tokens, private.reading_places, private.receipts
  from public, anon, authenticated, service_role;

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
    'token', private.new_order_token(of_order.id)) || more, of_order.id)
   where of_order.email <> ''
$$;
comment on function private.notify_buyer(private.orders, text, jsonb) is
  'Queues an email to the buyer with a link to the order. Its content is removed after sending '
  '(public.record_email_sent).';

create function private.refund_until(here private.orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select here.paid_at + make_interval(days => (private.book_rule(here.paid_at)).refund_days)
$$;
comment on function private.refund_until(private.orders) is
  'Returns the time until which a buyer may request a refund.';

create function private.receipt(here private.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'paid_at', here.paid_at, 'twice', here.duplicate_of is not null, 'code', here.discount_code,
    'list_kobo', here.list_kobo, 'refund_until', case when here.amount_kobo > 0 then private.refund_until(here) end)
$$;
comment on function private.receipt(private.orders) is 'Returns what the receipt of a complete order says of it.';

create function private.is_discount_used(here private.orders, at_time timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select case when here.state in ('paid', 'wrong', 'revoked')
    then here.refund_state is distinct from 'processed' or here.dispute_state is not distinct from 'lost'
    else here.created_at > at_time - interval '1 hour' end
$$;
comment on function private.is_discount_used(private.orders, timestamptz) is
  'Returns true if an order counts as a use of its code: it is paid, or began within an hour. A refund of all gives the '
  'use back, unless the bank took the money.';

create function private.can_be_downloaded(here private.orders) returns boolean
language sql immutable set search_path = '' as $$
  select here.state = 'paid'
     and (coalesce(here.refund_state, '') not in ('agreed', 'sent', 'processed', 'failed') or here.refund_part_kobo is not null)
$$;
comment on function private.can_be_downloaded(private.orders) is
  'Returns true if an order gives access to its file: paid, and not being refunded in full.';

create function public.record_order_sent(of_order uuid, address text) returns void
language sql security definer set search_path = '' as $$ update private.orders set payment_url = address where id = of_order $$;
comment on function public.record_order_sent(uuid, text) is
  'Saves the address of Paystack''s payment page for an order. Service role only.';

create function private.order_page(o private.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', o.id, 'reference', o.reference, 'title', o.title, 'slug', m.slug, 'is_shown', m.published_at is not null,
    'price', m.price, 'email', o.email, 'amount_kobo', o.amount_kobo, 'list_kobo', o.list_kobo,
    'discount_code', o.discount_code, 'domain', o.domain, 'state', o.state, 'reason', o.reason,
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
               'format', f.format, 'extent', f.extent, 'size', coalesce(f.file_size, case
                 when (select count(*) from private.buyer_file(m.id)) = 1 then m.file_size end))
               order by f.file_position), '[]')
        from private.buyer_file(m.id) f),
    'refund_state', o.refund_state, 'refund_part_kobo', o.refund_part_kobo,
    'refund_response', o.refund_response, 'dispute_state', o.dispute_state,
    'place', (
      select jsonb_build_object('chapter', r.chapter, 'section', r.section, 'title', r.title, 'read_at', r.read_at)
        from private.reading_places r where r.order_id = o.id),
    'refund_until', case when o.amount_kobo > 0 then private.refund_until(o) end)
    from public.research_materials m where m.id = o.material_id
$$;
comment on function private.order_page(private.orders) is
  'Returns an order as the buyer''s page shows it. file: here, checked (a new one is being reviewed) or gone. files: each '
  'stored file; a single one without a size has that of the material. place: where it was last read. payment_url leads to '
  'the payment.';

create function public.order_by_token(hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.order_page(o)
    from private.order_tokens t join private.orders o on o.id = t.order_id
   where t.token_hash = hash
$$;
comment on function public.order_by_token(text) is
  'Returns the order that a token opens (private.order_page), by the token''s hash, or null. Service role only.';

create function public.save_reading_place(hash text, at_chapter integer, at_section text, at_title text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id where t.token_hash = hash;
  if not found or not private.can_be_downloaded(here) then
    return false;
  end if;
  insert into private.reading_places (order_id, chapter, section, title)
  values (here.id, at_chapter, at_section, left(at_title, 300))
  on conflict (order_id) do update
    set chapter = excluded.chapter, section = excluded.section, title = excluded.title, read_at = now()
    -- A section is reported when its page is left; the next chapter may be open by then.
    where excluded.section = '' or reading_places.chapter = excluded.chapter;
  return true;
end $$;
comment on function public.save_reading_place(text, integer, text, text) is
  'Saves where the work of an order was last read, by the hash of its token. Returns false if the token opens no file. '
  'Service role only.';

revoke all on function
  private.new_order_reference(), private.new_order_token(uuid), private.notify_buyer(private.orders, text, jsonb),
  private.can_be_downloaded(private.orders), private.refund_until(private.orders), private.receipt(private.orders),
  private.order_page(private.orders), private.is_discount_used(private.orders, timestamptz)
  from public;
revoke all on function
  public.record_order_sent(uuid, text), public.order_by_token(text), public.save_reading_place(text, integer, text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.record_order_sent(uuid, text), public.order_by_token(text), public.save_reading_place(text, integer, text, text)
  to service_role;
