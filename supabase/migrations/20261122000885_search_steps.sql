-- The steps in which a query is read (docs/decisions/0063). Each takes the reading of the step before it and returns
-- its own. Lookups are in subqueries with limit 1, so that they are index lookups and never joins that read a whole
-- table.

create type private.search_reading as (
  kind "char", plain text[], words text[], stems text[], places integer[], known boolean[], is_unfinished boolean,
  completions text[], meaning private.search_meaning
);
comment on type private.search_reading is
  'A query while it is read. plain: all its words; words and stems: those that are searched, in the search''s spelling; '
  'places: their positions in plain; known: whether the shop or the thesaurus has them; is_unfinished: whether the last '
  'word may be; completions: what it may become.';

-- The start of a sentence that asks for a work: please I need a project on. Names of kinds stay.
create function private.strip_request(plain text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(regexp_replace(plain,
    '^((please|pls|plz|abeg|biko|kindly|hello|hi|dear|sir|ma|good|morning|afternoon|evening) )*'
    || '((i|we) (am|need|want|wan|would|was)|(send|give|show|help|get|find) (me|us)|(do|can|could|will) (you|i|we)'
    || '|where (can|could|do)|(looking|searching) for|my (supervisor|lecturer|teacher|school|department)|any (work|material))'
    || '( (i|you|we|me|us|need|needs|want|wants|wan|like|to|see|get|find|have|looking|look|searching|search|for|send|give'
    || '|show|help|with|any|something|anything|some|a|an|the|on|about|say|says|said|asked|gave|told|write|do|download|buy'
    || '|work|works|material|materials|top|please)\M)*', ''), ''), plain)
$$;
comment on function private.strip_request(text) is
  'Returns a plain query without the words that ask for a work at its start, or as it is if nothing else is there.';
revoke all on function private.strip_request(text) from public;

-- The code of a course is no subject (NSC 412), but its letters may be a word: MSc 701.
create function private.subject_words(search text) returns text[]
language sql stable set search_path = '' as $$
  with plain as materialized (
    select (string_to_array(btrim(private.strip_request(private.search_plain(left(search, 300)))), ' '))[1:40] as words
  ), kept as (
    select array_agg(w.word order by w.at) as words
    from plain, unnest(plain.words) with ordinality as w (word, at)
    where not exists (select from private.search_filler_words f where f.word = w.word)
      and not (w.word ~ '^[1-9][0-9]{2}$' and coalesce(plain.words[w.at - 1] ~ '^[a-z]{3}$', false))
      and not (w.word ~ '^[a-z]{3}$' and coalesce(plain.words[w.at + 1] ~ '^[1-9][0-9]{2}$', false)
        and not exists (select from private.thesaurus_keys k where k.key = w.word)
        and not exists (select from private.search_kind_words k where k.key = w.word)
        and not exists (select from private.search_vocabulary v where v.word = w.word))
  )
  select coalesce(kept.words, plain.words) from plain, kept
$$;
comment on function private.subject_words(text) is
  'Returns at most 40 plain words of a query without those that say nothing about its subject.';
revoke all on function private.subject_words(text) from public;

create function private.read_words(search text, kind "char") returns private.search_reading
language plpgsql stable set search_path = '' as $$
declare
  r private.search_reading;
  m private.search_meaning;
  folded text[];
  stem text;
  total integer;
begin
  r.kind := kind;
  r.plain := private.subject_words(search);
  r.words := '{}';
  r.stems := '{}';
  r.places := '{}';
  r.completions := '{}';
  r.is_unfinished := false;
  folded := string_to_array(private.search_folded(array_to_string(r.plain, ' ')), ' ');
  for place in 1 .. coalesce(cardinality(folded), 0) loop
    stem := private.search_stem(folded[place]);
    -- The spelling of does is folded to des, which is no stop word.
    if stem <> '' and private.search_stem(r.plain[place]) <> '' and cardinality(r.stems) < 16 then
      r.stems := r.stems || stem;
      r.words := r.words || folded[place];
      r.places := r.places || place;
    end if;
  end loop;
  total := cardinality(r.stems);
  r.known := array_fill(false, array[total]);
  m.typed := array(select r.plain[p] from unnest(r.places) with ordinality as t (p, nth) order by nth);
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
  m.named := '[]';
  r.meaning := m;
  return r;
end $$;
comment on function private.read_words(text, "char") is
  'Returns at most 16 words of a query with their stems, without stop words (the, of), and an empty meaning.';
revoke all on function private.read_words(text, "char") from public;

create function private.find_known_words(r private.search_reading) returns private.search_reading
language plpgsql stable set search_path = '' as $$
declare
  total integer := cardinality(r.stems);
  term record;
begin
  -- The stemmer does not know the plural of an abbreviation: TBAs.
  r.stems := array(
    select case when s.stem = s.word and s.word ~ '^[a-z]{2,6}s$'
                  and exists (select 1 from private.thesaurus_keys k where k.key = left(s.word, -1))
                  and not exists (select 1 from private.search_stem_counts h where h.stem = s.stem and h.holders > 0)
             then left(s.word, -1) else s.stem end
    from unnest(r.words, r.stems) with ordinality as s (word, stem, nth) order by s.nth
  );
  r.known := array(
    select exists (select 1 from private.search_stem_counts h where h.stem = s.stem and h.holders > 0
                     and h.kind in ('m', 't', 'p', 'c', 's'))
    from unnest(r.stems) with ordinality as s (stem, nth) order by s.nth
  );
  r.is_unfinished := r.places[total] = cardinality(r.plain) and r.words[total] ~ '^[a-z]{3,30}$' and not exists (
    select 1 from private.search_stem_counts h
    where h.kind = r.kind and h.stem in (r.stems[total], '~' || r.words[total]) and h.holders > 0
  );
  for term in
    select f, t
    from generate_series(1, total) as f cross join generate_series(f, least(f + 4, total)) as t
    where exists (select 1 from private.thesaurus_keys k where k.key = array_to_string(r.stems[f:t], ' '))
       or exists (select 1 from private.search_kind_words k where k.key = array_to_string(r.stems[f:t], ' '))
  loop
    for unit in term.f .. term.t loop
      r.known[unit] := true;
    end loop;
    r.is_unfinished := r.is_unfinished and term.t < total;
  end loop;
  return r;
end $$;
comment on function private.find_known_words(private.search_reading) is
  'Marks the words that records of any kind, the thesaurus or the names of kinds and programmes have, the plural of an '
  'abbreviation as its singular.';
revoke all on function private.find_known_words(private.search_reading) from public;

create function private.match_split_words(r private.search_reading) returns private.search_reading
language plpgsql stable set search_path = '' as $$
declare
  joined record;
  parts integer[];
begin
  for joined in select s.* from private.split_words(r.kind, r.plain) s loop
    parts := array(select nth from unnest(r.places) with ordinality as p (place, nth)
      where place between joined.first and joined.last);
    if cardinality(parts) > 0 then
      r.known := array(select known or nth = any (parts) from unnest(r.known) with ordinality as k (known, nth) order by nth);
      r.meaning := private.matched_by(r.meaning, parts, joined.stem, 1);
      r.is_unfinished := r.is_unfinished and joined.last < cardinality(r.plain);
    end if;
  end loop;
  return r;
end $$;
comment on function private.match_split_words(private.search_reading) is
  'Lets the pieces of a word that was split match it: vesico vaginal, cat a ract.';
revoke all on function private.match_split_words(private.search_reading) from public;

-- Dictation also writes what it hears: glow coma. One of the pieces is short. Each of at most three tries reads an
-- index.
create function private.match_misheard_words(r private.search_reading) returns private.search_reading
language plpgsql stable security definer set search_path = '' as $$
declare
  m private.search_meaning := r.meaning;
  joined text;
  near record;
  tries integer := 0;
begin
  for unit in 1 .. cardinality(r.stems) - 1 loop
    joined := r.words[unit] || r.words[unit + 1];
    if tries = 3 or (r.known[unit] and r.known[unit + 1]) or r.places[unit + 1] > r.places[unit] + 1
      or least(char_length(r.words[unit]), char_length(r.words[unit + 1])) > 5 or joined !~ '^[a-z]{8,20}$' then
      continue;
    end if;
    tries := tries + 1;
    select (n.word_found).word as word, (n.word_found).written as written, (n.word_found).stem as stem, n.certain into near
      from private.nearest_word(r.kind, joined) n;
    if near.certain and extensions.dmetaphone(near.word) = extensions.dmetaphone(joined) then
      r.known[unit] := true;
      r.known[unit + 1] := true;
      m.corrected[unit] := near.written;
      m.corrected[unit + 1] := '';
      m := private.matched_by(m, array[unit, unit + 1], near.stem, 1);
      r.is_unfinished := r.is_unfinished and unit + 1 < cardinality(r.stems);
    end if;
  end loop;
  r.meaning := m;
  return r;
end $$;
comment on function private.match_misheard_words(private.search_reading) is
  'Lets two neighbours match the one word that they sound like together, if one of them is unknown. The second is '
  'corrected to nothing.';
revoke all on function private.match_misheard_words(private.search_reading) from public;

create function private.complete_last_word(r private.search_reading) returns private.search_reading
language plpgsql stable security definer set search_path = '' as $$
declare
  total integer := cardinality(r.stems);
  completed record;
begin
  if r.is_unfinished then
    for completed in select c.* from private.complete_word(r.kind, r.plain[r.places[total]]) c loop
      r.known[total] := true;
      if completed.is_known then
        if r.completions = '{}' then
          r.stems[total] := completed.stem;
        else
          r.meaning := private.matched_by(r.meaning, array[total], completed.stem, 0.9);
        end if;
        r.completions := r.completions || completed.written;
      end if;
    end loop;
  end if;
  return r;
end $$;
comment on function private.complete_last_word(private.search_reading) is
  'Completes an unfinished last word. The most frequent completion is searched as if it were typed, the others as '
  'alternatives.';
revoke all on function private.complete_last_word(private.search_reading) from public;

create function private.correct_words(r private.search_reading, correcting boolean) returns private.search_reading
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  m private.search_meaning := r.meaning;
  stem_joined text;
  near record;
  first integer;
begin
  for unit in 1 .. cardinality(r.stems) loop
    if r.known[unit] then
      continue;
    end if;
    -- Two words typed as one.
    for stem_joined in select j from private.joined_words(r.kind, r.words[unit]) j loop
      r.known[unit] := true;
      m := private.matched_by(m, array[unit], stem_joined, 1);
    end loop;
    if not r.known[unit] and char_length(r.words[unit]) = 3 and exists (
      select 1 from private.search_stem_counts h where h.kind = r.kind and h.stem = '~' || r.words[unit] and h.holders > 0
    ) then
      r.known[unit] := true;
      m := private.matched_by(m, array[unit], '~' || r.words[unit], 0.8);
    end if;
    first := array_position(r.words, r.words[unit]);
    if first < unit and not r.known[first] then
      m.corrected[unit] := m.corrected[first];
      r.stems[unit] := r.stems[first];
    elsif correcting and not r.known[unit] and r.words[unit] ~ '^[a-z]{4,30}$' then
      select (n.word_found).written as written, (n.word_found).stem as stem, n.certain into near
        from private.nearest_word(r.kind, r.words[unit]) n;
      if near.certain then
        m.corrected[unit] := near.written;
        r.stems[unit] := near.stem;
      elsif near.written is not null then
        m.offered[unit] := near.written;
      end if;
    end if;
  end loop;
  r.meaning := m;
  return r;
end $$;
comment on function private.correct_words(private.search_reading, boolean) is
  'Lets an unknown word match as two words typed as one or as initials of a title (PHC). correcting: another is replaced '
  'by the closest known word, which is only offered if it is not close enough.';
revoke all on function private.correct_words(private.search_reading, boolean) from public;

create function private.match_words(r private.search_reading) returns private.search_reading
language plpgsql immutable set search_path = '' as $$
declare
  m private.search_meaning := r.meaning;
begin
  for unit in 1 .. cardinality(r.stems) loop
    m := private.matched_by(m, array[unit], r.stems[unit], 1);
    if unit < cardinality(r.stems) then
      m.pairs := m.pairs || (r.stems[unit] || ' ' || r.stems[unit + 1]);
    end if;
  end loop;
  r.meaning := m;
  return r;
end $$;
comment on function private.match_words(private.search_reading) is
  'Lets each word match itself, and pairs of neighbours match.';
revoke all on function private.match_words(private.search_reading) from public;

create function private.match_meanings(r private.search_reading) returns private.search_reading
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  m private.search_meaning := r.meaning;
  term record;
begin
  for term in select * from private.thesaurus_meanings(r.stems) loop
    m := private.matched_by(
      m, term.units, array_to_string(private.search_lexemes(term.meant), '|'), term.factor);
    if cardinality(term.meant) > 1 then
      m := private.matched_by(m, term.units, array_to_string(term.meant, '|'), (term.factor * 0.6)::real);
    end if;
  end loop;
  m.understood := private.understood_terms(m.typed, r.stems, r.completions <> '{}');
  if r.completions <> '{}' then
    m.understood := m.understood || jsonb_build_object(
      'typed', m.typed[cardinality(m.typed)], 'meaning', array_to_string(r.completions[1:3], ', '));
  end if;
  r.meaning := m;
  return r;
end $$;
comment on function private.match_meanings(private.search_reading) is
  'Lets each word of a thesaurus term match the meaning: as a phrase or, with a lower score, as separate words.';
revoke all on function private.match_meanings(private.search_reading) from public;

-- A year in a title is no wish: NDHS 2018.
create function private.named_bounds(r private.search_reading) returns table (first integer, last integer, index_stems text[])
language sql stable set search_path = '' as $$
  with numbers as (
    select u.nth::integer as unit, n.number, r.plain[u.place - 1] as before, r.plain[u.place + 1] as after
    from unnest(r.places) with ordinality as u (place, nth),
    lateral (select substring(r.plain[u.place] from '^n?([0-9]{3,5})$')::integer as number) n
    where n.number is not null
  )
  select n.unit, n.unit + (n.after = 'naira' and n.unit < cardinality(r.stems))::integer, array['=price:' || b.bound]
  from numbers n, lateral (select min(bound) as bound from private.price_bounds where bound >= n.number) b
  where b.bound is not null
    and (n.after = 'naira' or n.before in ('under', 'below', 'than', 'max', 'maximum', 'most', 'within', 'n', 'budget'))
  union all
  select n.unit, n.unit, array['=in:' || n.number] from numbers n
  where n.number between 2010 and 2039 and n.before is distinct from 'under' and not exists (
    select from private.search_stem_counts h
    where h.kind = r.kind and h.holders > 0 and n.unit > 1 and h.stem = r.stems[n.unit - 1] || ' ' || r.stems[n.unit]
  )
$$;
comment on function private.named_bounds(private.search_reading) is
  'Returns the words of a query that are a highest price (under 2000, 1500 naira) or a year, with the index stems of such '
  'works.';
revoke all on function private.named_bounds(private.search_reading) from public;

-- The longest name first. Free is a price beside another name or at an end: drug-free days is not.
create function private.named_traits(r private.search_reading) returns table (first integer, last integer, index_stems text[])
language sql stable set search_path = '' as $$
  with names as materialized (
    select f, t, k.index_stems
    from generate_series(1, cardinality(r.stems)) as f
    cross join generate_series(f, least(f + 2, cardinality(r.stems))) as t
    join private.search_kind_words k on k.key = array_to_string(r.stems[f:t], ' ')
    union all
    select * from private.named_bounds(r)
  )
  select n.* from names n
  where n.index_stems[1] <> '=price:0' or n.f = 1 or n.t = cardinality(r.stems)
    or exists (select from names o where o.f = n.t + 1 or o.t = n.f - 1)
  order by n.t - n.f desc, n.f
$$;
comment on function private.named_traits(private.search_reading) is
  'Returns the words of a query that name a kind of work, a programme, a price or a year.';
revoke all on function private.named_traits(private.search_reading) from public;

-- In a longer query kinds, programmes, prices and years rank such records first; alone they are the query. One that no
-- record of the kind can have (a topic has no kind or price) is put aside: it neither ranks nor is missed.
create function private.name_kinds(r private.search_reading) returns private.search_meaning
language plpgsql stable set search_path = '' as $$
declare
  m private.search_meaning := r.meaning;
  total integer := cardinality(r.stems);
  naming boolean[] := array_fill(false, array[total]);
  wanted boolean[] := naming;
  is_alone boolean;
  is_indexed boolean;
  trait record;
  one text;
begin
  for trait in select * from private.named_traits(r) loop
    if not (true = any (naming[trait.first:trait.last])) then
      is_indexed := r.kind = 'm' or exists (
        select from private.search_stem_counts h where h.kind = r.kind and h.stem = any (trait.index_stems) and h.holders > 0
      );
      m.named := m.named || jsonb_build_object('typed', array_to_string(m.typed[trait.first:trait.last], ' '),
        'stems', trait.index_stems, 'is_indexed', is_indexed);
      for unit in trait.first .. trait.last loop
        naming[unit] := true;
        wanted[unit] := is_indexed;
      end loop;
      if is_indexed then
        m.traits := m.traits || array_to_string(trait.index_stems, chr(10));
        foreach one in array trait.index_stems loop
          m := private.matched_by(m, array(select generate_series(trait.first, trait.last)), one, 1);
        end loop;
      end if;
    end if;
  end loop;
  is_alone := not (false = any (select m.optional[w] or naming[w] from generate_series(1, total) as w));
  if is_alone and m.traits = '{}' then
    -- Nothing else is there to search.
    m.named := '[]';
    return m;
  end if;
  for unit in 1 .. total loop
    if naming[unit] then
      m.weights[unit] := case when is_alone and wanted[unit] then 1 else 0 end;
      m.optional[unit] := not (is_alone and wanted[unit]);
    end if;
  end loop;
  return m;
end $$;
comment on function private.name_kinds(private.search_reading) is
  'Finds kinds of work, programmes, prices and years in a query. named.is_indexed: false for one that is put aside.';
revoke all on function private.name_kinds(private.search_reading) from public;

create function private.read_search(search text, kind "char", correcting boolean) returns private.search_meaning
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  r private.search_reading := private.read_words(search, kind);
  m private.search_meaning;
begin
  if cardinality(r.stems) = 0 then
    return r.meaning;
  end if;
  r := private.match_split_words(private.find_known_words(r));
  if correcting then
    r := private.complete_last_word(private.match_misheard_words(r));
  end if;
  r := private.match_words(private.correct_words(r, correcting));
  if correcting then
    r := private.match_meanings(r);
  end if;
  m := r.meaning;
  select w.weights, w.optional into m.weights, m.optional from private.weigh_words(m, kind, r.stems) w;
  r.meaning := m;
  return private.name_kinds(r);
end $$;
comment on function private.read_search(text, "char", boolean) is
  'Returns the interpretation of a query for a kind of record. correcting: an unknown last word is completed, and other '
  'unknown words are replaced by the closest known ones.';
revoke all on function private.read_search(text, "char", boolean) from public;
