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
  select s.material_id, (s.paid_at at time zone 'Africa/Lagos')::date as day, s.gross_kobo, s.paid_at
    from public.sales s
   where not exists (select from public.book_transactions t where t.event_key = 'reversal:' || s.id);
comment on view private.sales_by_day is 'Sales that were not reversed, with their day in Lagos.';
revoke all on private.sales_by_day from public, anon, authenticated, service_role;

create function private.views_to_sales(shown integer, of_material uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with visits as materialized (
    select v.material_id, v.day, v.views, v.clicks from public.views_and_clicks v
     where v.day > today - shown and v.day <= today and (of_material is null or v.material_id = of_material)
  ),
  sold as materialized (
    select s.material_id, s.day, count(*) as sales, sum(s.gross_kobo) as gross_kobo from private.sales_by_day s
     where s.paid_at >= (today - shown + 1)::timestamp at time zone 'Africa/Lagos' and s.day <= today
       and (of_material is null or s.material_id = of_material)
     group by s.material_id, s.day
  ),
  by_day as (
    select d.day::date as day, coalesce(v.views, 0) as views, coalesce(v.clicks, 0) as clicks, coalesce(s.sales, 0) as sales,
           coalesce(s.gross_kobo, 0) as gross_kobo
      from generate_series((today - shown + 1)::timestamp, today::timestamp, interval '1 day') d (day)
      left join (select day, sum(views) as views, sum(clicks) as clicks from visits group by day) v on v.day = d.day::date
      left join (select day, sum(sales) as sales, sum(gross_kobo) as gross_kobo from sold group by day) s
        on s.day = d.day::date
  ),
  by_material as (
    select coalesce(v.material_id, s.material_id) as material_id, coalesce(v.views, 0) as views, coalesce(v.clicks, 0) as clicks,
           coalesce(s.sales, 0) as sales, coalesce(s.gross_kobo, 0) as gross_kobo
      from (select material_id, sum(views) as views, sum(clicks) as clicks from visits group by material_id) v
      full join (select material_id, sum(sales) as sales, sum(gross_kobo) as gross_kobo from sold group by material_id) s
        on s.material_id = v.material_id
  )
  select jsonb_build_object(
    'days', (select jsonb_agg(to_jsonb(d) order by d.day) from by_day d),
    'materials', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.views desc, l.sales desc, l.title), '[]')
        from (
          select b.*, m.title from by_material b join public.research_materials m on m.id = b.material_id
           order by b.views desc, b.sales desc, m.title limit 50
        ) l),
    'others', (select greatest(count(*) - 50, 0) from by_material)
  )
$$;
comment on function private.views_to_sales(integer, uuid, date) is
  'Returns the last days, by day and material: views, clicks to buy, sales by the day of payment, and their sum. For '
  'definer functions only.';
revoke all on function private.views_to_sales(integer, uuid, date) from public;

create function public.views_to_sales(
  shown integer default 28, of_material uuid default null, periods_ago integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  days integer := least(greatest(shown, 1), 90);
begin
  perform private.require_admin_role('money');
  return private.views_to_sales(days, of_material,
    (now() at time zone 'Africa/Lagos')::date - days * least(greatest(periods_ago, 0), 10));
end $$;
comment on function public.views_to_sales(integer, uuid, integer) is
  'Returns views, clicks to buy and sales of the last days (Lagos), at most 90: each day, and the fifty materials with '
  'most views, or one material. periods_ago: 1 for as many days before them. Admins only.';

create function public.views_and_sales_rows(
  after_day date default null, after_material uuid default null, max_rows integer default 1000
) returns table (day date, material_id uuid, title text, views bigint, clicks bigint, sales bigint, gross_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  since date := coalesce(after_day, (now() at time zone 'Africa/Lagos')::date - 730);
begin
  perform private.require_admin_role('money');
  return query
  with visits as (
    select v.day, v.material_id, v.views, v.clicks from public.views_and_clicks v where v.day >= since
  ),
  sold as (
    select s.day, s.material_id, count(*) as sales, sum(s.gross_kobo)::bigint as gross_kobo from private.sales_by_day s
     where s.paid_at >= since::timestamp at time zone 'Africa/Lagos'
     group by s.day, s.material_id
  )
  select coalesce(v.day, s.day), m.id, m.title, coalesce(v.views, 0), coalesce(v.clicks, 0), coalesce(s.sales, 0),
         coalesce(s.gross_kobo, 0)
    from visits v
    full join sold s on s.day = v.day and s.material_id = v.material_id
    join public.research_materials m on m.id = coalesce(v.material_id, s.material_id)
   where after_day is null or (coalesce(v.day, s.day), m.id) > (after_day, after_material)
   order by 1, 2
   limit least(greatest(max_rows, 1), 1000);
end $$;
comment on function public.views_and_sales_rows(date, uuid, integer) is
  'Returns each day of each material in the last two years with its views, clicks to buy and sales, for an export, the '
  'oldest first. after_day and after_material: the last line of the previous page. Admins only.';
revoke all on function public.views_to_sales(integer, uuid, integer), public.views_and_sales_rows(date, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.views_to_sales(integer, uuid, integer), public.views_and_sales_rows(date, uuid, integer)
  to authenticated;
