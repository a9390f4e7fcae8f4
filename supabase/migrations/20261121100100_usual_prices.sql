-- What works of a category stand at, for students who think of sending one in.

create function public.usual_prices() returns table (category text, is_sample boolean, works integer, low integer, high integer)
-- Runs as whoever asks: published materials are everybody's to read, and nothing else is looked at.
language sql stable security invoker set search_path = '' as $$
  select m.category, m.is_sample, count(*)::integer,
         percentile_disc(0.25) within group (order by m.price), percentile_disc(0.75) within group (order by m.price)
    from public.research_materials m
   where m.published_at is not null and m.price > 0
   group by m.category, m.is_sample
$$;
comment on function public.usual_prices() is 'For each category, samples apart: how many published works have a price, and the prices (naira) between which the middle half of them lies.';
revoke all on function public.usual_prices() from public;
grant execute on function public.usual_prices() to anon, authenticated, service_role;
