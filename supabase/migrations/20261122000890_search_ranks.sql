-- Ranked results (docs/decisions/0030).

-- Lists the alternatives of a query: each of its words with the lexemes that match it, the pairs of neighbours, and the
-- kinds, programmes, prices and years.
create function private.search_alternatives(meaning private.search_meaning)
returns table (nth integer, unit integer, lexemes text[], factor real)
language sql immutable rows 20 set search_path = '' as $$
  select a.nth::integer, a.unit, string_to_array(a.lexemes, '|'), a.factor
  from unnest(meaning.units, meaning.lexemes, meaning.factors) with ordinality as a (unit, lexemes, factor, nth)
  where meaning.weights[a.unit] > 0
  union all
  select -nth::integer, -nth::integer, array[pair], 1 from unnest(meaning.pairs) with ordinality as p (pair, nth)
  union all
  -- Prices and years count less than a kind.
  select (-1000 - 10 * nth - at)::integer, (-1000 - nth)::integer, array[trait],
    case when trait ~ '^=(price|in):' then 0.5 else 1 end
  from unnest(meaning.traits) with ordinality as c (traits, nth),
  unnest(string_to_array(traits, chr(10))) with ordinality as t (trait, at)
$$;
comment on function private.search_alternatives(private.search_meaning) is
  'Returns the sets of lexemes that match parts of a query. unit: above 0 the word, from -1 the pair of neighbours, from '
  '-1001 a kind, programme, price or year.';
revoke all on function private.search_alternatives(private.search_meaning) from public;

-- Only the best entries of each word are read and ranked, so a common word costs no more than a rare one. Filtered
-- records can rank below the best of a common word, so with `within` more entries are read and the best ones that pass
-- are ranked too.
create function private.search_candidates(meaning private.search_meaning, kind "char", within text[]) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return (
  with wanted as materialized (
    select lexeme, max(case when a.unit > 0 then meaning.weights[a.unit] * a.factor else 0.5 end) as worth
    from private.search_alternatives(meaning) a, unnest(a.lexemes) as lexeme
    where a.unit > -1000
    group by lexeme
  ), listed as materialized (
    select w.worth, p.doc, p.weight
    from wanted w,
    lateral (
      select doc, weight from private.search_postings p
      where p.kind = search_candidates.kind and p.stem = w.lexeme order by p.weight desc, p.doc limit 200
    ) p
  ), chosen as materialized (
    select string_to_array(one, chr(10)) as stems from unnest(within) as one
  ), fitting as materialized (
    select w.worth, p.doc, p.weight
    from wanted w,
    lateral (
      select doc, weight from private.search_postings p
      where p.kind = search_candidates.kind and p.stem = w.lexeme order by p.weight desc, p.doc
      limit greatest(200, 1000 / (select nullif(count(*), 0) from wanted))
    ) p
    where within is not null and (
      select count(*) from chosen c
      where exists (select from private.search_postings q where q.doc = p.doc and q.stem = any (c.stems))
    ) = cardinality(within)
  )
  select array_agg(doc) from (
    (select doc from listed group by doc order by sum(worth * weight) desc, doc limit 150)
    union
    (select doc from fitting group by doc order by sum(worth * weight) desc, doc limit 150)
  ) candidates);
end $$;
comment on function private.search_candidates(private.search_meaning, "char", text[]) is
  'Returns the 150 records of a kind that are worth ranking. within: up to 150 more that have a stem of each line.';
revoke all on function private.search_candidates(private.search_meaning, "char", text[]) from public;

create function private.search_matches(meaning private.search_meaning, docs integer[])
returns table (doc integer, unit integer, lexemes text[], share real, meant real)
language plpgsql stable security definer rows 1000 set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with alternatives as materialized (
    select * from private.search_alternatives(meaning)
  ), hits as materialized (
    select c as doc, p.stem as lexeme, p.weight
    from unnest(docs) as c,
    lateral (
      select stem, weight from private.search_postings p
      where p.doc = c and p.stem = any (array(select distinct lexeme from alternatives a, unnest(a.lexemes) as lexeme))
      limit 1000
    ) p
  )
  select h.doc, min(a.unit), min(a.lexemes), (min(h.weight) * min(a.factor) / 100)::real,
    (case when min(a.factor) > 0.5 then min(h.weight) * min(a.factor) / 100 end)::real
  from alternatives a, unnest(a.lexemes) as lexeme join hits h using (lexeme)
  group by a.nth, h.doc
  having count(*) = min(cardinality(a.lexemes));
end $$;
comment on function private.search_matches(private.search_meaning, integer[]) is
  'Returns the alternatives of which each record has every lexeme. share: how well it matches, about 1 in a title. '
  'meant: the same, but null for a related term (delirium for dementia), which is not what was asked for.';
revoke all on function private.search_matches(private.search_meaning, integer[]) from public;

-- Scores a record by the best match of each word, weighted by rarity.
create function private.rank_records(meaning private.search_meaning, kind "char", within text[] default null)
returns table (target_id uuid, title text, points integer, exact boolean)
language plpgsql stable security definer rows 150 set search_path = '' as $$
#variable_conflict use_column
declare
  whole real := (select sum(w) from unnest(meaning.weights) as w);
  needed integer := (select count(*) from unnest(meaning.optional) as o where not o);
  -- Less is a passing mention: of a short search fewer than three times in the abstract, of a longer one only in the
  -- readable part.
  at_least real := case when kind <> 'm' then 0.1 when needed <= 3 then 0.34 else 0.2 end;
begin
  if coalesce(whole, 0) = 0 then
    return;
  end if;
  return query
  with best as (
    select m.doc, m.unit, max(m.share) as share, max(m.meant) as meant
    from private.search_matches(meaning, private.search_candidates(meaning, kind, within)) m group by m.doc, m.unit
  ), summed as (
    select doc, sum(meaning.weights[unit] * least(1, share)) / whole as score,
      coalesce(sum(meaning.weights[unit]) filter (where share >= 0.05) / whole, 0) as covered,
      count(*) filter (where unit > 0 and not meaning.optional[unit] and share >= at_least) = needed as every,
      coalesce(max(meant) filter (where unit > 0) >= case kind when 'm' then 0.7 when 't' then 0.4 else 0.3 end, false) as strong,
      coalesce(sum(share) filter (where unit between -999 and -1) / cardinality(meaning.pairs), 0) as sides,
      coalesce(sum(share) filter (where unit < -1000), 0) as named
    from best group by doc
  ), pointed as (
    select doc, case when needed > 0 then every else covered >= 0.999 end as whole, covered >= 0.999 as faint, strong,
      (1000 * (score * (0.5 + 0.5 * covered) + 0.25 * sides + 0.3 * named * covered))::integer as points
    from summed where score is not null
  ), result as (
    select doc, points, whole, faint, strong, max(points) over () as max_rows from pointed
  )
  select d.target_id, d.title, t.points, t.whole and t.strong
  from result t,
  lateral (select d.target_id, d.title from private.search_documents d where d.doc = t.doc limit 1) d
  where t.whole or t.faint or t.points >= 0.2 * t.max_rows;
end $$;
comment on function private.rank_records(private.search_meaning, "char", text[]) is
  'Returns up to 150 records of a kind that match a query, with scores. exact: every significant word matches, and one '
  'of them in the title or subject (for a topic also more than three times in the description, for others more than '
  'once), itself and not through a related term. within: up to 150 more that have a stem of each line.';
revoke all on function private.rank_records(private.search_meaning, "char", text[]) from public;

-- Shown on the page of results.
create function private.corrections(meaning private.search_meaning) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('typed', meaning.typed[at], 'corrected', meaning.corrected[at]) order by at), '[]')
  from generate_subscripts(meaning.corrected, 1) as at where meaning.corrected[at] is not null
$$;
comment on function private.corrections(private.search_meaning) is
  'Returns the corrected words of a query: [{typed, corrected}].';
revoke all on function private.corrections(private.search_meaning) from public;

create function private.offered_words(meaning private.search_meaning) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('typed', meaning.typed[at], 'corrected', meaning.offered[at]) order by at), '[]')
  from generate_subscripts(meaning.offered, 1) as at where meaning.offered[at] is not null
$$;
comment on function private.offered_words(private.search_meaning) is
  'Returns the words that may be meant instead of unknown ones: [{typed, corrected}].';
revoke all on function private.offered_words(private.search_meaning) from public;

-- Only words of titles and subjects: a passing mention of a word that merely looks alike is no help. They begin with
-- the same letter or one that may sound like it, so that a part of the vocabulary is read along its key.
create function private.closest_words(kind "char", word text) returns table (stem text, alike real)
language sql stable rows 2 set search_path = '' as $$
  with near as materialized (
    select v.word, v.stem, 1 - extensions.levenshtein(v.word, closest_words.word)::real
      / greatest(char_length(v.word), char_length(closest_words.word)) as alike
    from (
      select distinct letter
      from unnest(array['aeiou', 'ckqsxz', 'fpv', 'gj', left(closest_words.word, 1)]) as sound,
      unnest(string_to_array(sound, null)) as letter
      where closest_words.word ~ '^[a-z]{4,30}$' and position(left(closest_words.word, 1) in sound) > 0
    ) l,
    lateral (
      select v.word, v.stem from private.search_vocabulary v
      where v.word >= l.letter and v.word < l.letter || '{' order by v.word limit 5000
    ) v
    where abs(char_length(v.word) - char_length(closest_words.word)) <= 4
  )
  select n.stem, max(n.alike)::real from near n
  where n.alike >= 0.55
    and extensions.similarity(n.word, closest_words.word) >= case when char_length(closest_words.word) > 6 then 0.2 else 0.33 end
    and exists (
      select from private.search_postings p where p.kind = closest_words.kind and p.stem = n.stem and p.weight >= 75
    )
    and not exists (select from private.search_stop_words w where w.stem = n.stem)
  group by n.stem order by 2 desc, n.stem limit 2
$$;
comment on function private.closest_words("char", text) is
  'Returns up to two words of titles and subjects that share letters with an unknown one, further from it than '
  'private.nearest_word goes. alike: the part of the letters that need not change.';
revoke all on function private.closest_words("char", text) from public;

-- The last resort of a search that finds nothing: words with similar letters, and titles whose words begin with letters
-- of an abbreviation. At most three words are looked up.
create function private.read_closest(search text, kind "char") returns private.search_meaning
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  r private.search_reading := private.read_words(search, kind);
  m private.search_meaning := r.meaning;
  near record;
begin
  for unit in 1 .. least(cardinality(r.stems), 3) loop
    for near in select * from private.closest_words(kind, r.words[unit]) loop
      m := private.matched_by(m, array[unit], near.stem, near.alike);
    end loop;
    if r.words[unit] ~ '^[a-z]{3,6}$' then
      for near in
        select i.stem
        from generate_series(1, char_length(r.words[unit]) - 2) as at,
        lateral (values ('~' || substr(r.words[unit], at, 3)), ('~~' || substr(r.words[unit], at, 3))) as i (stem)
        where exists (
          select from private.search_stem_counts h where h.kind = read_closest.kind and h.stem = i.stem and h.holders > 0
        )
      loop
        m := private.matched_by(m, array[unit], near.stem, 0.4);
      end loop;
    end if;
  end loop;
  m.weights := array_fill(1::real, array[cardinality(r.stems)]);
  m.optional := array_fill(false, array[cardinality(r.stems)]);
  return m;
end $$;
comment on function private.read_closest(text, "char") is
  'Returns the interpretation of a query by similar words, for when nothing matches its own.';
revoke all on function private.read_closest(text, "char") from public;

create function private.closest_records(search text, kind "char") returns table (target_id uuid, title text)
language sql stable rows 6 set search_path = '' as $$
  select r.target_id, r.title
  from private.rank_records(private.read_closest(search, kind), kind) r order by r.points desc, r.title limit 6
$$;
comment on function private.closest_records(text, "char") is
  'Returns up to six records of a kind with words that resemble those of a search, the closest first.';
revoke all on function private.closest_records(text, "char") from public;
