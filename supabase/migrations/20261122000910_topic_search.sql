-- Topics related to a query, shown below the exact matches.

create function public.related_topics(search text, verbatim boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  meaning private.search_meaning := private.read_search(search, 't', not coalesce(verbatim, false));
begin
  return jsonb_build_object(
    'topics', array(select title from private.rank_records(meaning, 't') order by exact desc, points desc, title limit 60),
    'corrections', private.corrections(meaning), 'offered', private.offered_words(meaning), 'understood', meaning.understood
  );
end $$;
comment on function public.related_topics(text, boolean) is
  'Returns up to 60 topics related to a query, the closest first, by the rules of the material search, and how the query '
  'was read: {topics, corrections, offered, understood}. verbatim: no corrections, no thesaurus.';
revoke all on function public.related_topics(text, boolean) from public;
grant execute on function public.related_topics(text, boolean) to anon, authenticated, service_role;
