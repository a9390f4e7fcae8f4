-- Topics related to a query, shown below the exact matches.

create function public.related_topics(search text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  meaning private.search_meaning := private.read_search(search, 't', true);
begin
  return array(
    select title from private.rank_records(meaning, 't') order by exact desc, points desc, title limit 60
  );
end $$;
comment on function public.related_topics(text) is
  'Returns up to 60 topics related to a query, the closest first, by the rules of the material search.';
revoke all on function public.related_topics(text) from public;
grant execute on function public.related_topics(text) to anon, authenticated, service_role;
