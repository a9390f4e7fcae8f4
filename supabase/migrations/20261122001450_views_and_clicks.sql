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
  insert into public.views_and_clicks as known (material_id, day, source, views, clicks)
  select m.id, g.day, coalesce(g.source, 'typed'), sum(g.views), sum(g.clicks)
    from jsonb_to_recordset(input) as g (key text, day date, source public.visit_source, views bigint, clicks bigint)
    join public.research_materials m
      on m.id = coalesce(
        (select s.id from public.research_materials s where s.slug = g.key),
        case when g.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then g.key::uuid end,
        -- A browser may lower the case of a host and append a slash. Of two materials with one link, the older one.
        (select s.id from public.research_materials s
          where g.key like 'https://%' and lower(s.selar_link) in (lower(g.key), lower(rtrim(g.key, '/')))
          order by s.published_at, s.id limit 1))
   where g.day between today - 30 and today + 1
   group by 1, 2, 3
   order by 1, 2, 3
  on conflict (material_id, day, source) do update
    set views = known.views + excluded.views, clicks = known.clicks + excluded.clicks;
  insert into private.topic_views as known (topic_id, day, views)
  select t.id, g.day, sum(g.views)
    from jsonb_to_recordset(input) as g (key text, day date, views bigint)
    join public.topics_directory t on 'topic:' || lower(t.topic) = g.key
   where g.day between today - 30 and today + 1
   group by t.id, g.day
   order by t.id, g.day
  on conflict (topic_id, day) do update set views = known.views + excluded.views;
  insert into private.class_rep_opens as known (profile_id, day, opens)
  select r.profile_id, g.day, sum(g.views)
    from jsonb_to_recordset(input) as g (key text, day date, views bigint)
    join public.class_reps r on 'by:' || r.code = g.key and r.stopped_at is null
   where g.day between today - 30 and today + 1
   group by r.profile_id, g.day
   order by r.profile_id, g.day
  on conflict (profile_id, day) do update set opens = known.opens + excluded.opens;
  delete from public.views_and_clicks v where v.day < today - 730;
  delete from private.topic_views v where v.day < today - 28;
  delete from private.counted_batches b where b.counted_at < now() - interval '7 days';
  return true;
end $$;
comment on function public.record_views_and_clicks(uuid, jsonb) is
  'Adds the counts of a process: rows of {key: slug, id or purchase link of a material, topic: and a topic in lower case, or '
  'by: and the code of a class link, day, source (typed without one), views, clicks}. A batch counts once, however often it '
  'is sent; unknown keys are ignored. Deletes counts of materials '
  'older than two years, of topics older than four weeks. Service role only.';
revoke all on function public.record_views_and_clicks(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_views_and_clicks(uuid, jsonb) to service_role;

create function public.most_opened_topics() returns setof text
language sql stable security definer set search_path = '' as $$
  select t.topic from private.topic_views v join public.topics_directory t on t.id = v.topic_id
   where t.deleted_at is null
   group by t.id order by sum(v.views) desc, t.topic limit 5
$$;
comment on function public.most_opened_topics() is
  'Returns the five topics of the directory that were opened most in the last four weeks. For everyone.';
revoke all on function public.most_opened_topics() from public;
grant execute on function public.most_opened_topics() to anon, authenticated, service_role;

-- Sales by the day of payment, comparable with views, without reversed ones.
create view private.sales_by_day as
  select s.id, s.material_id, (s.paid_at at time zone 'Africa/Lagos')::date as day, s.gross_kobo, s.paid_at
    from public.sales s
   where not exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id);
comment on view private.sales_by_day is 'Sales that were not reversed, with their day in Lagos.';
revoke all on private.sales_by_day from public, anon, authenticated, service_role;

create function private.visits_by_source(since date, until date, of_material uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as (
    select v.source, sum(v.views) as views, sum(v.clicks) as clicks, sum(v.begun) as begun
      from public.views_and_clicks v
     where v.day >= since and v.day <= until and (of_material is null or v.material_id = of_material)
     group by v.source
  ),
  paid as (
    select o.source, count(*) as paid, sum(o.paid_kobo - o.refunded_kobo) as paid_kobo
      from private.orders o
     where o.state = 'paid' and o.amount_kobo > 0 and o.duplicate_of is null
       and o.created_at >= since::timestamp at time zone 'Africa/Lagos'
       and o.created_at < (until + 1)::timestamp at time zone 'Africa/Lagos'
       and (of_material is null or o.material_id = of_material)
     group by o.source
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.views desc, s.clicks desc, s.source), '[]')
    from (
      select source, coalesce(c.views, 0) as views, coalesce(c.clicks, 0) as clicks, coalesce(c.begun, 0) as begun,
             coalesce(p.paid, 0) as paid, coalesce(p.paid_kobo, 0) as paid_kobo
        from counted c full join paid p using (source)
    ) s
$$;
comment on function private.visits_by_source(date, date, uuid) is
  'Returns by source, for days in Lagos: views, clicks to buy, orders begun with something to pay, those of them that '
  'were paid, and kobo less refunds. Of all materials or of one.';
revoke all on function private.visits_by_source(date, date, uuid) from public;

create function private.sales_beyond_sources(since date, until date, of_material uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with days as (
    select since::timestamp at time zone 'Africa/Lagos' as begins, (until + 1)::timestamp at time zone 'Africa/Lagos' as ends
  ),
  sold as (
    select s.id, s.gross_kobo
      from private.sales_by_day s, days d
     where s.paid_at >= d.begins and s.paid_at < d.ends and (of_material is null or s.material_id = of_material)
  ),
  paid as (
    select o.sale_id, o.paid_kobo, o.refunded_kobo
      from private.orders o, days d
     where o.state = 'paid' and o.amount_kobo > 0 and o.duplicate_of is null
       and o.created_at >= d.begins and o.created_at < d.ends and (of_material is null or o.material_id = of_material)
  ),
  beyond as (
    select s.gross_kobo, exists (select from private.orders o where o.sale_id = s.id) as has_order
      from sold s where not exists (select from paid p where p.sale_id = s.id)
  ),
  later as (select p.paid_kobo from paid p where not exists (select from sold s where s.id = p.sale_id))
  select jsonb_build_object(
    'without_order', (select count(*) from beyond where not has_order),
    'without_order_kobo', (select coalesce(sum(gross_kobo), 0) from beyond where not has_order),
    'other_orders', (select count(*) from beyond where has_order),
    'other_orders_kobo', (select coalesce(sum(gross_kobo), 0) from beyond where has_order),
    'later', (select count(*) from later),
    'later_kobo', (select coalesce(sum(paid_kobo), 0) from later),
    'refunded_kobo', (select coalesce(sum(refunded_kobo), 0) from paid))
$$;
comment on function private.sales_beyond_sources(date, date, uuid) is
  'Returns the difference between the sales and the orders of private.visits_by_source, for days in Lagos. without_order: '
  'sales that were imported or recorded by hand. other_orders: sales whose order is not counted there, because it began '
  'on another day or was stopped. later: orders counted there without a sale in these days. refunded_kobo: of those orders.';
revoke all on function private.sales_beyond_sources(date, date, uuid) from public;

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
      'sources', private.visits_by_source(since, until, of_material),
      'beyond_sources', private.sales_beyond_sources(since, until, of_material),
      'others', (select greatest(count(*) - 50, 0) from by_material)
    )
  );
end $$;
comment on function public.views_to_sales(date, date, public.period_step, uuid) is
  'Returns views, clicks to buy and sales by day of payment, for days in Lagos, first and last inclusive: each period, and '
  'the fifty materials with most views, or one material. sources: private.visits_by_source. beyond_sources: '
  'private.sales_beyond_sources. refunds: sales refunded in full. Views and clicks are null '
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
   group by v.day, v.material_id order by v.day, v.material_id offset rows_of_page limit 1;
  last_day := coalesce(last_day, until);
  return query
  with visits as (
    select v.day, v.material_id, sum(v.views)::bigint as views, sum(v.clicks)::bigint as clicks
      from public.views_and_clicks v where v.day >= first_day and v.day <= last_day group by v.day, v.material_id
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

create function public.own_work_figures()
returns table (
  upload_id uuid, sales bigint, share_kobo bigint, views bigint, sources jsonb, ratings integer, is_withheld boolean
)
language sql stable security definer set search_path = '' as $$
  select h.upload_id, s.sales, s.kobo, coalesce(v.views, 0)::bigint, v.sources, coalesce(r.ratings, 0),
         m.withheld_from is not null
    from public.material_shares h
    join public.research_materials m on m.id = h.material_id
    left join private.material_stars r on r.material_id = h.material_id
   cross join lateral (
     select sum(c.views) as views,
            coalesce(jsonb_agg(jsonb_build_object('source', c.source, 'views', c.views) order by c.views desc), '[]') as sources
       from (
       select w.source, sum(w.views) as views from public.views_and_clicks w
        where w.material_id = h.material_id and w.day > (now() at time zone 'Africa/Lagos')::date - 28
        group by w.source having sum(w.views) > 0) c) v
   cross join lateral (
     select count(*) as sales, coalesce(sum(private.remaining_share(x, h.profile_id)), 0)::bigint as kobo
       from public.sales x
      where x.material_id = h.material_id and x.profile_id = h.profile_id and private.sale_state(x) <> 'reversed') s
   where h.profile_id = (select private.own_profile_id()) and h.upload_id is not null
$$;
comment on function public.own_work_figures() is
  'Returns, for each of the caller''s works, its sales without reversed ones, the caller''s share of them less refunds, '
  'its views in the last 28 days, in all and by source (the largest first), the number of its ratings (0 below three, which '
  'have no mean), and whether the caller took it off sale.';
revoke all on function public.own_work_figures() from public, anon, authenticated, service_role;
grant execute on function public.own_work_figures() to authenticated;
