-- Products on the home page. Visitors may not read views, so a definer function ranks by them, as the marketplace does.

create function public.shop_window() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown integer := 8;
  opened uuid[] := array(
    select m.id
      from private.recent_views v join public.research_materials m on m.id = v.material_id
     where v.views > 0 and m.published_at is not null and not m.is_sample and (m.sold_here or m.selar_link is not null)
     order by v.views desc, m.published_at desc, m.id desc limit shown
  );
  newest uuid[] := array(
    select m.id from public.research_materials m
     where m.published_at is not null and not m.is_sample and (m.sold_here or m.selar_link is not null)
     order by (not m.is_sample) desc, m.published_at desc, m.id desc limit shown
  );
  free uuid[] := array(
    select m.id from public.research_materials m
     where m.published_at is not null and not m.is_sample and m.price = 0 and (m.sold_here or m.selar_link is not null)
     order by m.title, m.id limit 6
  );
  counts jsonb := private.cached_facets();
begin
  return jsonb_build_object(
    'is_most_opened', cardinality(opened) = shown,
    'products', private.cards(case when cardinality(opened) = shown then opened else newest end),
    'free', private.cards(free),
    'subjects', (
      select coalesce(jsonb_agg(jsonb_build_object('area', s.area, 'works', s.works) order by s.works desc, s.area), '[]')
        from (
          select key as area, value::integer as works from jsonb_each_text(coalesce(counts -> 'area', '{}'))
           where value::integer > 0 order by value::integer desc, key limit 12
        ) s
    ),
    'total', coalesce((select holders from private.search_stem_counts where kind = 'm' and stem = '='), 0),
    'total_free', coalesce((counts -> 'price' ->> '0')::integer, 0)
  );
end $$;
comment on function public.shop_window() is
  'Returns what the home page shows of the shop: up to eight products with a file, the most opened of the last 28 days '
  '(is_most_opened) or, if fewer than eight were opened, the newest; up to six free products; the twelve subject areas '
  'with most works; and the numbers of all and of free works. For everyone.';
revoke all on function public.shop_window() from public;
grant execute on function public.shop_window() to anon, authenticated, service_role;
