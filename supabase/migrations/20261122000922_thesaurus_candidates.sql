-- Meanings that a word of a missed search may have (docs/decisions/0068). Each function has one way of finding them and
-- reads a bounded part of the index.

create type public.proposal_reason as enum ('initials', 'spelled_out', 'spelling', 'split', 'joined', 'mentioned');
comment on type public.proposal_reason is
  'How a meaning was found. initials: of words of a title. spelled_out: followed by the abbreviation in a work. '
  'spelling: a word that is close. split, joined: two words for one, one for two. mentioned: the subject of works that '
  'mention the term.';

create function private.is_small_word(word text) returns boolean
language sql immutable set search_path = '' as $$
  select word = any (array['of', 'and', 'the', 'in', 'for', 'with', 'to', 'on', 'by', 'at', 'a', 'an', 'or', 'among', 'from'])
$$;
comment on function private.is_small_word(text) is 'Returns true for words that abbreviations often leave out.';
revoke all on function private.is_small_word(text) from public;

create function private.initials_pattern(letters text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letter || '[a-z]+', '(?: (?:of|and|the|in|for|with|to|on|by|at|a|an))? ' order by at)
  from unnest(string_to_array(letters, null)) with ordinality as l (letter, at)
$$;
comment on function private.initials_pattern(text) is
  'Returns the regular expression of plain words with these initials, with or without small words between.';
revoke all on function private.initials_pattern(text) from public;

-- The index has the initials of each three words of a title.
create function private.titles_with_initials(word text, kind "char") returns table (title text)
language sql stable set search_path = '' as $$
  select private.search_plain(d.title)
  from (
    select p.doc, count(*) as parts
    from generate_series(1, char_length(word) - 2) as at,
    lateral (values ('~' || substr(word, at, 3)), ('~~' || substr(word, at, 3))) as i (stem),
    lateral (
      select p.doc from private.search_postings p
      where p.kind = titles_with_initials.kind and p.stem = i.stem order by p.weight desc, p.doc limit 100
    ) p
    group by p.doc order by parts desc, p.doc limit 100
  ) c join private.search_documents d using (doc)
$$;
comment on function private.titles_with_initials(text, "char") is
  'Returns at most 100 titles, as plain words, of which three neighbours have initials that follow one another in a word.';
revoke all on function private.titles_with_initials(text, "char") from public;

-- If more than one letter has no word, chance finds something, unless the thesaurus has words of it.
create function private.initials_candidates(word text, kind "char") returns table (meaning text)
language sql stable set search_path = '' as $$
  with windows as (
    select substr(word, first, size) as letters, size
    from generate_series(greatest(3, char_length(word) - 2), char_length(word)) as size
    cross join generate_series(1, char_length(word) - size + 1) as first
  ), found as (
    select m[1] as phrase, max(w.size) as size, count(distinct t.title) as titles
    from private.titles_with_initials(word, kind) t, windows w,
    lateral regexp_matches(t.title, '\m(' || private.initials_pattern(w.letters) || ')\M') as m
    group by m[1]
  ), telling as (
    select f.*, max(f.size) over () as longest from found f
    where not private.is_small_word(split_part(f.phrase, ' ', 1))
      and not private.is_small_word(substring(f.phrase from '[a-z]+$'))
  )
  select f.phrase from telling f
  where f.size = f.longest
    and (f.size = char_length(word) or f.size = char_length(word) - 1 and f.size >= 4 or exists (
      select from private.thesaurus_keys k
      where k.key = private.search_stem(private.search_folded(word)) and k.forward
        and k.meant @> private.search_stems(private.search_folded(f.phrase))))
  order by f.titles desc, f.phrase limit 2
$$;
comment on function private.initials_candidates(text, "char") is
  'Returns up to two phrases of titles with the initials of an abbreviation, or with most of them: SSI, surgical site '
  'infection; PLWHA, living with HIV.';
revoke all on function private.initials_candidates(text, "char") from public;

create function private.spelled_out_candidates(word text) returns table (meaning text)
language sql stable set search_path = '' as $$
  with works as (
    select p.doc from private.search_postings p
    where p.kind = 'm' and p.stem = private.search_stem(private.search_words(word)) order by p.weight desc, p.doc limit 20
  ), texts as (
    select regexp_replace(lower(concat_ws(E'\n', m.abstract, left(m.chapter_one_preview, 20000))), '[\s-]+', ' ', 'g') as written
    from works join private.search_documents d using (doc) join public.research_materials m on m.id = d.target_id
    where m.published_at is not null
  )
  select m[1] from texts, regexp_matches(written, '\m(' || private.initials_pattern(word) || ')\s?\(' || word || 's?\)') as m
  group by m[1] order by count(*) desc, m[1] limit 1
$$;
comment on function private.spelled_out_candidates(text) is
  'Returns the phrase that published works write in full before an abbreviation: length of stay (LOS).';
revoke all on function private.spelled_out_candidates(text) from public;

-- Further away than private.nearest_word goes, because an admin looks at it.
create function private.spelling_candidates(word text, kind "char") returns table (meaning text)
language sql stable set search_path = '' as $$
  select (array_agg(v.written order by v.times desc, v.word))[1]
  from private.search_vocabulary v, lateral (select extensions.levenshtein(v.word, spelling_candidates.word) as steps) l
  where abs(char_length(v.word) - char_length(spelling_candidates.word)) <= 3 and v.times > 0
    and (v.word operator(extensions.%) spelling_candidates.word
      or left(v.word, 1) = left(spelling_candidates.word, 1)
        and extensions.dmetaphone(v.word) = extensions.dmetaphone(spelling_candidates.word))
    and l.steps <= greatest(2, char_length(spelling_candidates.word) / 3)
    and v.stem <> private.search_stem(spelling_candidates.word)
    and exists (
      select from private.search_postings p
      where p.kind = spelling_candidates.kind and p.stem = v.stem and p.weight >= 75
    )
  group by v.stem
  order by min((left(v.word, 1) <> left(spelling_candidates.word, 1))::integer),
    min((extensions.dmetaphone(v.word) <> extensions.dmetaphone(spelling_candidates.word))::integer), min(l.steps),
    sum(v.times) desc, v.stem
  limit 2
$$;
comment on function private.spelling_candidates(text, "char") is
  'Returns up to two words of titles or subjects that an unknown word may be a spelling of.';
revoke all on function private.spelling_candidates(text, "char") from public;

create function private.split_candidates(word text, kind "char") returns table (meaning text)
language sql stable set search_path = '' as $$
  select h.written || ' ' || t.written
  from generate_series(3, char_length(word) - 3) as cut,
  lateral (
    select v.written, c.holders from private.search_vocabulary v
    join private.search_stem_counts c on c.kind = split_candidates.kind and c.stem = v.stem and c.holders > 0
    where v.word = left(split_candidates.word, cut) limit 1
  ) h,
  lateral (
    select v.written, c.holders from private.search_vocabulary v
    join private.search_stem_counts c on c.kind = split_candidates.kind and c.stem = v.stem and c.holders > 0
    where v.word = substr(split_candidates.word, cut + 1) limit 1
  ) t
  order by least(h.holders, t.holders) desc, cut limit 1
$$;
comment on function private.split_candidates(text, "char") is
  'Returns the two words of the index that an unknown word is made of: bedbath, bed bath.';
revoke all on function private.split_candidates(text, "char") from public;

-- Only what most of these works are about, and few others.
create function private.mentioned_candidates(word text, kind "char") returns table (meaning text)
language sql stable set search_path = '' as $$
  with mentions as materialized (
    select p.doc, count(*) over () as docs from private.search_postings p
    where p.kind = mentioned_candidates.kind and p.stem = private.search_stem(word) limit 60
  ), subjects as (
    select p.stem, count(*) as times, max(m.docs) as docs
    from mentions m
    join private.search_postings p on p.doc = m.doc and p.weight >= 75 and p.stem like '% %'
    group by p.stem
  ), best as (
    select s.stem from subjects s
    join private.search_stem_counts c on c.kind = mentioned_candidates.kind and c.stem = s.stem
    where s.docs >= 2 and s.times >= greatest(2, s.docs / 2.0) and c.holders <= 3 * s.times
      and not exists (
        select from unnest(string_to_array(s.stem, ' ')) as part join private.search_stop_words w on w.stem = part
      )
    order by s.times desc, c.holders, s.stem limit 1
  )
  select (
    select string_agg(w.written, ' ' order by p.at)
    from unnest(string_to_array(b.stem, ' ')) with ordinality as p (stem, at),
    lateral (select v.written from private.search_vocabulary v where v.stem = p.stem order by v.times desc, v.word limit 1) w
  )
  from best b
$$;
comment on function private.mentioned_candidates(text, "char") is
  'Returns the two words that are in the titles of most works that mention a word, and of few others.';
revoke all on function private.mentioned_candidates(text, "char") from public;

create function private.joined_candidates(words text[], kind "char") returns table (term text, meaning text)
language sql stable set search_path = '' as $$
  select words[at] || ' ' || words[at + 1], s.meaning
  from generate_series(1, least(cardinality(words) - 1, 6)) as at,
  lateral (select s.meaning from private.spelling_candidates(words[at] || words[at + 1], joined_candidates.kind) s limit 1) s
  where words[at] || words[at + 1] ~ '^[a-z]{7,20}$' and not s.meaning = any (words)
    and private.search_stem(words[at + 1]) <> '' and not exists (
      select from private.search_stem_counts c
      where c.kind = joined_candidates.kind and c.stem = private.search_stem(words[at + 1]) and c.holders > 0
    )
$$;
comment on function private.joined_candidates(text[], "char") is
  'Returns neighbours of a search, the second unknown, that together resemble one word of titles or subjects.';
revoke all on function private.joined_candidates(text[], "char") from public;

create function private.thesaurus_candidates(words text, kind "char")
returns table (term text, meaning text, sort text, reason public.proposal_reason)
language sql stable set search_path = '' as $$
  with reading as materialized (
    select r.plain, r.stems, m.typed, m.corrected,
      not exists (select from private.rank_records(m, thesaurus_candidates.kind) f where f.exact) as lacks_match
    from private.read_words(thesaurus_candidates.words, thesaurus_candidates.kind) r,
    private.read_search(thesaurus_candidates.words, thesaurus_candidates.kind, true) m
  ), typed as materialized (
    select distinct t.word, t.stem, exists (
        select from private.search_stem_counts c where c.kind = thesaurus_candidates.kind and c.stem = t.stem and c.holders > 0
      ) as is_mentioned
    from reading r, unnest(r.typed, r.stems, r.corrected) as t (word, stem, corrected)
    where t.corrected is null and t.word ~ '^[a-z]{3,30}$'
      and not exists (select from private.search_stop_words s where s.stem = t.stem)
      and (r.lacks_match or not exists (select from private.thesaurus_keys k where k.key = t.stem and k.forward))
      and not exists (
        select from private.search_postings p
        where p.kind = thesaurus_candidates.kind and p.stem = t.stem and p.weight >= 75)
  ), misspelt as materialized (
    select t.word, c.meaning
    from typed t, private.spelling_candidates(t.word, thesaurus_candidates.kind) c
    where not t.is_mentioned and char_length(t.word) >= 4
  ), every as (
    select upper(t.word) as term, c.meaning, 'abbreviation' as sort, 'spelled_out' as reason, 1 as place
    from typed t, private.spelled_out_candidates(t.word) c where t.is_mentioned and char_length(t.word) <= 6
    union all
    select upper(t.word), c.meaning, 'abbreviation', 'initials', 2
    from typed t, private.initials_candidates(t.word, thesaurus_candidates.kind) c
    where char_length(t.word) <= 6 and not exists (select from misspelt m where m.word = t.word)
    union all
    select m.word, m.meaning, 'spelling', 'spelling', 3 from misspelt m
    union all
    select t.word, c.meaning, 'spelling', 'split', 4
    from typed t, private.split_candidates(t.word, thesaurus_candidates.kind) c
    where not t.is_mentioned and char_length(t.word) >= 6
    union all
    select c.term, c.meaning, 'spelling', 'joined', 5
    from reading r, private.joined_candidates(r.plain, thesaurus_candidates.kind) c
    union all
    select t.word, c.meaning, 'related', 'mentioned', 6
    from typed t, private.mentioned_candidates(t.word, thesaurus_candidates.kind) c
    where t.is_mentioned and char_length(t.word) >= 4
  ), new as (
    select distinct on (lower(e.term), lower(e.meaning)) e.* from every e
    where not exists (
      select from public.thesaurus t where lower(t.term) = lower(e.term) and lower(t.meaning) = lower(e.meaning)
    ) and lower(e.term) <> lower(e.meaning)
    order by lower(e.term), lower(e.meaning), e.place
  )
  select n.term, n.meaning, n.sort, n.reason::public.proposal_reason from new n order by n.place, n.term, n.meaning limit 6
$$;
comment on function private.thesaurus_candidates(text, "char") is
  'Returns up to six thesaurus entries that may help a missed search, of words that no title has and the thesaurus does '
  'not explain.';
revoke all on function private.thesaurus_candidates(text, "char") from public;
