-- Interpretation of queries (docs/decisions/0030).

create type private.search_meaning as (
  typed text[], corrected text[], offered text[], understood jsonb, weights real[], optional boolean[], pairs text[],
  units integer[], lexemes text[], factors real[], traits text[], named jsonb
);
comment on type private.search_meaning is
  'An interpreted query, word by word: as typed, as corrected (or null), a word offered instead (or null); the '
  'thesaurus entries used, as {typed: meaning}; the weight of each word, and whether a result may lack it. Then the pairs '
  'of neighbours; the lexemes that match each word (units, from 1), all of them if they contain |, with their scores; '
  'and the named kinds, programmes, prices and years: a line of index stems each, and as typed ({typed: stems}).';

create function private.matched_by(
  meaning private.search_meaning, matched integer[], lexemes text, factor real
) returns private.search_meaning
language plpgsql immutable set search_path = '' as $$
begin
  meaning.units := meaning.units || matched;
  meaning.lexemes := meaning.lexemes || array_fill(lexemes, array[cardinality(matched)]);
  meaning.factors := meaning.factors || array_fill(factor, array[cardinality(matched)]);
  return meaning;
end $$;
comment on function private.matched_by(private.search_meaning, integer[], text, real) is
  'Returns the meaning with another set of lexemes that match these words.';
revoke all on function private.matched_by(private.search_meaning, integer[], text, real) from public;

create function private.nearest_word(kind "char", word text, out word_found private.search_vocabulary, out certain boolean)
language sql stable security definer set search_path = '' as $$
  select v, left(v.word, 1) = left(nearest_word.word, 1)
    and (steps = 1 or steps <= 2 and alike or char_length(nearest_word.word) >= 8)
  from private.search_vocabulary v,
  lateral (select extensions.levenshtein(v.word, nearest_word.word) as steps) l,
  lateral (
    select left(v.word, 1) = left(nearest_word.word, 1)
       and array(select unnest(string_to_array(v.word, null)) order by 1)
         = array(select unnest(string_to_array(nearest_word.word, null)) order by 1) as swapped
  ) w,
  lateral (
    select swapped or regexp_replace(v.word, '(.)\1+', '\1', 'g') = regexp_replace(nearest_word.word, '(.)\1+', '\1', 'g')
      or extensions.dmetaphone(v.word) = extensions.dmetaphone(nearest_word.word) as alike
  ) s
  where v.word operator(extensions.%) nearest_word.word
    and abs(char_length(v.word) - char_length(nearest_word.word)) <= 3
    and (steps <= case when char_length(nearest_word.word) < 7 then 1 else 2 end
      or alike and steps <= case when char_length(nearest_word.word) < 8 then 2 else 3 end)
    and (
      exists (select from private.search_stem_counts h where h.stem = v.stem and h.kind = nearest_word.kind and h.holders > 0)
      or exists (select from private.thesaurus_keys k where k.key = v.stem)
    )
  order by left(v.word, 1) <> left(nearest_word.word, 1), steps > 1 and not alike, steps, v.times = 0, v.times desc, v.word
  limit 1
$$;
comment on function private.nearest_word("char", text) is
  'Returns the word of the content or the thesaurus closest to a misspelt one, or null: within edit distance 1 (2 from '
  'seven letters on), or one more if it sounds alike or only differs in double letters. One with the same first letter '
  'wins. certain: close enough to search for it instead of the typed word; rabies is not a spelling of babies.';
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

-- Dictation splits words: cat a ract, pres sure, a p a. Stop words inside count.
create function private.split_words(kind "char", plain text[]) returns table (first integer, last integer, stem text)
language sql stable set search_path = '' as $$
  with spans as materialized (
    select f, t, array_to_string(plain[f:t], '') as joined
    from generate_series(1, cardinality(plain) - 1) as f
    cross join generate_series(f + 1, least(f + 3, cardinality(plain))) as t
    where char_length(array_to_string(plain[f:t], '')) between 3 and 30
      and (t = f + 1 or char_length(array_to_string(plain[f:t], '')) >= 7
        or char_length(array_to_string(plain[f:t], '')) = t - f + 1)
  ), folded as materialized (
    select string_to_array(private.search_folded((select string_agg(joined, ' ' order by f, t) from spans)), ' ') as words
  )
  select s.f, s.t, v.stem
  from (select f, t, row_number() over (order by f, t) as nth from spans) s,
  folded,
  lateral (
    select v.stem from private.search_vocabulary v
    where v.word = folded.words[s.nth] and (
      exists (select from private.search_stem_counts h where h.kind = split_words.kind and h.stem = v.stem and h.holders > 0)
      or s.t - s.f > 1 and exists (select from private.thesaurus_keys k where k.key = v.stem)
    )
    union all
    -- Spelt out: a p a.
    select k.key from private.thesaurus_keys k
    where s.t - s.f > 1 and k.key = folded.words[s.nth] and char_length(k.key) = s.t - s.f + 1
    limit 1
  ) v
$$;
comment on function private.split_words("char", text[]) is
  'Returns the neighbours in a query that are one word of the index or the thesaurus, up to four: vesico vaginal.';
revoke all on function private.split_words("char", text[]) from public;

create function private.joined_words(kind "char", word text) returns setof text
language sql stable set search_path = '' as $$
  select h.stem
  from generate_series(3, least(char_length(word), 40) - 3) as cut,
  lateral (
    select h.stem from private.search_stem_counts h
    where h.kind = joined_words.kind and h.holders > 0
      and h.stem = private.search_stem(left(word, cut)) || ' ' || private.search_stem(substr(word, cut + 1))
    limit 1
  ) h
$$;
comment on function private.joined_words("char", text) is 'Returns the pairs of words that a word is when typed as one.';
revoke all on function private.joined_words("char", text) from public;

-- A term may be spread over a sentence (swollen feet and legs) or its two words turned round (legs swollen).
create function private.thesaurus_terms(stems text[]) returns table (units integer[], key text, fit real)
language sql immutable set search_path = '' as $$
  select array(select generate_series(f, t)), array_to_string(stems[f:t], ' '), 1::real
  from generate_series(1, cardinality(stems)) as f cross join generate_series(f, least(f + 4, cardinality(stems))) as t
  union all
  select array[f, t], stems[f] || ' ' || stems[t], 0.9
  from generate_series(1, cardinality(stems) - 2) as f cross join generate_series(f + 2, least(f + 5, cardinality(stems))) as t
  union all
  select array[f, t], stems[t] || ' ' || stems[f], 0.9
  from generate_series(1, cardinality(stems) - 1) as f cross join generate_series(f + 1, least(f + 3, cardinality(stems))) as t
  union all
  select array[f, g, t], stems[f] || ' ' || stems[g] || ' ' || stems[t], 0.9
  from generate_series(1, cardinality(stems) - 2) as f
  cross join generate_series(f + 1, least(f + 3, cardinality(stems))) as g
  cross join generate_series(g + 1, least(g + 3, cardinality(stems))) as t
  where t > f + 2
$$;
comment on function private.thesaurus_terms(text[]) is
  'Returns the words of a query that may be a term of the thesaurus. fit: lower for words that are not neighbours.';
revoke all on function private.thesaurus_terms(text[]) from public;

create function private.thesaurus_meanings(stems text[]) returns table (units integer[], meant text[], factor real)
language sql stable set search_path = '' as $$
  with keys as materialized (
    select t.units, t.key, k.meant, k.factor * t.fit as factor
    from private.thesaurus_terms(stems) t,
    lateral (
      select k.meant, k.factor from private.thesaurus_keys k where k.key = t.key order by k.factor desc limit 20
    ) k
  ), further as (
    select k.units, k.key, n.meant, k.factor * n.factor as factor
    from keys k,
    lateral (
      select n.meant, n.factor from private.thesaurus_keys n
      where n.key = array_to_string(k.meant, ' ') and n.chains order by n.factor desc limit 8
    ) n
    where k.factor > 0.5
  )
  select units, meant, max(factor)::real
  from (select * from keys union all select * from further) every
  where array_to_string(meant, ' ') <> key
  group by units, meant order by max(factor) desc limit 60
$$;
comment on function private.thesaurus_meanings(text[]) is
  'Returns the meanings of the terms in a query. The meaning of a meaning counts a little less.';
revoke all on function private.thesaurus_meanings(text[]) from public;

create function private.understood_terms(typed text[], stems text[], is_completed boolean) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
      jsonb_build_object('typed', (select string_agg(typed[u], ' ' order by u) from unnest(t.units) as u),
        'meaning', e.meanings) order by t.units), '[]')
  from private.thesaurus_terms(stems) t,
  lateral (
    select string_agg(distinct e.meaning, ', ' order by e.meaning) as meanings
    from (
      select k.thesaurus_id from private.thesaurus_keys k
      where k.key = t.key and k.forward limit 4
    ) k, lateral (
      select e.meaning from public.thesaurus e where e.id = k.thesaurus_id and e.sort in ('abbreviation', 'lay word') limit 1
    ) e
  ) e
  where e.meanings is not null and (t.units[1] < cardinality(stems) or not is_completed)
$$;
comment on function private.understood_terms(text[], text[], boolean) is
  'Returns the abbreviations and lay words of a query with their meanings, for the page of results.';
revoke all on function private.understood_terms(text[], text[], boolean) from public;

-- Rare words score higher, words of every other title almost nothing. A synonym is weighted like the word. Related
-- terms and separate words of a meaning (child, vaccine) do not make a word common.
create function private.weigh_words(
  m private.search_meaning, kind "char", stems text[], out weights real[], out optional boolean[]
)
language sql stable set search_path = '' as $$
  with counted as (
    select coalesce(max(h.holders), 0) as things
    from private.search_stem_counts h where h.kind = weigh_words.kind and h.stem = '='
  ), held as (
    select a.unit, max(alternative.holders) as holders
    from unnest(m.units, m.lexemes, m.factors) as a (unit, lexemes, factor),
    lateral (
      select min(coalesce(h.holders, 0)) as holders
      from unnest(string_to_array(a.lexemes, '|')) as lexeme
      left join private.search_stem_counts h on h.kind = weigh_words.kind and h.stem = lexeme
    ) alternative
    where a.factor > 0.6
    group by a.unit
  )
  select array_agg(ln(1 + things / greatest(holders, 2.0)) * coalesce(stop.weight, 1) order by unit),
         array_agg(stop.weight is not null order by unit)
  from counted, held
  join unnest(stems) with ordinality as s (stem, unit) using (unit)
  left join private.search_stop_words stop on stop.stem = s.stem
$$;
comment on function private.weigh_words(private.search_meaning, "char", text[]) is
  'Returns the weights of the words of a query, and which of them need not match.';
revoke all on function private.weigh_words(private.search_meaning, "char", text[]) from public;
