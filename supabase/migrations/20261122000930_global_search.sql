-- Global search: the best of each kind, and suggestions while typing (docs/decisions/0030).

create function private.shown_hit(kind "char", target_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case kind
    when 'm' then (
      select jsonb_build_object('key', m.slug, 'label', m.subject_area, 'price', m.price, 'is_sample', m.is_sample)
      from public.research_materials m where m.id = target_id and m.published_at is not null)
    when 't' then (
      select jsonb_build_object('key', t.topic, 'label', coalesce(t.subject_area, ''), 'price', null, 'is_sample', false)
      from public.topics_directory t where t.id = target_id and t.deleted_at is null)
    when 'p' then (
      select jsonb_build_object('key', p.slug, 'label', '', 'price', null, 'is_sample', p.is_sample)
      from public.blog_posts p where p.id = target_id and p.published_at is not null)
    when 'c' then (
      select jsonb_build_object('key', c.id, 'label', c.category, 'price', c.price, 'is_sample', c.is_sample)
      from public.courses c where c.id = target_id and c.status = 'active')
    when 's' then (
      select jsonb_build_object('key', s.id, 'label', '', 'price', null, 'is_sample', s.is_sample)
      from public.writing_services s where s.id = target_id and s.published_at is not null)
  end
$$;
comment on function private.shown_hit("char", uuid) is
  'Returns what the results page shows of a record next to its title: the parts of its address, a label, its price in '
  'naira.';
revoke all on function private.shown_hit("char", uuid) from public;

create type private.search_hit as (
  kind "char", target_id uuid, title text, points integer, exact boolean, place integer, every integer
);
comment on type private.search_hit is 'A top result of its kind: its position, and the total of the kind.';

-- An unknown word of one kind is corrected there, and then known to the following kinds. Partial matches are shown only
-- if they score at least half of the best of all kinds, because one of five kinds nearly always has some word of a
-- query.
create function public.search_all(search text, verbatim boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  taken text := private.search_plain(left(search, 300));
  meaning private.search_meaning;
  of_kind "char";
  hits private.search_hit[] := '{}';
  corrections jsonb := '[]';
  max_rows integer;
begin
  foreach of_kind in array '{m,t,p,c,s}'::"char"[] loop
    meaning := private.read_search(taken, of_kind, not coalesce(verbatim, false));
    corrections := corrections || private.corrections(meaning);
    taken := (
      select string_agg(coalesce(private.search_plain(c.corrected), w.word), ' ' order by w.at)
      from unnest(string_to_array(taken, ' ')) with ordinality as w (word, at)
      left join lateral (
        select meaning.corrected[nth] as corrected from generate_subscripts(meaning.corrected, 1) as nth
          where meaning.typed[nth] = w.word
        limit 1
      ) c on true
    );
    hits := hits || array(
      select row(of_kind, r.target_id, r.title, r.points, r.exact,
        row_number() over (order by r.exact desc, r.points desc, r.title), count(*) over ())::private.search_hit
      from private.rank_records(meaning, of_kind) r order by r.exact desc, r.points desc, r.title limit 4
    );
  end loop;
  max_rows := (select max(h.points) from unnest(hits) h);
  return jsonb_build_object(
    'corrections', corrections,
    'hits', (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', h.kind, 'title', h.title, 'exact', h.exact, 'more', h.every > 3) || s.shown
        order by position(h.kind::text in 'mtpcs'), h.place), '[]')
      from unnest(hits) h, lateral (select private.shown_hit(h.kind, h.target_id) as shown) s
      where h.place <= 3 and (h.exact or h.points >= 0.5 * max_rows) and s.shown is not null
    )
  );
end $$;
comment on function public.search_all(text, boolean) is
  'Returns the best three materials (m), topics (t), posts (p), courses (c) and services (s) for a query: {hits, '
  'corrections}. Each hit says whether every word matches (exact) and whether its kind has more than three. verbatim: '
  'no corrections.';
revoke all on function public.search_all(text, boolean) from public;
grant execute on function public.search_all(text, boolean) to anon, authenticated, service_role;

-- For any input, at most 1000 words are read along the key of the vocabulary, then 40 titles of each of the four best
-- words. A browser shows only options that contain the typed letters, so no others are returned.
create function public.suggest(typed text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  so_far text := regexp_replace(left(typed, 200), '\S*$', '');
  plain text := private.search_plain(left(typed, 200));
  started text := private.search_plain(substring(left(typed, 200) from '\S*$'));
  folded text := private.search_folded(started);
  result text[] := private.search_stems(private.search_words(so_far));
  before text := result[cardinality(result)];
  words text[];
  stems text[];
begin
  if started !~ '^[a-z]{3,30}$' then
    return '{}';
  end if;
  with begins as (
    select v.word, v.written, v.stem, v.times
    from private.search_vocabulary v where v.word >= folded and v.word < folded || '{' and v.times > 0
    order by v.word limit 1000
  ), stems_found as (
    select distinct on (b.stem) case when starts_with(b.written, started) then b.written else b.word end as word, b.stem,
      coalesce((
        select sum(h.holders) from private.search_stem_counts h where h.stem = b.stem and h.kind in ('m', 't', 'p', 'c', 's')
      ), 0) as holders
    from begins b order by b.stem, b.times desc, b.word
  ), known as (
    select o.word, o.stem, o.holders from stems_found o
    where o.holders > 0 and starts_with(o.word, started) order by o.holders desc, o.word limit 40
  ), best as (
    select k.word, k.stem, k.holders, b.beside
    from known k, lateral (
      select coalesce(sum(h.holders), 0) as beside from private.search_stem_counts h
      where h.stem = before || ' ' || k.stem and h.kind in ('m', 't', 'p', 'c', 's')
    ) b
    -- Skips words that never follow the previous word, and words that occur only in body texts, because they are not
    -- subjects.
    where (before is null or b.beside > 0) and exists (
      select 1 from unnest('{m,t,p,c,s}'::"char"[]) as of_kind, lateral (
        select p.weight from private.search_postings p
        where p.kind = of_kind and p.stem = k.stem order by p.weight desc, p.doc limit 1
      ) p
      where p.weight >= 55
    )
    order by b.beside desc, k.holders desc, k.word limit 4
  )
  select array_agg(b.word order by b.beside desc, b.holders desc, b.word),
         array_agg(concat_ws(' ', before, b.stem) order by b.beside desc, b.holders desc, b.word)
    into words, stems from best b;
  return array(
    select suggestion
    from (
      select distinct on (lower(suggestion)) suggestion, sort, nth
      from (
        select so_far || word as suggestion, 1 as sort, nth from unnest(words) with ordinality as w (word, nth)
        union all
        select area, 2, row_number() over (order by area)
        from (
          select substr(h.stem, 7) as area from private.search_stem_counts h
          where h.kind = 'm' and h.stem >= '=area:' and h.stem < '=area;' and h.holders > 0 limit 500
        ) a
        where position(' ' || plain in ' ' || private.search_plain(area)) > 0
        union all
        select title, 3, row_number() over (order by nth, char_length(title), title)
        from (
          select distinct on (d.title) d.title, s.nth
          from unnest(stems) with ordinality as s (stem, nth), unnest('{m,t,p}'::"char"[]) as of_kind,
          lateral (
            select p.doc, p.weight from private.search_postings p
            where p.kind = of_kind and p.stem = s.stem order by p.weight desc, p.doc limit 40
          ) p
          join private.search_documents d using (doc)
          where p.weight >= 100 and position(' ' || plain in ' ' || private.search_plain(d.title)) > 0
          order by d.title, s.nth
        ) t
      ) every
      order by lower(suggestion), sort
    ) ranked
    where nth <= case sort when 1 then 4 else 3 end and lower(suggestion) <> lower(btrim(typed))
    order by sort, nth limit 8
  );
end $$;
comment on function public.suggest(text) is
  'Returns up to eight completions of the last word: vocabulary words first, then subject areas, then titles. Empty '
  'for fewer than three letters.';
revoke all on function public.suggest(text) from public;
grant execute on function public.suggest(text) to anon, authenticated, service_role;
