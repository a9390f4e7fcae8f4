-- Topics related to a query, shown below the exact matches.

create function public.related_topics(search text, verbatim boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  meaning private.search_meaning := private.read_search(search, 't', not coalesce(verbatim, false));
  found text[] := array(
    select title from private.rank_records(meaning, 't') order by exact desc, points desc, title limit 60
  );
begin
  return jsonb_build_object(
    'topics', found, 'corrections', private.corrections(meaning), 'offered', private.offered_words(meaning),
    'understood', meaning.understood, 'named', meaning.named,
    'closest', array(
      select title from private.closest_records(search, 't') where found = '{}' and not coalesce(verbatim, false)
    )
  );
end $$;
comment on function public.related_topics(text, boolean) is
  'Returns up to 60 topics related to a query, the closest first, by the rules of the material search, and how the query '
  'was read: {topics, corrections, offered, understood, named, closest}. named: programmes that rank such topics first, '
  'and kinds, prices and years that are put aside. closest: up to six topics with similar words, only if nothing was '
  'found. verbatim: no corrections, no thesaurus.';
revoke all on function public.related_topics(text, boolean) from public;
grant execute on function public.related_topics(text, boolean) to anon, authenticated, service_role;
