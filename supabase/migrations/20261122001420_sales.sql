-- Sales and refunds, without any data of buyers.

create type public.sale_source as enum ('hand', 'csv', 'hook', 'provider');
comment on type public.sale_source is
  'How a sale came: entered by hand, imported from a file, by the webhook, or from the provider.';

create table public.sales (
  id uuid primary key default gen_random_uuid(),
  material_id uuid not null references public.research_materials (id) on delete restrict,
  title text not null,
  profile_id uuid references public.profiles (id) on delete restrict,
  provider text not null check (provider in ('selar', 'paystack', 'other')),
  order_reference text not null check (order_reference ~ '^[^[:cntrl:]]{1,200}$' and btrim(order_reference) <> ''),
  attempt integer not null default 1 check (attempt between 1 and 100),
  source public.sale_source not null,
  currency text not null default 'NGN' check (currency = 'NGN'),
  gross_kobo bigint not null check (gross_kobo between 1 and 1000000000000),
  fee_kobo bigint not null check (fee_kobo >= 0 and fee_kobo <= gross_kobo),
  fee_is_estimate boolean not null default false,
  share_basis text not null check (share_basis in ('gross', 'net')),
  share_percent integer not null check (share_percent between 0 and 100),
  share_kobo bigint not null check (share_kobo >= 0 and share_kobo <= gross_kobo),
  author_off_kobo bigint not null default 0 check (author_off_kobo >= 0),
  rep_profile_id uuid references public.profiles (id) on delete restrict,
  rep_percent integer not null default 0 check (rep_percent between 0 and 50),
  rep_kobo bigint not null default 0 check (rep_kobo >= 0),
  paid_at timestamptz not null check (paid_at between '1900-01-01' and '2100-01-01'),
  clears_at timestamptz not null,
  written_at timestamptz not null,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  constraint sales_share_has_owner check (profile_id is not null or share_kobo = 0),
  constraint sales_rep_is_another_student check (rep_profile_id <> profile_id),
  constraint sales_rep_has_the_share check ((rep_profile_id is null) = (rep_kobo = 0)),
  constraint sales_rep_is_paid_by_the_platform check (share_kobo + rep_kobo <= gross_kobo)
);
comment on table public.sales is
  'Sales of materials, each recorded once. Append-only; a wrong one is reversed in the ledger.';
comment on column public.sales.title is 'Title of the material at the time of sale.';
comment on column public.sales.profile_id is 'Owner of the work at the time of payment; null for platform products.';
comment on column public.sales.order_reference is 'Order reference at the provider. Never shown to students.';
comment on column public.sales.attempt is '1, or one more than the reversed sale of the same order.';
comment on column public.sales.fee_kobo is 'The provider''s fee. Estimated by the rule if it was not reported.';
comment on column public.sales.share_kobo is
  'The student''s share, rounded down to a whole kobo. The rest belongs to the platform.';
comment on column public.sales.author_off_kobo is
  'Kobo that the author''s own discount code took off the price: the share is of the price before it, less this.';
comment on column public.sales.rep_kobo is
  'The share of the class rep whose link brought the buyer, at most what the author and the provider leave to the platform.';
comment on column public.sales.clears_at is 'When the refund window closes and the shares become available.';
comment on column public.sales.written_at is 'When it was added to the ledger.';
create unique index sales_once_an_order_idx on public.sales (provider, lower(order_reference), attempt);
create index sales_of_material_idx on public.sales (material_id, paid_at desc);
create index sales_of_profile_idx on public.sales (profile_id, paid_at desc, id desc);
create index sales_of_rep_idx on public.sales (rep_profile_id, paid_at desc, id desc) where rep_profile_id is not null;
create index sales_samples_idx on public.sales (profile_id) where is_sample;
create index sales_newest_idx on public.sales (paid_at desc, id desc);
create trigger sales_are_append_only before update or delete on public.sales
  for each row execute function private.prevent_update();
create trigger sales_prevent_truncate before truncate on public.sales
  for each statement execute function private.prevent_update();

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null references public.sales (id),
  event_key text not null unique check (event_key ~ '^[^[:space:][:cntrl:]]{1,200}$'),
  amount_kobo bigint not null check (amount_kobo > 0),
  share_back_kobo bigint not null check (share_back_kobo >= 0 and share_back_kobo <= amount_kobo),
  rep_back_kobo bigint not null default 0 check (rep_back_kobo >= 0 and rep_back_kobo <= amount_kobo),
  in_time boolean not null,
  reason text not null default '' check (char_length(reason) <= 500),
  written_at timestamptz not null,
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.refunds is 'Amounts refunded to buyers, with the reversed part of the shares. Append-only.';
comment on column public.refunds.in_time is
  'True if the share was still waiting. Later refunds reduce what is available, and can leave a debt.';
create index refunds_of_sale_idx on public.refunds (sale_id);
create index refunds_newest_idx on public.refunds (written_at desc, id desc);
create trigger refunds_are_append_only before update or delete on public.refunds
  for each row execute function private.prevent_update();
create trigger refunds_prevent_truncate before truncate on public.refunds
  for each statement execute function private.prevent_update();

create function private.remaining_share(of_sale public.sales, student uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select case student when of_sale.profile_id then of_sale.share_kobo when of_sale.rep_profile_id then of_sale.rep_kobo end
       - coalesce(sum(case student when of_sale.profile_id then r.share_back_kobo else r.rep_back_kobo end), 0)::bigint
    from public.refunds r where r.sale_id = of_sale.id
$$;
comment on function private.remaining_share(public.sales, uuid) is
  'Returns what refunds left of a student''s share of a sale, in kobo.';
revoke all on function private.remaining_share(public.sales, uuid) from public;

-- The only definition of who has a share of a sale: its author, and the class rep whose link brought the buyer.
create view private.sale_shares as
  select s.id as sale_id, s.profile_id, s.share_kobo as kobo, false as by_link,
         private.remaining_share(s, s.profile_id) as remaining_kobo
    from public.sales s where s.share_kobo > 0
  union all
  select s.id, s.rep_profile_id, s.rep_kobo, true, private.remaining_share(s, s.rep_profile_id)
    from public.sales s where s.rep_kobo > 0;
comment on view private.sale_shares is
  'Shares of sales in kobo, as recorded, and what refunds left of them. by_link: the class rep''s.';

-- Work queues, so that no job has to scan all sales. Rows are deleted when done.
create table private.pending_shares (
  sale_id uuid not null references public.sales (id),
  profile_id uuid not null references public.profiles (id) on delete restrict,
  clears_at timestamptz not null,
  is_held boolean not null default false,
  primary key (sale_id, profile_id)
);
comment on table private.pending_shares is
  'Shares that wait until the refund window closes; the share of a test sale waits forever (docs/decisions/0033).';
comment on column private.pending_shares.is_held is
  'The buyer''s bank disputes the payment: the share waits for the decision (docs/decisions/0039).';
create index shares_waiting_due_idx on private.pending_shares (clears_at);
create index shares_waiting_of_profile_idx on private.pending_shares (profile_id, clears_at);
-- The only definition of a test share. The sample history of the demo is not one: its shares clear and are paid there.
create view private.test_shares as
  select w.sale_id, w.profile_id from private.pending_shares w where w.clears_at = 'infinity';
comment on view private.test_shares is
  'Shares of payments with a test key: no money moved, so they wait forever and are never paid.';

create function private.test_kobo(student uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(private.remaining_share(s, student)), 0)::bigint
    from private.test_shares w join public.sales s on s.id = w.sale_id
   where w.profile_id = student
$$;
comment on function private.test_kobo(uuid) is
  'Returns the shares of test sales in a student''s waiting sum: never paid, so never owed (docs/decisions/0033).';
revoke all on function private.test_kobo(uuid) from public;

create table private.unsettled_refunds (refund_id uuid primary key references public.refunds (id));
comment on table private.unsettled_refunds is 'Refunds that have not been paid to the buyer yet.';
create table private.pending_sale_notifications (
  sale_id uuid not null references public.sales (id),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  primary key (sale_id, profile_id)
);
comment on table private.pending_sale_notifications is 'Shares that their student was not emailed about yet.';
create index sales_to_tell_of_profile_idx on private.pending_sale_notifications (profile_id);
create table private.sale_emails (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  queued_at timestamptz not null
);
comment on table private.sale_emails is 'When a student was last emailed about sales: at most once in 24 hours.';
revoke all on private.sale_shares, private.pending_shares, private.unsettled_refunds, private.pending_sale_notifications,
  private.sale_emails
  from public, anon, authenticated, service_role;

alter table public.sales enable row level security;
alter table public.refunds enable row level security;
revoke all on public.sales, public.refunds from anon, authenticated, service_role;
grant select on public.sales, public.refunds to service_role;
-- An order reference could identify a buyer, so only an admin function returns it.
grant select (
  id, material_id, title, profile_id, gross_kobo, fee_kobo, fee_is_estimate, share_basis, share_percent, share_kobo, paid_at,
  clears_at, written_at, is_sample
) on public.sales to authenticated;
grant select (id, sale_id, amount_kobo, share_back_kobo, in_time, written_at, is_sample) on public.refunds to authenticated;
create policy "A student reads sales of their own works, an admin every sale" on public.sales for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));
create policy "A student reads refunds of their own works, an admin all"
  on public.refunds for select to authenticated
  using (
    (select private.has_admin_role('money'))
    or exists (select from public.sales s where s.id = sale_id and s.profile_id = (select private.own_profile_id()))
  );

create function private.estimated_fee(gross bigint, rule public.book_rules) returns bigint
language sql immutable set search_path = '' as $$
  select least(gross, gross * rule.fee_hundredths / 10000 + rule.fee_fixed_kobo)
$$;
comment on function private.estimated_fee(bigint, public.book_rules) is
  'Returns the provider''s fee in kobo by the rule, at most the price.';

-- As published by Paystack: 1.5 % plus 100 naira, the 100 waived below 2,500 naira, at most 2,000 naira.
create function private.estimated_paystack_fee(gross bigint) returns bigint
language sql immutable set search_path = '' as $$
  select least(200000, gross, (gross * 15 + 999) / 1000 + case when gross >= 250000 then 10000 else 0 end)
$$;
comment on function private.estimated_paystack_fee(bigint) is
  'Returns the fee in kobo that Paystack publishes for a payment in naira, for a payment whose fee it did not report.';

-- The only function that records sales, from all sources including other payment providers.
create type private.payment as (
  provider text, order_reference text, gross_kobo bigint, fee_kobo bigint, paid_at timestamptz
);
comment on type private.payment is
  'Payment of a buyer at a provider, in kobo. fee_kobo is null if the provider did not report its fee.';
create type public.sale_recording as enum ('recorded', 'duplicate', 'no_material');
comment on type public.sale_recording is
  'Result of recording a sale. duplicate: it is in the ledger, and was not reversed.';
create function private.record_sale(
  material uuid, payment private.payment, from_source public.sale_source, at_time timestamptz default now(),
  again boolean default false, sample boolean default false, rep uuid default null, author_off bigint default 0
) returns table (outcome public.sale_recording, sale_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  known public.sales;
  of_material public.research_materials;
  agreed private.material_share_history;
  student uuid;
  rule public.book_rules;
  reference text := btrim(payment.order_reference);
  paid_when timestamptz := least(payment.paid_at, at_time);
  fee_now bigint;
  part bigint := 0;
  rep_percent integer;
  rep_part bigint := 0;
  number integer := 1;
  sale uuid := gen_random_uuid();
begin
  perform private.lock_books();
  select * into known from public.sales s
   where s.provider = payment.provider and lower(s.order_reference) = lower(reference) order by s.attempt desc limit 1;
  if found then
    if not again or not exists (select from public.book_transactions t where t.event_key = 'reversal:' || known.id) then
      return query select 'duplicate'::public.sale_recording, known.id;
      return;
    end if;
    number := known.attempt + 1;
  end if;
  select * into of_material from public.research_materials m where m.id = material;
  if not found then
    return query select 'no_material'::public.sale_recording, null::uuid;
    return;
  end if;
  rule := private.book_rule(paid_when);
  fee_now := coalesce(payment.fee_kobo, case payment.provider
    when 'paystack' then private.estimated_paystack_fee(payment.gross_kobo)
    else private.estimated_fee(payment.gross_kobo, rule) end);
  agreed := private.agreed_share(material, paid_when);
  -- A deleted account cannot be paid: its share goes to the platform (docs/decisions/0010).
  select p.id into student from public.profiles p where p.id = agreed.profile_id and p.deleted_at is null;
  if student is not null then
    part := greatest(0, (payment.gross_kobo + author_off - case rule.share_basis when 'net' then fee_now else 0 end)
      * agreed.share_percent / 100 - author_off);
  end if;
  if rep is distinct from student and private.is_class_rep(rep, paid_when) then
    rep_percent := private.class_rep_percent(rep, paid_when);
    rep_part := greatest(0, least(payment.gross_kobo * rep_percent / 100, payment.gross_kobo - fee_now - part));
  end if;
  insert into public.sales (
    id, material_id, title, profile_id, provider, order_reference, attempt, source, gross_kobo, fee_kobo, fee_is_estimate,
    share_basis, share_percent, share_kobo, author_off_kobo, rep_profile_id, rep_percent, rep_kobo, paid_at, clears_at,
    written_at, is_sample
  ) values (
    sale, material, of_material.title, student, payment.provider, reference, number, from_source, payment.gross_kobo, fee_now,
    payment.fee_kobo is null, rule.share_basis, case when student is null then 0 else agreed.share_percent end, part,
    case when student is null then 0 else author_off end,
    case when rep_part > 0 then rep end, case when rep_part > 0 then rep_percent else 0 end, rep_part, paid_when,
    paid_when + make_interval(days => rule.refund_days), at_time, sample
  );
  perform private.post_transaction('sale', 'sale:' || sale, sale, at_time, jsonb_build_array(
    jsonb_build_object('account', 'provider', 'kobo', payment.gross_kobo - fee_now),
    jsonb_build_object('account', 'fees', 'kobo', fee_now),
    jsonb_build_object('account', 'platform', 'kobo', part + rep_part - payment.gross_kobo)) || coalesce((
      select jsonb_agg(jsonb_build_object('account', 'waiting', 'profile', s.profile_id, 'kobo', -s.kobo))
        from private.sale_shares s where s.sale_id = sale), '[]'), null, sample);
  -- A Paystack sample was paid with a test key. Its shares wait forever, so that no run pays them with real money.
  insert into private.pending_shares (sale_id, profile_id, clears_at)
  select s.sale_id, s.profile_id, case when sample and payment.provider = 'paystack' then 'infinity'
           else paid_when + make_interval(days => rule.refund_days) end
    from private.sale_shares s where s.sale_id = sale;
  insert into private.pending_sale_notifications (sale_id, profile_id)
  select s.sale_id, s.profile_id from private.sale_shares s where s.sale_id = sale and not sample;
  return query select 'recorded'::public.sale_recording, sale;
end $$;
comment on function private.record_sale(
  uuid, private.payment, public.sale_source, timestamptz, boolean, boolean, uuid, bigint) is
  'Records a sale. A missing fee is estimated by Paystack''s or our rule. '
  'outcome: recorded, duplicate (the order is in the ledger; sale_id is that sale), no_material. again: an order whose '
  'sale was reversed may be recorded again. The share is that of the work''s owner at the time of payment. sample with '
  'the shop paystack: a test sale, whose shares never become available. rep: the class rep whose link brought the buyer. '
  'author_off: kobo that the author''s own code took off the price.';

create function private.clear_shares(at_time timestamptz default now(), max_rows integer default 1000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  cleared integer := 0;
begin
  perform private.lock_books();
  for due in
    select w.sale_id, w.profile_id, s.is_sample, w.clears_at, private.remaining_share(s, w.profile_id) as remaining_kobo
      from private.pending_shares w join public.sales s on s.id = w.sale_id
     where w.clears_at <= at_time and not w.is_held order by w.clears_at, w.sale_id, w.profile_id limit max_rows
  loop
    delete from private.pending_shares where sale_id = due.sale_id and profile_id = due.profile_id;
    perform private.post_transaction(
      'clearing', 'clearing:' || due.sale_id || ':' || due.profile_id, due.sale_id, at_time, jsonb_build_array(
        jsonb_build_object('account', 'waiting', 'profile', due.profile_id, 'kobo', due.remaining_kobo),
        jsonb_build_object('account', 'available', 'profile', due.profile_id, 'kobo', -due.remaining_kobo)),
      null, due.is_sample)
    where due.remaining_kobo > 0;
    cleared := cleared + 1;
  end loop;
  return cleared;
end $$;
comment on function private.clear_shares(timestamptz, integer) is
  'Makes shares available whose refund window has closed, the oldest first. Returns how many.';

create function public.clear_due_shares() returns integer
language sql security definer set search_path = '' as $$ select private.clear_shares(now()) $$;
comment on function public.clear_due_shares() is
  'Makes shares available whose refund window has closed. Service role only.';
