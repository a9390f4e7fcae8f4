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
  r.plain := (string_to_array(private.search_plain(left(search, 300)), ' '))[1:40];
  r.words := '{}';
  r.stems := '{}';
  r.places := '{}';
  r.completions := '{}';
  r.is_unfinished := false;
  folded := string_to_array(private.search_folded(array_to_string(r.plain, ' ')), ' ');
  for place in 1 .. coalesce(cardinality(folded), 0) loop
    stem := private.search_stem(folded[place]);
    if stem <> '' and cardinality(r.stems) < 16 then
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
  'Marks the words that records of any kind, the thesaurus or the names of kinds and programmes have.';
revoke all on function private.find_known_words(private.search_reading) from public;

create function private.match_split_words(r private.search_reading) returns private.search_reading
language plpgsql stable set search_path = '' as $$
declare
  joined record;
begin
  for joined in select s.* from private.split_words(r.kind, r.plain, r.places) s loop
    r.known[joined.unit] := true;
    r.known[joined.unit + 1] := true;
    r.meaning := private.matched_by(r.meaning, joined.unit, joined.unit + 1, joined.stem, 1);
    r.is_unfinished := r.is_unfinished and joined.unit + 1 < cardinality(r.stems);
  end loop;
  return r;
end $$;
comment on function private.match_split_words(private.search_reading) is
  'Lets two neighbours that are one word of the index match as one: vesico vaginal.';
revoke all on function private.match_split_words(private.search_reading) from public;

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
          r.meaning := private.matched_by(r.meaning, total, total, completed.stem, 0.9);
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
      m := private.matched_by(m, unit, unit, stem_joined, 1);
    end loop;
    if not r.known[unit] and char_length(r.words[unit]) = 3 and exists (
      select 1 from private.search_stem_counts h where h.kind = r.kind and h.stem = '~' || r.words[unit] and h.holders > 0
    ) then
      r.known[unit] := true;
      m := private.matched_by(m, unit, unit, '~' || r.words[unit], 0.8);
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
    m := private.matched_by(m, unit, unit, r.stems[unit], 1);
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
      m, term.first_unit, term.last_unit, array_to_string(private.search_lexemes(term.meant), '|'), term.factor);
    if cardinality(term.meant) > 1 then
      m := private.matched_by(m, term.first_unit, term.last_unit, array_to_string(term.meant, '|'), (term.factor * 0.6)::real);
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
    r := private.complete_last_word(r);
  end if;
  r := private.match_words(private.correct_words(r, correcting));
  if correcting then
    r := private.match_meanings(r);
  end if;
  m := r.meaning;
  select w.weights, w.optional into m.weights, m.optional from private.weigh_words(m, kind, r.stems) w;
  return private.name_kinds(m, kind, r.stems);
end $$;
comment on function private.read_search(text, "char", boolean) is
  'Returns the interpretation of a query for a kind of record. correcting: an unknown last word is completed, and other '
  'unknown words are replaced by the closest known ones.';
revoke all on function private.read_search(text, "char", boolean) from public;
