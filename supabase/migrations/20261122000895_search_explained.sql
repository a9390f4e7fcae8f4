-- The plan of one search, for `npm run explain-search` (docs/decisions/0063).

create function private.search_part(meaning private.search_meaning, unit integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when unit > 0 then meaning.typed[unit]
    when unit > -1000 then replace(meaning.pairs[-unit], ' ', ' + ')
    else 'kind or programme'
  end
$$;
comment on function private.search_part(private.search_meaning, integer) is
  'Returns the name of a part of a query: a word as typed, a pair of neighbours, or a kind or programme.';
revoke all on function private.search_part(private.search_meaning, integer) from public;

create function private.explain_ranks(meaning private.search_meaning, kind "char") returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('title', r.title, 'points', r.points, 'exact', r.exact, 'matches', m.matches)
      order by r.exact desc, r.points desc, r.title), '[]')
    from (
      select * from private.rank_records(meaning, explain_ranks.kind) order by exact desc, points desc, title limit 10
    ) r
    join private.search_documents d on d.target_id = r.target_id and d.kind = explain_ranks.kind,
    lateral (
      select jsonb_agg(jsonb_build_object('part', private.search_part(meaning, b.unit), 'found', array_to_string(b.lexemes, ', '),
          'share', round(b.share::numeric, 2), 'weight', round(coalesce(meaning.weights[b.unit], 0)::numeric, 2))
        order by b.unit < 0, b.unit desc) as matches
      from (
        select distinct on (s.unit) s.* from private.search_matches(meaning, array[d.doc]) s order by s.unit, s.share desc
      ) b
    ) m
  );
end $$;
comment on function private.explain_ranks(private.search_meaning, "char") is
  'Returns the first ten records of a search with their points and the best match of each part of the query.';
revoke all on function private.explain_ranks(private.search_meaning, "char") from public;

create function public.explain_search(search text, kind text default 'm') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  of_kind "char" := explain_search.kind::"char";
  meaning private.search_meaning := private.read_search(search, of_kind, true);
begin
  return jsonb_build_object(
    'words', (
      select coalesce(jsonb_agg(jsonb_build_object('typed', meaning.typed[at], 'corrected', meaning.corrected[at],
        'offered', meaning.offered[at], 'weight', round(meaning.weights[at]::numeric, 2), 'optional', meaning.optional[at])
        order by at), '[]')
      from generate_subscripts(meaning.typed, 1) as at
    ),
    'meanings', (
      select coalesce(jsonb_agg(jsonb_build_object('part', m.part, 'found', m.found, 'factor', m.factor)
        order by m.first, m.factor desc, m.found), '[]')
      from (
        select string_agg(distinct meaning.typed[a.unit], ' ') as part, array_to_string(a.lexemes, ', ') as found,
          round(a.factor::numeric, 2) as factor, min(a.unit) as first
        from private.search_alternatives(meaning) a where a.unit > 0 group by a.lexemes, a.factor
      ) m
    ),
    'kinds', to_jsonb(string_to_array(array_to_string(meaning.traits, chr(10)), chr(10))),
    'results', private.explain_ranks(meaning, of_kind)
  );
end $$;
comment on function public.explain_search(text, text) is
  'Returns how a search is read and why its first ten results are where they are. kind: m material, t topic, p post, c '
  'course, s service. Service role only.';
revoke all on function public.explain_search(text, text) from public, anon, authenticated, service_role;
grant execute on function public.explain_search(text, text) to service_role;
