-- Recording and reporting of page views and clicks (20261122000760_view_counts.sql). The process counts in memory and
-- saves batches, so that opening a page writes nothing. No user, address or cookie is stored.

-- A process that got no response sends the same batch again, although it may have been counted.
create table private.counted_batches (id uuid primary key, counted_at timestamptz not null default now());
comment on table private.counted_batches is 'Batches of views and clicks that were counted, for seven days.';
create index counted_batches_by_time_idx on private.counted_batches (counted_at);
revoke all on private.counted_batches from public, anon, authenticated, service_role;

create function public.record_views_and_clicks(batch uuid, input jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  insert into private.counted_batches (id) values (batch) on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Rows are locked in the same order by every process, which avoids deadlocks.
  insert into public.views_and_clicks as known (material_id, day, views, clicks)
  select m.id, g.day, sum(g.views), sum(g.clicks)
    from jsonb_to_recordset(input) as g (key text, day date, views bigint, clicks bigint)
    join public.research_materials m
      on m.id = coalesce(
        (select s.id from public.research_materials s where s.slug = g.key),
        case when g.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then g.key::uuid end,
        -- A browser may lower the case of a host and append a slash. Of two materials with one link, the older one.
        (select s.id from public.research_materials s
          where g.key like 'https://%' and lower(s.selar_link) in (lower(g.key), lower(rtrim(g.key, '/')))
          order by s.published_at, s.id limit 1))
   where g.day between today - 30 and today + 1
   group by m.id, g.day
   order by m.id, g.day
  on conflict (material_id, day) do update
    set views = known.views + excluded.views, clicks = known.clicks + excluded.clicks;
  delete from public.views_and_clicks v where v.day < today - 730;
  delete from private.counted_batches b where b.counted_at < now() - interval '7 days';
  return true;
end $$;
comment on function public.record_views_and_clicks(uuid, jsonb) is
  'Adds the counts of a process: rows of {key: slug, id or purchase link of a material, day, views, clicks}. A batch '
  'counts once, however often it is sent; unknown keys are ignored. Deletes counts older than two years. Service role '
  'only.';
revoke all on function public.record_views_and_clicks(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_views_and_clicks(uuid, jsonb) to service_role;

-- Sales by the day of payment, comparable with views, without reversed ones.
create view private.sales_by_day as
  select s.id, s.material_id, (s.paid_at at time zone 'Africa/Lagos')::date as day, s.gross_kobo, s.paid_at
    from public.sales s
   where not exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id);
comment on view private.sales_by_day is 'Sales that were not reversed, with their day in Lagos.';
revoke all on private.sales_by_day from public, anon, authenticated, service_role;

create function public.views_to_sales(
  since date, until date, step public.period_step, of_material uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  begins constant timestamptz := since::timestamp at time zone 'Africa/Lagos';
  ends constant timestamptz := (until + 1)::timestamp at time zone 'Africa/Lagos';
  kept_from constant date := (now() at time zone 'Africa/Lagos')::date - 730;
  counted_from date;
begin
  perform private.require_admin_role('money');
  select coalesce(min(v.day), kept_from) into counted_from from public.views_and_clicks v where v.day >= kept_from;
  return (
    with periods as materialized (
      select p.starts_on, p.ends_on from private.report_periods(since, until, step) p
    ),
    visits as materialized (
      select v.material_id, v.day, v.views, v.clicks from public.views_and_clicks v
       where v.day >= greatest(since, kept_from) and v.day <= until and (of_material is null or v.material_id = of_material)
    ),
    refunded as (
      -- A refund is recorded after the payment of its sale.
      select r.sale_id, sum(r.amount_kobo) as kobo from public.refunds r where r.written_at >= begins group by r.sale_id
    ),
    sold as materialized (
      select s.material_id, s.day, count(*) as sales, sum(s.gross_kobo) as gross_kobo,
             count(*) filter (where r.kobo >= s.gross_kobo) as refunds
        from private.sales_by_day s left join refunded r on r.sale_id = s.id
       where s.paid_at >= begins and s.paid_at < ends and (of_material is null or s.material_id = of_material)
       group by s.material_id, s.day
    ),
    by_period as (
      select p.starts_on, p.ends_on,
             -- A period without stored counts has none, which is not zero.
             case when p.ends_on >= counted_from then coalesce(sum(v.views), 0) end as views,
             case when p.ends_on >= counted_from then coalesce(sum(v.clicks), 0) end as clicks,
             coalesce(sum(s.sales), 0) as sales, coalesce(sum(s.gross_kobo), 0) as gross_kobo,
             coalesce(sum(s.refunds), 0) as refunds
        from periods p
        left join generate_series(p.starts_on::timestamp, p.ends_on::timestamp, interval '1 day') d (day) on true
        left join (select day, sum(views) as views, sum(clicks) as clicks from visits group by day) v on v.day = d.day::date
        left join (
          select day, sum(sales) as sales, sum(gross_kobo) as gross_kobo, sum(refunds) as refunds from sold group by day
        ) s on s.day = d.day::date
       group by p.starts_on, p.ends_on
    ),
    by_material as (
      select coalesce(v.material_id, s.material_id) as material_id, coalesce(v.views, 0) as views,
             coalesce(v.clicks, 0) as clicks, coalesce(s.sales, 0) as sales, coalesce(s.gross_kobo, 0) as gross_kobo
        from (select material_id, sum(views) as views, sum(clicks) as clicks from visits group by material_id) v
        full join (select material_id, sum(sales) as sales, sum(gross_kobo) as gross_kobo from sold group by material_id) s
          on s.material_id = v.material_id
    )
    select jsonb_build_object(
      'counted_from', counted_from,
      'periods', (select jsonb_agg(to_jsonb(p) order by p.starts_on) from by_period p),
      'materials', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.views desc, l.sales desc, l.title), '[]')
          from (
            select b.*, m.title from by_material b join public.research_materials m on m.id = b.material_id
             order by b.views desc, b.sales desc, m.title limit 50
          ) l),
      'others', (select greatest(count(*) - 50, 0) from by_material)
    )
  );
end $$;
comment on function public.views_to_sales(date, date, public.period_step, uuid) is
  'Returns views, clicks to buy and sales by day of payment, for days in Lagos, first and last inclusive: each period, and '
  'the fifty materials with most views, or one material. refunds: sales refunded in full. Views and clicks are null '
  'before counted_from, the first day that is stored. At most ten years, or a year by day. Admins only.';

create function public.views_and_sales_rows(
  since date, until date, after_day date default null, after_material uuid default null, max_rows integer default 1000
) returns table (day date, material_id uuid, title text, views bigint, clicks bigint, sales bigint, gross_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_day constant date := greatest(since, after_day);
  rows_of_page constant integer := least(greatest(max_rows, 1), 1000);
  last_day date;
begin
  perform private.require_admin_role('money');
  perform private.report_periods(since, until, 'whole');
  -- Views alone fill the page up to this day, so that a page reads few days of a long range.
  select v.day into last_day from public.views_and_clicks v
   where v.day >= first_day and v.day <= until and (after_day is null or (v.day, v.material_id) > (after_day, after_material))
   order by v.day, v.material_id offset rows_of_page limit 1;
  last_day := coalesce(last_day, until);
  return query
  with visits as (
    select v.day, v.material_id, v.views, v.clicks from public.views_and_clicks v where v.day >= first_day and v.day <= last_day
  ),
  sold as (
    select s.day, s.material_id, count(*) as sales, sum(s.gross_kobo)::bigint as gross_kobo from private.sales_by_day s
     where s.paid_at >= first_day::timestamp at time zone 'Africa/Lagos'
       and s.paid_at < (last_day + 1)::timestamp at time zone 'Africa/Lagos'
     group by s.day, s.material_id
  )
  select coalesce(v.day, s.day), m.id, m.title, coalesce(v.views, 0), coalesce(v.clicks, 0), coalesce(s.sales, 0),
         coalesce(s.gross_kobo, 0)
    from visits v
    full join sold s on s.day = v.day and s.material_id = v.material_id
    join public.research_materials m on m.id = coalesce(v.material_id, s.material_id)
   where after_day is null or (coalesce(v.day, s.day), m.id) > (after_day, after_material)
   order by 1, 2
   limit rows_of_page;
end $$;
comment on function public.views_and_sales_rows(date, date, date, uuid, integer) is
  'Returns each day of each material in a range of days in Lagos, first and last inclusive, at most ten years, with its '
  'views, clicks to buy and sales, for an export, the oldest first. after_day and after_material: the last line of the '
  'previous page. Admins only.';
revoke all on function
  public.views_to_sales(date, date, public.period_step, uuid), public.views_and_sales_rows(date, date, date, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.views_to_sales(date, date, public.period_step, uuid), public.views_and_sales_rows(date, date, date, uuid, integer)
  to authenticated;
