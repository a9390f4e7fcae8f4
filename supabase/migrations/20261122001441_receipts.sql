-- Receipts of paid orders and invoices of unpaid ones (docs/decisions/0064).

create function private.number_receipt(of_order private.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid_year constant integer := extract(year from of_order.paid_at at time zone 'Africa/Lagos');
begin
  if exists (select from private.receipts r where r.order_id = of_order.id and r.number is not null) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('lamplight.receipts'));
  insert into private.receipts as r (order_id, domain, year, number)
  select of_order.id, of_order.domain, paid_year, 1 + coalesce(max(o.number), 0)
    from private.receipts o where o.domain = of_order.domain and o.year = paid_year
  on conflict (order_id) do update set year = excluded.year, number = excluded.number where r.number is null;
end $$;
comment on function private.number_receipt(private.orders) is 'Gives a paid order the next number of its year, once.';

create function public.order_receipt(hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id where t.token_hash = hash;
  if not found or here.amount_kobo = 0 or here.state = 'wrong' then
    return null;
  end if;
  if here.paid_kobo is not null then
    perform private.number_receipt(here);
  end if;
  return (
    select jsonb_build_object(
             'number', case when r.number is not null then
               case here.domain when 'live' then 'LR' else 'TEST' end || '-' || r.year || '-' || lpad(r.number::text, 5, '0') end,
             'reference', here.reference, 'title', here.title, 'category', m.category, 'email', here.email,
             'domain', here.domain, 'created_at', here.created_at, 'paid_at', here.paid_at, 'amount_kobo', here.amount_kobo,
             'list_kobo', here.list_kobo, 'discount_code', here.discount_code, 'paid_kobo', here.paid_kobo,
             'currency', here.paid_currency, 'vat_hundredths', (private.book_rule(coalesce(here.paid_at, now()))).vat_hundredths,
             'vat_kobo', private.vat_in(coalesce(here.paid_kobo, here.amount_kobo), coalesce(here.paid_at, now())),
             'refunds', (
               select coalesce(jsonb_agg(jsonb_build_object('made_at', f.made_at, 'amount_kobo', f.amount_kobo)
                        order by f.made_at, f.id), '[]')
                 from private.order_refunds f where f.order_id = here.id and f.status = 'processed'),
             'payer_name', coalesce(r.payer_name, ''), 'payer_school', coalesce(r.payer_school, ''))
      from public.research_materials m left join private.receipts r on r.order_id = here.id
     where m.id = here.material_id);
end $$;
comment on function public.order_receipt(text) is
  'Returns what a receipt, or before the payment an invoice, says of the order that a token opens, by the token''s hash; '
  'null for an unknown token, a free order, and a payment that is not as ordered. The first time after the payment the '
  'receipt gets its number. number: null for an invoice. vat_hundredths: hundredths of a percent in the price, vat_kobo: '
  'how much that is. Service role only.';

create function public.save_payer(hash text, name text, school text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id where t.token_hash = hash;
  if not found then
    return false;
  end if;
  insert into private.receipts (order_id, domain, payer_name, payer_school)
  values (here.id, here.domain, btrim(name), btrim(school))
  on conflict (order_id) do update set payer_name = excluded.payer_name, payer_school = excluded.payer_school;
  update private.orders set invoiced_at = now() where id = here.id and paid_kobo is null and invoiced_at is null;
  return true;
end $$;
comment on function public.save_payer(text, text, text) is
  'Saves for whom the receipt or invoice of an order is, by the hash of its token. An unpaid order with an invoice is not '
  'reminded, and verified for longer (orders.invoiced_at). Returns false for an unknown token. Service role only.';

revoke all on function private.number_receipt(private.orders) from public;
revoke all on function public.order_receipt(text), public.save_payer(text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.order_receipt(text), public.save_payer(text, text, text) to service_role;
