-- Sources of sales: manual entry, files and automations; sales without a matching material wait in a queue. Without any
-- data of buyers.

-- Maps the provider's product names to materials. Written when an admin settles an unmatched sale.
create table public.product_rules (
  provider text not null check (provider in ('selar', 'paystack', 'other')),
  product_words text not null check (char_length(product_words) between 1 and 500),
  material_id uuid references public.research_materials (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, product_words)
);
comment on table public.product_rules is
  'Products of the payment provider that admins matched manually. A null material: not ours (a course, for example).';
comment on column public.product_rules.product_words is 'The name as plain words (private.search_words).';
create index product_rules_of_material_idx on public.product_rules (material_id);
create trigger product_rules_log after insert or update or delete on public.product_rules
  for each row execute function private.log_admin_action(
    'product_rule', 'provider,product_words', 'product_words', 'material_id');

-- The column mapping of a provider's file, as an admin last set it.
create table public.sale_columns (
  provider text primary key check (provider in ('selar', 'paystack', 'other')),
  columns jsonb not null check (jsonb_typeof(columns) = 'object' and octet_length(columns::text) <= 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.sale_columns is 'Column names in a provider''s file of sales, remembered by the import.';
create trigger sale_columns_touch before update on public.sale_columns
  for each row execute function private.touch_updated_at();

create table public.unmatched_sales (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('selar', 'paystack', 'other')),
  order_reference text not null check (order_reference ~ '^[^[:cntrl:]]{1,200}$' and btrim(order_reference) <> ''),
  source public.sale_source not null,
  product text not null default '' check (char_length(product) <= 500),
  product_words text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  gross_kobo bigint not null check (gross_kobo between 1 and 1000000000000),
  fee_kobo bigint check (fee_kobo >= 0),
  paid_at timestamptz not null check (paid_at between '1900-01-01' and '2100-01-01'),
  outcome text check (outcome in ('recorded', 'not_ours')),
  sale_id uuid references public.sales (id),
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint unmatched_sales_settled
    check ((outcome is null) = (settled_at is null) and (coalesce(outcome, '') = 'recorded') = (sale_id is not null))
);
comment on table public.unmatched_sales is
  'Incoming sales without a matching material, or not in naira. Functions add them; an admin settles each.';
comment on column public.unmatched_sales.gross_kobo is 'In hundredths of its currency.';
create unique index unmatched_sales_once_an_order_idx on public.unmatched_sales (provider, lower(order_reference));
create index unmatched_sales_open_idx on public.unmatched_sales (paid_at, id) where settled_at is null;
create index unmatched_sales_of_product_idx on public.unmatched_sales (provider, product_words) where settled_at is null;
create index unmatched_sales_of_sale_idx on public.unmatched_sales (sale_id);
alter table public.product_rules enable row level security;
alter table public.unmatched_sales enable row level security;
alter table public.sale_columns enable row level security;
revoke all on public.product_rules, public.unmatched_sales, public.sale_columns from anon, authenticated, service_role;
grant select on public.product_rules, public.unmatched_sales, public.sale_columns to service_role;
grant select on public.product_rules, public.unmatched_sales, public.sale_columns to authenticated;
grant insert (provider, columns), update (provider, columns) on public.sale_columns to authenticated;
grant delete on public.product_rules to authenticated;
create policy "An admin reads product rules" on public.product_rules for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "An admin deletes product rules" on public.product_rules for delete to authenticated
  using ((select private.has_admin_role('money')));
create policy "An admin reads unmatched sales" on public.unmatched_sales for select to authenticated
  using ((select private.has_admin_role('money')));

create policy "An admin reads the column names of sales files" on public.sale_columns for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "An admin adds the column names of sales files" on public.sale_columns for insert to authenticated
  with check ((select private.has_admin_role('money')));
create policy "An admin changes the column names of sales files" on public.sale_columns for update to authenticated
  using ((select private.has_admin_role('money'))) with check ((select private.has_admin_role('money')));

create function private.match_product(shop text, product text, link text) returns table (material_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  words text := btrim(private.search_words(coalesce(product, '')));
begin
  return query select r.material_id from public.product_rules r where r.provider = shop and r.product_words = words;
  if found then
    return;
  end if;
  return query select m.id from public.research_materials m
    where m.selar_link = btrim(link) and m.deleted_at is null
    order by m.published_at desc nulls last limit 1;
  if found then
    return;
  end if;
  return query select (array_agg(t.material_id))[1]
    from private.material_titles t join public.research_materials m on m.id = t.material_id
   where btrim(t.title_words) = words and words <> '' and m.deleted_at is null
  having count(*) = 1;
end $$;
comment on function private.match_product(text, text, text) is
  'Returns the material of a provider''s product: by an admin''s rule, by its purchase link, or by its title if it is '
  'unique. No row if unknown; a null material is a product that is not ours.';

-- Each row: {provider, reference, product, link, material, gross, fee, currency, paid_at}.
create function private.preview_sale(input jsonb) returns table (outcome text, material uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  shop text := input ->> 'provider';
  named text := lower(btrim(input ->> 'reference'));
  matched record;
begin
  if exists (select from public.sales s where s.provider = shop and lower(s.order_reference) = named)
    or exists (select from public.unmatched_sales u where u.provider = shop and lower(u.order_reference) = named) then
    return query select 'duplicate'::text, null::uuid;
    return;
  end if;
  material := (input ->> 'material')::uuid;
  if material is null then
    select * into matched from private.match_product(shop, input ->> 'product', input ->> 'link');
    if found and matched.material_id is null then
      return query select 'not_ours'::text, null::uuid;
      return;
    end if;
    material := matched.material_id;
  end if;
  return query select
    case when material is null then 'unmatched' when input ->> 'currency' <> 'NGN' then 'currency' else 'new' end, material;
end $$;
comment on function private.preview_sale(jsonb) is
  'Classifies a row of an import: new (with its material), duplicate, unmatched, currency (not naira), not_ours (by an '
  'admin''s rule).';

create function private.import_sales(input jsonb, from_source public.sale_source, at_time timestamptz default now())
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one jsonb;
  preview record;
  became text;
  result jsonb := '{"recorded": 0, "duplicate": 0, "unmatched": 0, "not_ours": 0}'::jsonb;
begin
  perform private.lock_books();
  for one in select value from jsonb_array_elements(input) loop
    select * into preview from private.preview_sale(one);
    became := preview.outcome;
    if became = 'new' then
      select r.outcome into became from private.record_sale(
        preview.material,
        row(one ->> 'provider', one ->> 'reference', one ->> 'gross', one ->> 'fee', one ->> 'paid_at')::private.payment,
        from_source, at_time) r;
    elsif became in ('unmatched', 'currency') then
      insert into public.unmatched_sales
        (provider, order_reference, source, product, product_words, currency, gross_kobo, fee_kobo, paid_at)
      values (one ->> 'provider', btrim(one ->> 'reference'), from_source, left(coalesce(one ->> 'product', ''), 500),
        left(btrim(private.search_words(coalesce(one ->> 'product', ''))), 500), one ->> 'currency', (one ->> 'gross')::bigint,
        (one ->> 'fee')::bigint, least((one ->> 'paid_at')::timestamptz, at_time));
      became := 'unmatched';
    end if;
    result := jsonb_set(result, array[became], to_jsonb(coalesce((result ->> became)::integer, 0) + 1));
  end loop;
  perform private.notify_sales(at_time);
  return result;
end $$;
comment on function private.import_sales(jsonb, public.sale_source, timestamptz) is
  'Imports rows of sales: matched ones into the ledger, others into unmatched_sales. Returns the count of each '
  'outcome. Emails the students.';
revoke all on function private.match_product(text, text, text), private.preview_sale(jsonb),
  private.import_sales(jsonb, public.sale_source, timestamptz) from public;

create function public.preview_sales(input jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  return (
    select jsonb_agg(jsonb_build_object('outcome', o.outcome, 'material', o.material, 'title', m.title) order by g.place)
      from jsonb_array_elements(input) with ordinality as g (one, place)
     cross join lateral private.preview_sale(g.one) o
      left join public.research_materials m on m.id = o.material
  );
end $$;
comment on function public.preview_sales(jsonb) is
  'Previews rows of sales in their order without writing. Admins only. Rows as in private.preview_sale.';

create function public.record_sales(input jsonb, from_source text)
returns table (recorded integer, duplicate integer, unmatched integer, not_ours integer)
language plpgsql security definer set search_path = '' as $$
declare
  result jsonb;
begin
  perform private.require_admin_role('money');
  if from_source not in ('hand', 'csv') then
    raise exception 'An admin''s sales come by hand or from a file' using errcode = '22023';
  end if;
  result := private.import_sales(input, from_source::public.sale_source);
  perform private.log_money('sales_added', from_source, result);
  return query
  select * from jsonb_to_record(result) as r (recorded integer, duplicate integer, unmatched integer, not_ours integer);
end $$;
comment on function public.record_sales(jsonb, text) is
  'Records sales that an admin entered (hand) or imported (csv). Returns the count of each outcome. Admins only, '
  'logged.';

create function public.resolve_unmatched_sale(
  unmatched uuid, remember boolean, to_material uuid default null, naira_kobo bigint default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  first public.unmatched_sales;
  here public.unmatched_sales;
  result record;
  settled integer := 0;
begin
  perform private.require_admin_role('money');
  perform private.lock_books();
  select * into first from public.unmatched_sales where id = unmatched and settled_at is null;
  if not found then
    return 0;
  end if;
  if remember and first.product_words <> '' then
    insert into public.product_rules (provider, product_words, material_id)
    values (first.provider, first.product_words, to_material)
    on conflict (provider, product_words) do update set material_id = excluded.material_id;
  end if;
  for here in
    select * from public.unmatched_sales u
     where u.settled_at is null
       and (u.id = first.id or (remember and first.product_words <> '' and u.provider = first.provider
         and u.product_words = first.product_words and u.currency = 'NGN'))
     order by u.paid_at, u.id
  loop
    if to_material is null then
      update public.unmatched_sales set outcome = 'not_ours', settled_at = now() where id = here.id;
    else
      continue when here.currency <> 'NGN' and naira_kobo is null;
      select * into result from private.record_sale(
        to_material,
        row(here.provider, here.order_reference,
          case when here.currency = 'NGN' then here.gross_kobo else naira_kobo end,
          case when here.currency = 'NGN' then here.fee_kobo end, here.paid_at)::private.payment,
        here.source);
      continue when result.outcome = 'no_material';
      update public.unmatched_sales set outcome = 'recorded', sale_id = result.sale_id, settled_at = now() where id = here.id;
    end if;
    settled := settled + 1;
  end loop;
  perform private.notify_sales();
  perform private.log_money('unmatched_settled', unmatched::text,
    jsonb_build_object('name', first.product, 'material', to_material, 'remembered', remember, 'settled', settled));
  return settled;
end $$;
comment on function public.resolve_unmatched_sale(uuid, boolean, uuid, bigint) is
  'Assigns a sale in the queue to a material (null: not ours). remember: also for all of the same name, now and later. '
  'naira_kobo: the amount in naira of a sale in another currency. Returns how many were settled. Admins only, logged.';

-- Sale notices of automations (/hooks/sales). A notice is stored before the response and processed afterwards, so that
-- the response is quick and a crash loses nothing.
create table private.sale_notices (
  id bigint generated always as identity primary key,
  input jsonb not null check (octet_length(input::text) <= 4000),
  fault text,
  created_at timestamptz not null default now()
);
comment on table private.sale_notices is
  'Notices of sales that are not processed yet. fault: why processing failed; it is not retried.';
revoke all on private.sale_notices from public, anon, authenticated, service_role;
revoke all on sequence private.sale_notices_id_seq from public, anon, authenticated, service_role;

create function public.receive_sale_notices(notices jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.sale_notices (input)
  select value from jsonb_array_elements(notices) with ordinality order by ordinality
$$;
comment on function public.receive_sale_notices(jsonb) is
  'Stores sale notices of an automation, rows as in private.preview_sale. Service role only.';

create function public.process_sale_notices() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  notice record;
  taken integer := 0;
  until timestamptz := clock_timestamp() + interval '50 milliseconds';
begin
  perform private.lock_books();
  for notice in select n.id, n.input from private.sale_notices n where n.fault is null order by n.id limit 200 loop
    begin
      perform private.import_sales(jsonb_build_array(notice.input), 'hook');
      delete from private.sale_notices where id = notice.id;
    exception when data_exception or integrity_constraint_violation then
      update private.sale_notices set fault = left(sqlerrm, 500) where id = notice.id;
    end;
    taken := taken + 1;
    exit when clock_timestamp() > until;
  end loop;
  return taken;
end $$;
comment on function public.process_sale_notices() is
  'Processes sale notices for about 50 ms: into the ledger, or into the queue. Returns how many; 0 when none is left. '
  'Service role only.';
revoke all on function public.receive_sale_notices(jsonb), public.process_sale_notices()
  from public, anon, authenticated, service_role;
grant execute on function public.receive_sale_notices(jsonb), public.process_sale_notices() to service_role;
revoke all on function
  public.preview_sales(jsonb), public.record_sales(jsonb, text), public.resolve_unmatched_sale(uuid, boolean, uuid, bigint)
  from public, anon, authenticated, service_role;
grant execute on function
  public.preview_sales(jsonb), public.record_sales(jsonb, text), public.resolve_unmatched_sale(uuid, boolean, uuid, bigint)
  to authenticated;

-- Today's kind `sales`.
create view private.due_sales as
  select u.id, u.product, u.currency, u.gross_kobo, u.paid_at, u.source,
         row_number() over (order by u.paid_at, u.id) as place
    from public.unmatched_sales u
   where u.settled_at is null;
comment on view private.due_sales is 'Sales without a matching material, the oldest first.';
