-- Daily page views of materials and clicks on their purchase links. 20261122001450_views_and_clicks.sql has the
-- functions that record and report them. No user, address or cookie is stored.

create type public.visit_source as enum (
  'whatsapp', 'google', 'facebook', 'instagram', 'telegram', 'x', 'rep', 'other', 'typed', 'site');
comment on type public.visit_source is
  'Where a view or a click came from: rep is the link of a class rep, other a further site, typed an address without a '
  'page before it, site another page of this site.';

create table public.views_and_clicks (
  material_id uuid not null references public.research_materials (id) on delete cascade,
  day date not null,
  source public.visit_source not null default 'typed',
  views bigint not null default 0 check (views >= 0),
  clicks bigint not null default 0 check (clicks >= 0),
  begun bigint not null default 0 check (begun >= 0),
  primary key (material_id, day, source)
);
comment on table public.views_and_clicks is
  'Views of a material''s page and clicks to buy it, by day in Lagos and source. Deleted after two years, so that a month can be '
  'compared with the same month of the year before.';
comment on column public.views_and_clicks.source is
  'By utm_source of the address, or else by the host of the page before it.';
comment on column public.views_and_clicks.views is
  'Responses with the page, without bots, prefetching browsers and admins.';
comment on column public.views_and_clicks.clicks is
  'Clicks on its purchase link, in browsers that report them (ping), or views of the page to buy it here.';
comment on column public.views_and_clicks.begun is
  'Orders on this site with something to pay, counted when they begin, because unpaid ones are deleted.';
create index views_and_clicks_by_day_idx on public.views_and_clicks (day);
alter table public.views_and_clicks enable row level security;
revoke all on public.views_and_clicks from anon, authenticated, service_role;
grant select on public.views_and_clicks to authenticated, service_role;
create policy "An admin reads views and clicks" on public.views_and_clicks for select to authenticated
  using ((select private.has_admin_role('money')));

-- Four weeks, so that the order changes slowly and a work that is opened rarely still has its place.
create view private.recent_views as
  select material_id, sum(views) as views from public.views_and_clicks
   where day > (now() at time zone 'Africa/Lagos')::date - 28 group by material_id;
comment on view private.recent_views is
  'Views of each material in the last 28 days, by which home and the marketplace sort. For definer functions only.';
revoke all on private.recent_views from public, anon, authenticated, service_role;
