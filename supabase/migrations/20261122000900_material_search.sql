-- Interpretation of queries, and ranked results (docs/decisions/0030).

create type private.search_meaning as (
  typed text[], corrected text[], offered text[], understood jsonb, weights real[], optional boolean[], pairs text[],
  units integer[], lexemes text[], factors real[], traits text[]
);
comment on type private.search_meaning is
  'An interpreted query, word by word: as typed, as corrected (or null), a word offered instead (or null); the '
  'thesaurus entries used, as {typed: meaning}; the weight of each word, and whether a result may lack it. Then the pairs '
  'of neighbours; the lexemes that match each word (units, from 1), all of them if they contain |, with their scores; '
  'and the named kinds and programmes, a line of index stems each.';

create function private.matched_by(
  meaning private.search_meaning, from_unit integer, to_unit integer, lexemes text, factor real
) returns private.search_meaning
language plpgsql immutable set search_path = '' as $$
begin
  for unit in from_unit .. to_unit loop
    meaning.units := meaning.units || unit;
    meaning.lexemes := meaning.lexemes || lexemes;
    meaning.factors := meaning.factors || factor;
  end loop;
  return meaning;
end $$;
comment on function private.matched_by(private.search_meaning, integer, integer, text, real) is
  'Returns the meaning with another set of lexemes that match these words.';
revoke all on function private.matched_by(private.search_meaning, integer, integer, text, real) from public;

create function private.nearest_word(kind "char", word text, out word_found private.search_vocabulary, out certain boolean)
language sql stable security definer set search_path = '' as $$
  select v, left(v.word, 1) = left(nearest_word.word, 1) and (steps = 1 or swapped or char_length(nearest_word.word) >= 8)
  from private.search_vocabulary v,
  lateral (select extensions.levenshtein(v.word, nearest_word.word) as steps) l,
  lateral (
    select left(v.word, 1) = left(nearest_word.word, 1)
       and array(select unnest(string_to_array(v.word, null)) order by 1)
         = array(select unnest(string_to_array(nearest_word.word, null)) order by 1) as swapped
  ) w
  where v.word operator(extensions.%) nearest_word.word
    and abs(char_length(v.word) - char_length(nearest_word.word)) <= 2
    and (steps <= case when char_length(nearest_word.word) < 7 then 1 else 2 end or steps = 2 and swapped)
    and (
      exists (select from private.search_stem_counts h where h.stem = v.stem and h.kind = nearest_word.kind and h.holders > 0)
      or exists (select from private.thesaurus_keys k where k.key = v.stem)
    )
  order by left(v.word, 1) <> left(nearest_word.word, 1), steps, v.times = 0, v.times desc, v.word
  limit 1
$$;
comment on function private.nearest_word("char", text) is
  'Returns the word of the content or the thesaurus closest to a misspelt one, within edit distance 1 (2 from seven '
  'letters on), or null. One with the same first letter wins. certain: close enough to search for it instead of the '
  'typed word; rabies is not a spelling of babies.';
revoke all on function private.nearest_word("char", text) from public;

-- Reads at most 300 words of each spelling along the key of the vocabulary. search_folded changes some letters only
-- once the word is complete: immunisa, theatr, diarrho, anae, labou. A vowel may also stand for itself: mala is not
-- male.
create function private.complete_word(kind "char", started text, out written text, out stem text, out is_known boolean)
returns setof record
language sql stable rows 8 set search_path = '' as $$
  with spelling as (
    select private.search_folded(started) as folded
  ), words as materialized (
    select v.word, v.written, v.stem, v.times
    from spelling s,
    lateral (
      select c.prefix, bool_or(c.is_certain) as is_certain
      from (values
        (s.folded, true), (started, true),
        (regexp_replace(regexp_replace(s.folded, '([iy])s([aei][a-z]{0,3})?$', '\1z\2'), '([bcdtv])r$', '\1er'), true),
        (regexp_replace(regexp_replace(s.folded, '[ao]e?$', 'e'), 'ou$', 'o'), false)
      ) as c (prefix, is_certain)
      group by c.prefix
    ) p,
    lateral (
      select v.word, v.written, v.stem, v.times from private.search_vocabulary v
      where v.word >= p.prefix and v.word < p.prefix || '{' order by v.word limit 300
    ) v
    where p.is_certain or starts_with(v.written, started)
  ), stems as (
    select distinct on (w.stem) w.written, w.stem, w.times from words w order by w.stem, w.times desc, w.word
  ), held as (
    select s.*, coalesce((
        select h.holders from private.search_stem_counts h where h.kind = complete_word.kind and h.stem = s.stem
      ), 0) as holders,
      exists (select from private.thesaurus_keys k where k.key = s.stem) as is_term
    from stems s
  ), known as (
    select h.* from held h
    where h.holders > 0 or h.is_term or exists (
      select from private.search_stem_counts c
      where c.stem = h.stem and c.holders > 0 and c.kind in ('m', 't', 'p', 'c', 's')
    )
    order by h.holders desc, h.is_term desc, h.stem limit 40
  ), ranked as (
    -- Words of titles and subjects first, and those that are not made of two by a hyphen.
    select k.*, rank() over (order by exists (
        select from private.search_postings p where p.kind = complete_word.kind and p.stem = k.stem and p.weight >= 55
      ) desc, k.times > 0 desc) as class
    from known k
  )
  select r.written, r.stem, r.holders > 0 or r.is_term from ranked r where r.class = 1
  order by r.holders desc, r.is_term desc, r.stem limit 8
$$;
comment on function private.complete_word("char", text) is
  'Returns up to eight words of the content or the thesaurus that begin with an unfinished word, the most frequent '
  'first: words of titles and subjects, or others if there are none. is_known: false if only records of other kinds '
  'have it.';
revoke all on function private.complete_word("char", text) from public;

-- Each lookup is in a subquery with limit 1, so that it is an index lookup and never a join that reads a whole table. A
-- word matches itself, its thesaurus entries, parts of a split word, two words typed as one, initials of title words,
-- or, if it is unknown, the closest vocabulary word. An unknown last word may be unfinished: it matches the words that
-- begin with it.
create function private.read_search(search text, kind "char", correcting boolean) returns private.search_meaning
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  m private.search_meaning;
  plain text[] := (string_to_array(private.search_plain(left(search, 300)), ' '))[1:40];
  folded text[];
  words text[] := '{}';
  stems text[] := '{}';
  known boolean[];
  naming boolean[];
  places integer[] := '{}';
  one text;
  hit record;
  near record;
  first integer;
  total integer;
  is_unfinished boolean;
  completions text[] := '{}';
  things integer := (select coalesce(max(h.holders), 0) from private.search_stem_counts h
                     where h.kind = read_search.kind and h.stem = '=');
begin
  folded := string_to_array(private.search_folded(array_to_string(plain, ' ')), ' ');
  for place in 1 .. coalesce(cardinality(folded), 0) loop
    one := private.search_stem(folded[place]);
    if one <> '' and cardinality(stems) < 16 then
      stems := stems || one;
      words := words || folded[place];
      places := places || place;
    end if;
  end loop;
  total := cardinality(stems);
  m.typed := array(select plain[p] from unnest(places) with ordinality as t (p, nth) order by nth);
  m.corrected := array_fill(null::text, array[total]);
  m.offered := array_fill(null::text, array[total]);
  m.understood := '[]';
  m.weights := '{}';
  m.optional := '{}';
  m.pairs := '{}';
  m.units := '{}';
  m.lexemes := '{}';
  m.factors := '{}';
  m.traits := '{}';
  if total = 0 then
    return m;
  end if;

  known := array(
    select exists (select 1 from private.search_stem_counts h where h.stem = s.stem and h.holders > 0
                     and h.kind in ('m', 't', 'p', 'c', 's'))
    from unnest(stems) with ordinality as s (stem, nth) order by s.nth
  );
  is_unfinished := correcting and places[total] = cardinality(plain) and words[total] ~ '^[a-z]{3,30}$' and not exists (
    select 1 from private.search_stem_counts h
    where h.kind = read_search.kind and h.stem in (stems[total], '~' || words[total]) and h.holders > 0
  );
  for hit in
    select f, t
    from generate_series(1, total) as f cross join generate_series(f, least(f + 4, total)) as t
    where exists (select 1 from private.thesaurus_keys k where k.key = array_to_string(stems[f:t], ' '))
       or exists (select 1 from private.search_kind_words k where k.key = array_to_string(stems[f:t], ' '))
  loop
    for unit in hit.f .. hit.t loop
      known[unit] := true;
    end loop;
    is_unfinished := is_unfinished and hit.t < total;
  end loop;

  -- A split word: vesico vaginal.
  for hit in
    select f, v.stem
    from generate_series(1, total - 1) as f,
    lateral (
      select v.stem
      from private.search_vocabulary v
      join private.search_stem_counts h on h.stem = v.stem and h.kind = read_search.kind and h.holders > 0
      where v.word = private.search_folded(plain[places[f]] || plain[places[f + 1]]) limit 1
    ) v
    where places[f + 1] = places[f] + 1
  loop
    known[hit.f] := true;
    known[hit.f + 1] := true;
    m := private.matched_by(m, hit.f, hit.f + 1, hit.stem, 1);
    is_unfinished := is_unfinished and hit.f + 1 < total;
  end loop;

  -- The most frequent completion is searched as if it were typed, the others as alternatives.
  if is_unfinished then
    for hit in select c.* from private.complete_word(kind, plain[places[total]]) c loop
      known[total] := true;
      if hit.is_known then
        if completions = '{}' then
          stems[total] := hit.stem;
        else
          m := private.matched_by(m, total, total, hit.stem, 0.9);
        end if;
        completions := completions || hit.written;
      end if;
    end loop;
  end if;

  for unit in 1 .. total loop
    if known[unit] then
      continue;
    end if;
    -- Two words typed as one.
    for hit in
      select h.stem
      from generate_series(3, least(char_length(words[unit]), 40) - 3) as cut,
      lateral (
        select h.stem from private.search_stem_counts h
        where h.kind = read_search.kind and h.holders > 0
          and h.stem = private.search_stem(left(words[unit], cut)) || ' '
            || private.search_stem(substr(words[unit], cut + 1))
        limit 1
      ) h
    loop
      known[unit] := true;
      m := private.matched_by(m, unit, unit, hit.stem, 1);
    end loop;
    if not known[unit] and char_length(words[unit]) = 3 and exists (
      select 1 from private.search_stem_counts h where h.kind = read_search.kind and h.stem = '~' || words[unit] and h.holders > 0
    ) then
      known[unit] := true;
      m := private.matched_by(m, unit, unit, '~' || words[unit], 0.8);
    end if;
    first := array_position(words, words[unit]);
    if first < unit and not known[first] then
      m.corrected[unit] := m.corrected[first];
      stems[unit] := stems[first];
    elsif correcting and not known[unit] and words[unit] ~ '^[a-z]{4,30}$' then
      select (n.word_found).written as written, (n.word_found).stem as stem, n.certain into near
        from private.nearest_word(kind, words[unit]) n;
      if near.certain then
        m.corrected[unit] := near.written;
        stems[unit] := near.stem;
      elsif near.written is not null then
        m.offered[unit] := near.written;
      end if;
    end if;
  end loop;

  for unit in 1 .. total loop
    m := private.matched_by(m, unit, unit, stems[unit], 1);
    if unit < total then
      m.pairs := m.pairs || (stems[unit] || ' ' || stems[unit + 1]);
    end if;
  end loop;

  -- A term of several words matches each of them; its meaning matches as a phrase or, with a lower score, as separate
  -- words. The meaning of a meaning counts a little less.
  if correcting then
    for hit in
      with keys as materialized (
        select f, t, k.*
        from generate_series(1, total) as f cross join generate_series(f, least(f + 4, total)) as t,
        lateral (
          select k.meant, k.factor from private.thesaurus_keys k
          where k.key = array_to_string(stems[f:t], ' ') order by k.factor desc limit 20
        ) k
      ), further as (
        select f, t, n.meant, k.factor * n.factor as factor
        from keys k,
        lateral (
          select n.meant, n.factor from private.thesaurus_keys n
          where n.key = array_to_string(k.meant, ' ') and n.chains order by n.factor desc limit 8
        ) n
        where k.factor > 0.5
      )
      select f, t, meant, max(factor)::real as factor
      from (select f, t, meant, factor from keys union all select f, t, meant, factor from further) every
      where meant <> stems[f:t]
      group by f, t, meant order by max(factor) desc limit 60
    loop
      m := private.matched_by(m, hit.f, hit.t, array_to_string(private.search_lexemes(hit.meant), '|'), hit.factor);
      if cardinality(hit.meant) > 1 then
        m := private.matched_by(m, hit.f, hit.t, array_to_string(hit.meant, '|'), (hit.factor * 0.6)::real);
      end if;
    end loop;
    m.understood := (
      select coalesce(jsonb_agg(
          jsonb_build_object('typed', array_to_string(m.typed[f:t], ' '), 'meaning', e.meanings) order by f), '[]')
      from generate_series(1, total) as f cross join generate_series(f, least(f + 4, total)) as t,
      lateral (
        select string_agg(distinct e.meaning, ', ' order by e.meaning) as meanings
        from (
          select k.thesaurus_id from private.thesaurus_keys k
          where k.key = array_to_string(stems[f:t], ' ') and k.forward limit 4
        ) k, lateral (
          select e.meaning from public.thesaurus e where e.id = k.thesaurus_id and e.sort in ('abbreviation', 'lay word') limit 1
        ) e
      ) e
      where e.meanings is not null and (f < total or completions = '{}')
    );
    if completions <> '{}' then
      m.understood := m.understood
        || jsonb_build_object('typed', m.typed[total], 'meaning', array_to_string(completions[1:3], ', '));
    end if;
  end if;

  -- Rare words score higher, words of every other title almost nothing. A synonym is weighted like the word.
  select array_agg(
           ln(1 + things / greatest(holders, 2.0)) * coalesce(stop.weight, 1) order by unit),
         array_agg(stop.weight is not null order by unit)
    into m.weights, m.optional
    from (
      select a.unit, max(alternative.holders) as holders
      from unnest(m.units, m.lexemes) as a (unit, lexemes),
      lateral (
        select min(coalesce(h.holders, 0)) as holders
        from unnest(string_to_array(a.lexemes, '|')) as lexeme
        left join private.search_stem_counts h on h.kind = read_search.kind and h.stem = lexeme
      ) alternative
      group by a.unit
    ) held
    join unnest(stems) with ordinality as s (stem, unit) using (unit)
    left join private.search_stop_words stop on stop.stem = s.stem;

  -- Kinds of work and programmes, the longest name first. In a longer query they boost such works; alone they are the
  -- query.
  naming := array_fill(false, array[total]);
  for hit in
    select f, t, k.index_stems as named
    from generate_series(1, total) as f cross join generate_series(f, least(f + 2, total)) as t
    join private.search_kind_words k on k.key = array_to_string(stems[f:t], ' ')
    order by t - f desc, f
  loop
    if not (true = any (naming[hit.f:hit.t])) then
      m.traits := m.traits || array_to_string(hit.named, chr(10));
      for unit in hit.f .. hit.t loop
        naming[unit] := true;
        if kind = 'm' then
          foreach one in array hit.named loop
            m := private.matched_by(m, unit, unit, one, 1);
          end loop;
        end if;
      end loop;
    end if;
  end loop;
  for unit in 1 .. total loop
    if naming[unit] and false = any (select m.optional[w] or naming[w] from generate_series(1, total) as w) then
      m.weights[unit] := 0;
    end if;
  end loop;
  if false = any (m.optional) then
    for unit in 1 .. total loop
      m.optional[unit] := m.optional[unit] or m.weights[unit] = 0;
    end loop;
  end if;
  return m;
end $$;
comment on function private.read_search(text, "char", boolean) is
  'Returns the interpretation of a query for a kind of record. correcting: an unknown last word is completed, and other '
  'unknown words are replaced by the closest known ones.';
revoke all on function private.read_search(text, "char", boolean) from public;

-- Scores a record by the best match of each word, weighted by rarity. Only the best entries of each word are read and
-- ranked, so a common word costs no more than a rare one. Filtered records can rank below the best of a common word, so
-- with `within` more entries are read and the best ones that pass are ranked too.
create function private.rank_records(meaning private.search_meaning, kind "char", within text[] default null)
returns table (target_id uuid, title text, points integer, exact boolean)
language plpgsql stable security definer rows 150 set search_path = '' as $$
#variable_conflict use_column
declare
  whole real := (select sum(w) from unnest(meaning.weights) as w);
  needed integer := (select count(*) from unnest(meaning.optional) as o where not o);
begin
  if coalesce(whole, 0) = 0 then
    return;
  end if;
  return query
  with alternatives as materialized (
    select a.unit, string_to_array(a.lexemes, '|') as lexemes, a.factor, a.nth::integer as nth
    from unnest(meaning.units, meaning.lexemes, meaning.factors) with ordinality as a (unit, lexemes, factor, nth)
    where meaning.weights[a.unit] > 0
    union all
    -- Adjacent pairs, kinds and programmes are not words of the query: their units are not above 0.
    select -nth, array[pair], 1, -nth from unnest(meaning.pairs) with ordinality as p (pair, nth)
    union all
    select -1000 - nth, array[trait], 1, -1000 - 10 * nth - at
    from unnest(meaning.traits) with ordinality as c (traits, nth),
    unnest(string_to_array(traits, chr(10))) with ordinality as t (trait, at)
  ), wanted as materialized (
    select lexeme, max(case when a.unit > 0 then meaning.weights[a.unit] * a.factor when a.unit > -1000 then 0.5 end) as worth
    from alternatives a, unnest(a.lexemes) as lexeme
    group by lexeme
  ), listed as materialized (
    select w.worth, p.doc, p.weight
    from wanted w,
    lateral (
      select doc, weight from private.search_postings p
      where p.kind = rank_records.kind and p.stem = w.lexeme order by p.weight desc, p.doc limit 200
    ) p
    where w.worth is not null
  ), chosen as materialized (
    select string_to_array(one, chr(10)) as stems from unnest(within) as one
  ), fitting as materialized (
    select w.worth, p.doc, p.weight
    from wanted w,
    lateral (
      select doc, weight from private.search_postings p
      where p.kind = rank_records.kind and p.stem = w.lexeme order by p.weight desc, p.doc
      limit greatest(200, 1000 / (select nullif(count(*), 0) from wanted where worth is not null))
    ) p
    where within is not null and w.worth is not null and (
      select count(*) from chosen c
      where exists (select from private.search_postings q where q.doc = p.doc and q.stem = any (c.stems))
    ) = cardinality(within)
  ), candidates as materialized (
    (select doc from listed group by doc order by sum(worth * weight) desc, doc limit 150)
    union
    (select doc from fitting group by doc order by sum(worth * weight) desc, doc limit 150)
  ), hits as materialized (
    select c.doc, p.stem as lexeme, p.weight
    from candidates c,
    lateral (
      select stem, weight from private.search_postings p
      where p.doc = c.doc and p.stem = any (array(select lexeme from wanted)) limit 1000
    ) p
  ), met as (
    select h.doc, min(a.unit) as unit, min(h.weight) * min(a.factor) / 100 as share
    from alternatives a, unnest(a.lexemes) as lexeme join hits h using (lexeme)
    group by a.nth, h.doc
    having count(*) = min(cardinality(a.lexemes))
  ), best as (
    select doc, unit, max(share) as share from met group by doc, unit
  ), summed as (
    select doc, sum(meaning.weights[unit] * least(1, share)) / whole as score,
      coalesce(sum(meaning.weights[unit]) filter (where share >= 0.05) / whole, 0) as covered,
      count(*) filter (where unit > 0 and not meaning.optional[unit] and share >= 0.1) = needed as every,
      coalesce(max(share) filter (where unit > 0) >= case when kind in ('m', 't') then 0.4 else 0.3 end, false) as strong,
      coalesce(sum(share) filter (where unit between -999 and -1) / cardinality(meaning.pairs), 0) as sides,
      count(*) filter (where unit < -1000) as named
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
  'Returns up to 150 records of a kind that match a query, with scores. exact: every significant word matches, one of '
  'them in the title or subject or more than three times in the abstract (more than once in the text of a post, '
  'course or service, which is shorter). within: up to 150 more that have a stem of each line.';
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

-- Filters of the marketplace; null if not set.
create type private.catalogue_filters as (categories text[], area text, year_from integer, price_to integer, format text);

create view private.catalogue as
  select id, title, category, subject_area as area, year_of_study as year, price, format, published_at, is_sample
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
    'is_sample', m.is_sample, 'published_at', m.published_at
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
    'corrections', private.corrections(meaning), 'offered', private.offered_words(meaning), 'understood', meaning.understood
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
    where kind = 'm' and stem >= '=' and stem < '>' and stem like '=%:%' and holders > 0
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
    'offered', '[]'::jsonb, 'understood', '[]'::jsonb);
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
begin
  if btrim(coalesce(search, '')) = '' then
    return private.browse_catalogue(choice, coalesce(sorted, 'best'), max_rows, skipped);
  end if;
  return private.search_catalogue(
    private.read_search(search, 'm', not coalesce(verbatim, false)), choice, coalesce(sorted, 'best'), max_rows, skipped
  );
end $$;
comment on function public.search_materials(text, jsonb, text, integer, integer, boolean) is
  'Returns published materials: with a query the best first, otherwise by title, or as sorted says (newest, opened, '
  'title, price-up, price-down), one page after skip materials (at most 2400). filters: {categories, area, year_from, price_to, '
  'format}, each optional. total counts all pages; with more true, there are more than that. near: no record matches '
  'every word. verbatim: no corrections, no thesaurus. understood: thesaurus entries used. offered: words that may be '
  'meant.';
revoke all on function public.search_materials(text, jsonb, text, integer, integer, boolean) from public;
grant execute on function public.search_materials(text, jsonb, text, integer, integer, boolean)
  to anon, authenticated, service_role;
