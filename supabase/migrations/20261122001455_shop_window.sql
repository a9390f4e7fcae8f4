-- Products on the home page. Visitors may not read views, so a definer function ranks by them, as the marketplace does.

create function public.shop_window() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown integer := 8;
  -- First the most opened of each category, then the second of each, so that the shelf shows what there is.
  opened uuid[] := array(
    select o.id from (
      select m.id, v.views, row_number() over (partition by m.category order by v.views desc, m.published_at desc, m.id) as turn
        from private.recent_views v join public.research_materials m on m.id = v.material_id
       where v.views > 0 and m.published_at is not null and not m.is_sample and (m.sold_here or m.selar_link is not null)
    ) o
     order by o.turn, o.views desc, o.id limit shown
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
  outlines integer := coalesce((counts -> 'category' ->> 'outline')::integer, 0);
begin
  return jsonb_build_object(
    'is_most_opened', cardinality(opened) = shown,
    'products', private.cards(case when cardinality(opened) = shown then opened else newest end),
    'free', private.cards(free),
    'works', coalesce((select holders from private.search_stem_counts where kind = 'm' and stem = '='), 0) - outlines,
    'free_works', coalesce((counts -> 'price' ->> '0')::integer, 0) - outlines,
    'outlines', outlines
  );
end $$;
comment on function public.shop_window() is
  'Returns what the home page shows of the shop: up to eight products with a file, the most opened of each category '
  'in the last 28 days (is_most_opened) or, if fewer than eight were opened, the newest; up to six free products; and the '
  'numbers of works, of free works and of outlines, which are no works. For everyone.';
revoke all on function public.shop_window() from public;
grant execute on function public.shop_window() to anon, authenticated, service_role;
