-- Sales as the console lists them.

-- State of a sale as the console shows it.
create type public.sale_state as enum ('waiting', 'disputed', 'available', 'platform', 'refunded', 'reversed');
comment on type public.sale_state is 'State of a sale. platform: it has no student''s share.';

create function private.share_state(of_sale public.sales, student uuid) returns public.sale_state
language sql stable security definer set search_path = '' as $$
  select (case
    when exists (select from public.book_transactions t where t.event_key = 'reversal:' || of_sale.id) then 'reversed'
    when (select sum(r.amount_kobo) from public.refunds r where r.sale_id = of_sale.id) >= of_sale.gross_kobo then 'refunded'
    when not exists (select from private.sale_shares h where h.sale_id = of_sale.id and h.profile_id = student) then 'platform'
    else coalesce(
      (select case when w.is_held then 'disputed' else 'waiting' end from private.pending_shares w
        where w.sale_id = of_sale.id and w.profile_id = student),
      'available')
  end)::public.sale_state
$$;
comment on function private.share_state(public.sales, uuid) is
  'Returns the state of a student''s share of a sale: reversed, refunded (all of it), platform (no share), disputed, waiting '
  'or available.';

create function private.sale_state(of_sale public.sales) returns public.sale_state
language sql stable security definer set search_path = '' as $$ select private.share_state(of_sale, of_sale.profile_id) $$;
comment on function private.sale_state(public.sales) is 'Returns the state of a sale: that of its author''s share.';

create function private.cleared_in(of_sale uuid, student uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(t.id) from public.book_transactions t
   where t.subject = of_sale and t.kind in ('clearing', 'released')
     and exists (select from public.book_entries e where e.transaction_id = t.id and e.profile_id = student)
$$;
comment on function private.cleared_in(uuid, uuid) is
  'Returns the last transaction in which a student''s share of a sale became available, or null.';
revoke all on function private.share_state(public.sales, uuid), private.sale_state(public.sales), private.cleared_in(uuid, uuid)
  from public;

create type public.sale_filter as enum ('all', 'waiting', 'cleared', 'ours', 'refunded');
comment on type public.sale_filter is
  'A part of the list of sales. waiting: the share waits, or a dispute holds it. refunded: at least a part went back.';

-- The rows of find_sales and sale_totals; max_rows null means all.
create function private.listed_sales(
  words text, show public.sale_filter, since date, until date, before_paid timestamptz default null,
  before_id uuid default null, max_rows integer default null
) returns setof public.sales
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := lower(btrim(left(coalesce(words, ''), 200)));
  -- Numbers are read out in parts, with or without the hyphens.
  part text := regexp_replace(wanted, '[^0-9a-z]', '', 'g');
begin
  return query
  select s.*
    from public.sales s
   where (wanted = '' or strpos(lower(s.title), wanted) > 0 or strpos(lower(s.order_reference), wanted) > 0
          or (char_length(part) >= 3 and strpos(replace(lower(s.order_reference), '-', ''), part) > 0)
          or exists (
            select from public.profiles p
             where p.id = s.profile_id and strpos(lower(btrim(p.first_name || ' ' || p.last_name)), wanted) > 0))
     and (since is null or s.paid_at >= since::timestamp at time zone 'Africa/Lagos')
     and (until is null or s.paid_at < (until + 1)::timestamp at time zone 'Africa/Lagos')
     and (before_paid is null or (s.paid_at, s.id) < (before_paid, before_id))
     and case show
           when 'waiting' then exists (
               select from private.pending_shares w where w.sale_id = s.id and w.profile_id = s.profile_id)
             and private.sale_state(s) in ('waiting', 'disputed')
           when 'cleared' then s.share_kobo > 0 and private.sale_state(s) = 'available'
           when 'ours' then s.share_kobo = 0 and private.sale_state(s) = 'platform'
           when 'refunded' then exists (select from public.refunds r where r.sale_id = s.id)
           else true end
   order by s.paid_at desc, s.id desc limit max_rows;
end $$;
comment on function private.listed_sales(text, public.sale_filter, date, date, timestamptz, uuid, integer) is
  'Returns sales by part of the title, of the order''s number or of the student''s name, by state, and by the day in Lagos '
  'when they were paid, since and until inclusive; the last paid first.';
revoke all on function private.listed_sales(text, public.sale_filter, date, date, timestamptz, uuid, integer) from public;

create function public.find_sales(
  words text default '', before_paid timestamptz default null, before_id uuid default null,
  max_rows integer default 26, since date default null, until date default null, show public.sale_filter default 'all'
) returns table (
  id uuid, title text, material_id uuid, provider text, order_reference text, source public.sale_source, gross_kobo bigint,
  fee_kobo bigint, fee_is_estimate boolean, share_kobo bigint, share_percent integer, share_basis text, rep_kobo bigint,
  rep_profile_id uuid, paid_at timestamptz, clears_at timestamptz, written_at timestamptz, is_sample boolean, student text,
  profile_id uuid, state public.sale_state, refunded_kobo bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select s.id, s.title, s.material_id, s.provider, s.order_reference, s.source, s.gross_kobo, s.fee_kobo, s.fee_is_estimate,
         s.share_kobo, s.share_percent, s.share_basis, s.rep_kobo, s.rep_profile_id, s.paid_at, s.clears_at, s.written_at,
         s.is_sample,
         btrim(p.first_name || ' ' || p.last_name), s.profile_id, private.sale_state(s),
         coalesce((select sum(r.amount_kobo) from public.refunds r where r.sale_id = s.id), 0)::bigint
    from private.listed_sales(words, show, since, until, before_paid, before_id, least(greatest(max_rows, 1), 1000)) s
    left join public.profiles p on p.id = s.profile_id
   order by s.paid_at desc, s.id desc;
end $$;
comment on function public.find_sales(text, timestamptz, uuid, integer, date, date, public.sale_filter) is
  'Returns sales (private.listed_sales), the last paid first. before_paid and before_id: the last row of the '
  'previous page. Admins only.';

create function public.sale_totals(
  words text default '', show public.sale_filter default 'all', since date default null, until date default null
) returns table (is_sample boolean, sales bigint, reversed bigint, gross_kobo bigint, share_kobo bigint, refunded_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select s.is_sample, count(*) filter (where not b.is_reversed), count(*) filter (where b.is_reversed),
         coalesce(sum(s.gross_kobo) filter (where not b.is_reversed), 0)::bigint,
         coalesce(sum(s.share_kobo + s.rep_kobo) filter (where not b.is_reversed), 0)::bigint,
         coalesce(sum((select sum(r.amount_kobo) from public.refunds r where r.sale_id = s.id))
           filter (where not b.is_reversed), 0)::bigint
    from private.listed_sales(words, show, since, until) s
    cross join lateral (
      select exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id) as is_reversed) b
   group by s.is_sample
   order by s.is_sample;
end $$;
comment on function public.sale_totals(text, public.sale_filter, date, date) is
  'Returns the number of the sales of a list (private.listed_sales), and what was paid, shared with students (before '
  'refunds) and refunded, for real and sample sales. Reversed sales are only counted. Admins only.';

revoke all on function
  public.record_refund_settlement(uuid),
  public.find_sales(text, timestamptz, uuid, integer, date, date, public.sale_filter),
  public.sale_totals(text, public.sale_filter, date, date), public.clear_due_shares(), public.queue_sale_emails()
  from public, anon, authenticated, service_role;
grant execute on function
  public.record_refund_settlement(uuid),
  public.find_sales(text, timestamptz, uuid, integer, date, date, public.sale_filter),
  public.sale_totals(text, public.sale_filter, date, date)
  to authenticated;
grant execute on function public.clear_due_shares(), public.queue_sale_emails() to service_role;

-- Today's kind `refunds`.
create view private.due_refunds as
  select r.id, r.sale_id, s.title, s.provider, s.order_reference, r.amount_kobo, r.written_at,
         row_number() over (order by r.written_at, r.id) as place
    from private.unsettled_refunds o
    join public.refunds r on r.id = o.refund_id
    join public.sales s on s.id = r.sale_id;
comment on view private.due_refunds is 'Refunds that have not been paid to the buyer yet, the oldest first.';
