-- Sitemap addresses: ten thousand materials per part, because search engines read at most fifty thousand from one file.

create function public.sitemap_parts() returns integer
language sql stable set search_path = '' as $$
  select ceil(count(*) / 10000.0)::integer from public.research_materials where published_at is not null
$$;
comment on function public.sitemap_parts() is
  'Returns the number of sitemap parts (of ten thousand published materials each).';
revoke all on function public.sitemap_parts() from public;
grant execute on function public.sitemap_parts() to anon, authenticated, service_role;

-- Two lists in one row, because the data API cuts rows off at a thousand.
create function public.sitemap_materials(part integer)
returns table (slugs text[], changed timestamptz[])
language sql stable set search_path = '' as $$
  select coalesce(array_agg(slug order by id), '{}'), coalesce(array_agg(updated_at order by id), '{}')
  from (
    select id, slug, updated_at from public.research_materials
    where published_at is not null
    order by id offset 10000 * (greatest(part, 1)::bigint - 1) limit 10000
  ) as materials
$$;
comment on function public.sitemap_materials(integer) is
  'Returns slug and last change of the published materials of one part, counted from 1; two empty lists beyond the '
  'last part.';
revoke all on function public.sitemap_materials(integer) from public;
grant execute on function public.sitemap_materials(integer) to anon, authenticated, service_role;
