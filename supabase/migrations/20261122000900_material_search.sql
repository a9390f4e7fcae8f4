-- The search of the marketplace, with its filters and counts (docs/decisions/0030).

-- Filters of the marketplace; null if not set.
create type private.catalogue_filters as (categories text[], area text, year_from integer, price_to integer, format text);

create view private.catalogue as
  select id, title, list_category as category, subject_area as area, year_of_study as year, price, format, published_at, is_sample
  from public.research_materials where published_at is not null;
comment on view private.catalogue is 'Columns by which visitors filter and sort the published materials.';

create type private.catalogue_row as (
  rank integer, fits boolean[], id uuid, title text, category text, area text, year integer, price integer, format text,
  published_at timestamptz, is_sample boolean
);
comment on type private.catalogue_row is
  'A material of private.catalogue. fits: true for each of category, area, year, price and format that passes the '
  'filter or has none.';

-- Each option is counted as if only its filter were changed. Prices count up to each bound, years from each year.
create function private.facets(catalogue private.catalogue_row[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (with counted as materialized (
    select s.category, s.area, s.year, s.price, s.format, s.fits, count(*) as works
    from unnest(catalogue) s group by 1, 2, 3, 4, 5, 6
  ), facets as (
    select 'category' as facet, category as value, sum(works) as works from counted
     where fits[2] and fits[3] and fits[4] and fits[5] group by 2
    union all
    select 'area', area, sum(works) from counted
     where area <> '' and fits[1] and fits[3] and fits[4] and fits[5] group by 2
    union all
    select 'year', bound::text, sum(works) from counted join private.year_bounds on year >= bound
     where fits[1] and fits[2] and fits[4] and fits[5] group by 2
    union all
    select 'price', bound::text, sum(works) from counted join private.price_bounds on price <= bound
     where fits[1] and fits[2] and fits[3] and fits[5] group by 2
    union all
    select 'format', format, sum(works) from counted
     where format is not null and fits[1] and fits[2] and fits[3] and fits[4] group by 2
    union all
    select 'without', name, sum(works) from counted
    join (values (1, 'category'), (2, 'area'), (3, 'year'), (4, 'price'), (5, 'format')) as f (at, name)
      on not (false = any (fits[:at - 1] || fits[at + 1:])) group by 2
    union all
    select 'without', 'all', sum(works) from counted having count(*) > 0
  )
  select coalesce(jsonb_object_agg(facet, works), '{}')
  from (select facet, jsonb_object_agg(value, works) as works from facets group by facet) f);
end $$;
comment on function private.facets(private.catalogue_row[]) is
  'Returns the number of works for each filter option: {category: {value: count}, area, format, year, price}; without: '
  'the totals with one filter removed, or all of them.';
revoke all on function private.facets(private.catalogue_row[]) from public;

create function private.cards(ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'slug', m.slug, 'title', m.title, 'subject_area', m.subject_area, 'category', m.category, 'price', m.price,
    'rating', m.rating, 'pages', m.pages, 'year_of_study', m.year_of_study, 'selar_link', m.selar_link, 'sold_here', m.sold_here,
    'is_sample', m.is_sample, 'list_category', m.list_category, 'bundle_size', m.bundle_size, 'published_at', m.published_at
  ) order by i.at), '[]')
  from unnest(ids) with ordinality as i (id, at) join public.research_materials m using (id));
end $$;
comment on function private.cards(uuid[]) is 'Returns the card data of these materials, in their order.';
revoke all on function private.cards(uuid[]) from public;

create function private.word_stems(choice private.catalogue_filters) returns text[]
language sql stable set search_path = '' as $$
  select nullif(array_remove(array[
    (select string_agg('=category:' || one, chr(10)) from unnest(choice.categories) as one),
    case when choice.area is not null then coalesce((
      select string_agg(h.stem, chr(10)) from private.search_stem_counts h
      where h.kind = 'm' and h.stem >= '=area:' and h.stem < '=area;' and lower(substr(h.stem, 7)) = lower(choice.area)
    ), '=area:') end,
    (select '=year:' || max(bound) from private.year_bounds where bound <= choice.year_from),
    (select '=price:' || min(bound) from private.price_bounds where bound >= choice.price_to),
    '=format:' || choice.format
  ], null), '{}')
$$;
comment on function private.word_stems(private.catalogue_filters) is
  'Returns the index stems of the filters, one line of stems per filter. A year or price between two bounds returns '
  'more than it asks for. Null without filters.';
revoke all on function private.word_stems(private.catalogue_filters) from public;

-- A query ranks as many works as private.rank_records returns. Exact matches come first, partial ones (rank below
-- 10000) after them.
create function private.search_catalogue(
  meaning private.search_meaning, choice private.catalogue_filters, sorted text, page_size integer, skip integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  ranked private.catalogue_row[] := array(
    select row(r.points + case when r.exact then 10000 else 0 end, array[
      choice.categories is null or m.category = any (choice.categories),
      choice.area is null or lower(m.area) is not distinct from lower(choice.area),
      choice.year_from is null or coalesce(m.year >= choice.year_from, false),
      choice.price_to is null or m.price <= choice.price_to,
      choice.format is null or m.format is not distinct from choice.format
    ], m.*)::private.catalogue_row
    from private.rank_records(meaning, 'm', private.word_stems(choice)) r,
    -- One index lookup per row: a join would read the whole catalogue.
    lateral (select * from private.catalogue s where s.id = r.target_id limit 1) m
  );
  page private.catalogue_row[];
  met integer;
  nearly integer;
  any_met boolean;
begin
  select count(*) filter (where s.rank >= 10000 and not (false = any (s.fits))),
         count(*) filter (where not (false = any (s.fits))), coalesce(bool_or(s.rank >= 10000), false)
    into met, nearly, any_met
    from unnest(ranked) s;
  page := array(
    select s
    from unnest(ranked) s
    where not (false = any (s.fits))
    order by s.rank >= 10000 desc,
      case when sorted = 'opened'
        then coalesce((select r.views from private.recent_views r where r.material_id = s.id), 0) end desc,
      case when sorted in ('newest', 'opened') then s.published_at end desc,
      case when sorted in ('newest', 'opened') then s.id end desc,
      case sorted when 'price-up' then s.price when 'price-down' then -s.price when 'newest' then 0 when 'title' then 0
        else -s.rank end,
      s.title, s.id
    limit page_size offset skip
  );
  return jsonb_build_object(
    'materials', private.cards(array(select p.id from unnest(page) with ordinality as p order by p.ordinality)),
    'ranks', array(select p.rank from unnest(page) with ordinality as p order by p.ordinality),
    'total', case when met > 0 then met else nearly end,
    'more', cardinality(ranked) >= 150,
    'near', met = 0 and nearly > 0,
    'facets', private.facets(array(select s from unnest(ranked) s where s.rank >= 10000 or not any_met)),
    'facets_more', cardinality(ranked) >= 150,
    'corrections', private.corrections(meaning), 'offered', private.offered_words(meaning), 'understood', meaning.understood,
    'named', meaning.named
  );
end $$;
comment on function private.search_catalogue(private.search_meaning, private.catalogue_filters, text, integer, integer) is
  'Returns a page of search results, in the format of public.search_materials.';
revoke all on function private.search_catalogue(private.search_meaning, private.catalogue_filters, text, integer, integer)
  from public;

create function private.clauses_except(clauses text[], facet text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(' and ' || split_part(clause, ': ', 2), ''), '')
  from unnest(clauses) as clause where split_part(clause, ': ', 1) <> facet
$$;
comment on function private.clauses_except(text[], text) is
  'Returns the conditions of a catalogue query except those of one filter.';
revoke all on function private.clauses_except(text[], text) from public;

create function private.cached_facets() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(facet, works), '{}')
  from (
    select split_part(substr(stem, 2), ':', 1) as facet,
           jsonb_object_agg(substr(stem, position(':' in stem) + 1), holders) as works
    from private.search_stem_counts
    where kind = 'm' and stem >= '=' and stem < '>' and stem like '=%:%' and stem not like '=in:%' and holders > 0
    group by 1
  ) c
$$;
comment on function private.cached_facets() is
  'Returns the cached number of works for each filter option without other filters.';
revoke all on function private.cached_facets() from public;

create function private.none_of(counts jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(value, 0), '{}') from jsonb_object_keys(counts) as value
$$;
comment on function private.none_of(jsonb) is 'Returns the same options, each with 0.';
revoke all on function private.none_of(jsonb) from public;

-- Without a query, the catalogue is paged along an index: works for sale first, then samples and outlines. Counts stop
-- at 10,000 works, with filters at 1,000, and each filter option's count at 300. An option that none of those 300 has
-- is 0 with facets_more: unknown.
create function private.browse_catalogue(choice private.catalogue_filters, sorted text, page_size integer, skip integer)
returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page uuid[];
  total integer;
  facets jsonb := '{}';
  narrowed jsonb;
  kept jsonb;
  without jsonb := '{}';
  counted private.catalogue_row[];
  bounded boolean := false;
  max_rows integer := 10000;
  shop integer := coalesce((select holders from private.search_stem_counts where kind = 'm' and stem = '='), 0);
  clauses text[] := array_remove(array[
    case when choice.categories is not null then 'category: category = any ($2)' end,
    case when choice.area is not null then 'area: lower(area) = lower($3)' end,
    case when choice.year_from is not null then 'year: year >= $4' end,
    case when choice.price_to is not null then 'price: price <= $5' end,
    case when choice.format is not null then 'format: format = $6' end
  ], null);
  facet text;
  every text := 'select 1 from private.catalogue m where true';
begin
  -- The query has only the set filters, so that the planner picks the matching index.
  execute replace(every, 'select 1', 'select array(select id') || private.clauses_except(clauses, '') || ' order by '
    || case sorted when 'newest' then '(not is_sample) desc, published_at desc, id desc'
         when 'opened' then 'is_sample, coalesce((select r.views from private.recent_views r where r.material_id = m.id), 0) '
           || 'desc, published_at desc, id desc'
         when 'price-up' then 'is_sample, price, title, id' when 'price-down' then 'is_sample, -price, title, id'
         else 'is_sample, title, id' end || ' limit $1 offset $7)'
    into page using page_size, choice.categories, choice.area, choice.year_from, choice.price_to, choice.format, skip;
  if cardinality(clauses) = 0 then
    total := shop;
    facets := private.cached_facets();
  else
    max_rows := 1000;
    execute 'select count(*) from (' || every || private.clauses_except(clauses, '') || ' limit 1001) c'
      into total using page_size, choice.categories, choice.area, choice.year_from, choice.price_to, choice.format;
    foreach facet in array array['category', 'area', 'year', 'price', 'format'] loop
      -- All rows pass, because the other filters are in the query.
      execute replace(every, 'select 1', 'select array(select row(0, ''{t,t,t,t,t}'', m.*)::private.catalogue_row')
          || private.clauses_except(clauses, facet) || ' limit 300)'
        into counted using page_size, choice.categories, choice.area, choice.year_from, choice.price_to, choice.format;
      narrowed := private.facets(counted);
      facets := facets || jsonb_build_object(facet, coalesce(narrowed -> facet, '{}'::jsonb));
      if cardinality(counted) = 300 then
        bounded := true;
        kept := coalesce(kept, private.cached_facets());
        facets := jsonb_set(facets, array[facet], private.none_of(kept -> facet) || (facets -> facet));
      end if;
      without := without || jsonb_build_object(facet, coalesce(narrowed -> 'without' -> facet, '0'::jsonb));
    end loop;
    facets := facets || jsonb_build_object('without', without || jsonb_build_object('all', shop));
  end if;
  return jsonb_build_object('materials', private.cards(page), 'ranks', '[]'::jsonb, 'total', least(total, max_rows),
    'more', total > max_rows, 'near', false, 'facets', facets, 'facets_more', bounded, 'corrections', '[]'::jsonb,
    'offered', '[]'::jsonb, 'understood', '[]'::jsonb, 'named', '[]'::jsonb);
end $$;
comment on function private.browse_catalogue(private.catalogue_filters, text, integer, integer) is
  'Returns a page of the catalogue without a query, in the format of public.search_materials.';
revoke all on function private.browse_catalogue(private.catalogue_filters, text, integer, integer) from public;

create function private.read_filters(filters jsonb) returns private.catalogue_filters
language plpgsql stable set search_path = '' as $$
declare
  choice private.catalogue_filters;
begin
  if jsonb_typeof(filters) is distinct from 'object'
    or filters - array['categories', 'area', 'year_from', 'price_to', 'format'] <> '{}' then
    raise exception 'Filters are an object of categories, area, year_from, price_to and format' using errcode = '22023';
  end if;
  choice := jsonb_populate_record(null::private.catalogue_filters, filters);
  choice.area := nullif(choice.area, '');
  return choice;
end $$;
comment on function private.read_filters(jsonb) is
  'Returns the filters of a JSON object. Raises 22023 for unknown names, and 22P02 for values of another type.';
revoke all on function private.read_filters(jsonb) from public;

-- A definer function: it reads the index, whose content is public.
create function public.search_materials(
  search text default '', filters jsonb default '{}', sorted text default 'best', page_size integer default 24,
  skip integer default 0, verbatim boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  choice private.catalogue_filters := private.read_filters(coalesce(filters, '{}'));
  max_rows integer := least(greatest(coalesce(page_size, 24), 1), 100);
  -- Skipped rows are read too, so their number is limited.
  skipped integer := least(greatest(coalesce(skip, 0), 0), 2400);
  result jsonb;
begin
  if btrim(coalesce(search, '')) = '' then
    return private.browse_catalogue(choice, coalesce(sorted, 'best'), max_rows, skipped);
  end if;
  result := private.search_catalogue(
    private.read_search(search, 'm', not coalesce(verbatim, false)), choice, coalesce(sorted, 'best'), max_rows, skipped
  );
  -- Filters that remove all results have their own remedy.
  if result -> 'facets' = '{}' and choice is null and not coalesce(verbatim, false) then
    result := result || jsonb_build_object(
      'closest', private.cards(array(select r.target_id from private.closest_records(search, 'm') r))
    );
  end if;
  return result;
end $$;
comment on function public.search_materials(text, jsonb, text, integer, integer, boolean) is
  'Returns published materials: with a query the best first, otherwise by title, or as sorted says (newest, opened, '
  'title, price-up, price-down), one page after skip materials (at most 2400). filters: {categories, area, year_from, price_to, '
  'format}, each optional. total counts all pages; with more true, there are more than that. near: no record matches '
  'every word. verbatim: no corrections, no thesaurus. understood: thesaurus entries used. offered: words that may be '
  'meant. named: kinds, programmes, prices and years that rank such works first, with their index stems. closest: up to '
  'six works with similar words, only if nothing was found.';
revoke all on function public.search_materials(text, jsonb, text, integer, integer, boolean) from public;
grant execute on function public.search_materials(text, jsonb, text, integer, integer, boolean)
  to anon, authenticated, service_role;
