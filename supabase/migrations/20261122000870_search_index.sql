-- The search index: the words of each published record with their weights. Triggers update it, so a change is
-- searchable immediately. It has only what visitors may read, so neither results nor corrections reveal hidden records.

create table private.search_documents (
  doc integer generated always as identity primary key,
  kind "char" not null,
  target_id uuid not null,
  title text not null,
  unique (target_id, kind)
);
comment on table private.search_documents is
  'Every indexed record with a short number. kind: m material, t topic, p post, c course, s service.';

create table private.search_postings (
  doc integer not null,
  stem text collate "C" not null,
  kind "char" not null,
  weight smallint not null,
  primary key (doc, stem) include (weight)
);
comment on table private.search_postings is 'Index entries of each record: its stems, and pairs of adjacent stems.';
comment on column private.search_postings.weight is
  'Relevance of the stem to the record, 1 to 127: 100 in the title, less elsewhere.';
-- Sorted by weight, so that a search reads only the entries of a common stem that it ranks.
create index search_postings_best_idx on private.search_postings (kind, stem, weight desc, doc);

-- Counts change often; free space in each page keeps these updates out of the indexes (HOT).
create table private.search_stem_counts (kind "char", stem text collate "C", holders integer not null, primary key (kind, stem))
  with (fillfactor = 70);
comment on table private.search_stem_counts is
  'Number of records of a kind that have a stem or pair. Rare ones score higher.';

create function private.count_search_stems() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.search_stem_counts as held (kind, stem, holders)
    select kind, stem, count(*) from changed group by kind, stem order by kind, stem
    on conflict (kind, stem) do update set holders = held.holders + excluded.holders;
  else
    update private.search_stem_counts held set holders = held.holders - gone.lost
      from (select kind, stem, count(*) as lost from changed group by kind, stem order by kind, stem) gone
     where held.kind = gone.kind and held.stem = gone.stem;
  end if;
  return null;
end $$;
comment on function private.count_search_stems() is 'Trigger: counts the records of each stem.';
revoke all on function private.count_search_stems() from public;
create trigger search_postings_more after insert on private.search_postings referencing new table as changed
  for each statement execute function private.count_search_stems();
create trigger search_postings_less after delete on private.search_postings referencing old table as changed
  for each statement execute function private.count_search_stems();

create type private.search_text as (target_id uuid, field "char", written text);
comment on type private.search_text is
  'A text of a record. field: a title, b subject area, c abstract and method, d readable part, k filter value.';

create function private.remove_from_index(kind "char", things uuid[]) returns void
language sql set search_path = '' as $$
  with gone as (
    delete from private.search_documents d where d.target_id = any (things) and d.kind = remove_from_index.kind returning d.doc
  )
  delete from private.search_postings p using gone where p.doc = gone.doc
$$;
comment on function private.remove_from_index("char", uuid[]) is 'Removes records from the index.';
revoke all on function private.remove_from_index("char", uuid[]) from public;

-- A word scores by its best field, and a little more for occurring in several fields or often in an abstract.
create function private.index_records(kind "char", texts private.search_text[]) returns void
language sql set search_path = '' as $$
  with documents as (
    insert into private.search_documents (kind, target_id, title)
    select index_records.kind, t.target_id, t.written from unnest(texts) t where t.field = 'a'
    returning doc, target_id
  ), words as materialized (
    select d.doc, t.field, w.at, w.word, w.plain, private.search_stem(w.word) as stem
    from unnest(texts) t
    join documents d on d.target_id = t.target_id and t.field <> 'k',
    lateral (select private.search_plain(t.written) as plain) p,
    lateral unnest(string_to_array(private.search_folded(p.plain), ' '), string_to_array(p.plain, ' '))
      with ordinality as w (word, plain, at)
    where w.word <> ''
    union all
    -- pre-eclampsia is also typed as one word.
    select d.doc, t.field, null, j.word, m[1] || m[2], private.search_stem(j.word)
    from unnest(texts) t
    join documents d using (target_id),
    lateral regexp_matches(lower(extensions.unaccent('extensions.unaccent', t.written)), '\m([a-z]{2,})-([a-z]{3,})\M', 'g') as m,
    lateral private.search_words(m[1] || m[2]) as j (word)
    where t.field in ('a', 'b', 'c')
  ), telling as materialized (
    select * from words where stem is not null
  ), pairs as (
    select doc, field, stem || ' ' || lead(stem) over (partition by doc, field order by at) as stem
    from telling where at is not null and field in ('a', 'b')
  ), initials as (
    select doc, field, left(stem, 1) || lead(left(stem, 1)) over title || lead(left(stem, 1), 2) over title as three
    from telling where at is not null and field = 'a' and stem ~ '^[a-z]'
    window title as (partition by doc order by at)
    union all
    -- With a small word in the middle: quality of life. Only the last resort of a search and proposals read them.
    select doc, field, case when stem <> '' and lead(stem, 2) over title <> '' and lead(stem) over title is null
      then '~' || left(word, 1) || lead(left(word, 1)) over title || lead(left(word, 1), 2) over title end
    from words where at is not null and field = 'a' and word ~ '^[a-z]'
    window title as (partition by doc order by at)
  ), counted as (
    select doc, stem, field, count(*) as times from telling group by doc, stem, field
    union all
    select doc, stem, field, count(*) from pairs where stem is not null group by doc, stem, field
    union all
    select d.doc, '=' || t.written, t.field, 1 from unnest(texts) t join documents d using (target_id) where t.field = 'k'
    union all
    select doc, '=', 'k', 1 from documents
    union all
    -- PHC stands for three words of a title.
    select doc, '~' || three, field, 1 from initials where three is not null
  ), weighed as (
    select doc, stem,
      case field when 'a' then 100 when 'k' then 100
        when 'b' then case index_records.kind when 't' then 90 else 75 end when 'c' then 18 + 6 * least(times, 5)
        else 4 + 3 * least(times, 6) end as weight
    from counted
  ), kept as (
    insert into private.search_postings (doc, stem, kind, weight)
    select doc, stem, index_records.kind, least(127, max(weight) + (sum(weight) - max(weight)) / 5)
    from weighed group by doc, stem
  )
  insert into private.search_vocabulary as known (word, written, stem, times)
  select word, min(plain), min(stem), count(at) from telling where word ~ '^[a-z]{3,30}$' group by word order by word
  on conflict (word) do update set times = known.times + excluded.times
$$;
comment on function private.index_records("char", private.search_text[]) is
  'Adds records to the index with their texts.';
revoke all on function private.index_records("char", private.search_text[]) from public;

-- Large sets are indexed in slices: the planner assumes that an in-memory list is short and joins it row by row.
create function private.in_slices(ids uuid[]) returns setof uuid[]
language sql immutable set search_path = '' as $$
  select ids[start : start + 249] from generate_series(1, cardinality(ids), 250) as start
$$;
comment on function private.in_slices(uuid[]) is 'Returns a list in slices of 250.';
revoke all on function private.in_slices(uuid[]) from public;

-- Filter steps of the marketplace: maximum prices in naira, and earliest years.
create view private.price_bounds as select unnest(array[0, 1000, 2000, 3000, 5000]) as bound;
create view private.year_bounds as select unnest(array[2024, 2023, 2022, 2020, 2015]) as bound;

create function private.index_materials() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  slice uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select id from fresh where published_at is not null);
  elsif tg_op = 'DELETE' then
    ids := array(select id from stale);
  else
    ids := array(
      select n.id from fresh n join stale o using (id)
      where (n.title, n.subject_area, n.category, n.list_category, n.format, n.price, n.year_of_study,
             n.chapter_one_preview, n.abstract, n.full_contents, n.design, n.population_and_sample, n.instrument,
             n.programme, n.published_at is null)
        is distinct from
            (o.title, o.subject_area, o.category, o.list_category, o.format, o.price, o.year_of_study,
             o.chapter_one_preview, o.abstract, o.full_contents, o.design, o.population_and_sample, o.instrument,
             o.programme, o.published_at is null)
    );
  end if;
  if cardinality(ids) > 0 then
    if tg_op <> 'INSERT' then
      perform private.remove_from_index('m', ids);
    end if;
    for slice in select * from private.in_slices(ids) loop
      perform private.index_records('m', array(
        select row(m.id, t.field, t.written)::private.search_text
        from public.research_materials m,
        lateral (values
          ('a', m.title), ('b', m.subject_area), ('k', 'category:' || m.list_category),
          -- An outline is found by its kind too.
          ('k', case when m.list_category <> m.category then 'kind:' || m.category end),
          ('k', 'area:' || nullif(m.subject_area, '')),
          ('k', 'format:' || m.format), ('k', 'programme:' || m.programme), ('k', 'in:' || m.year_of_study),
          ('c', concat_ws(E'\n', m.abstract, array_to_string(m.full_contents, E'\n'), m.design, m.population_and_sample,
                          m.instrument)),
          ('d', left(m.chapter_one_preview, 20000))
        ) as t (field, written)
        where m.id = any (slice) and m.published_at is not null and t.written <> ''
        union all
        select row(m.id, 'k', 'price:' || bound)::private.search_text
        from public.research_materials m join private.price_bounds b on m.price <= b.bound
        where m.id = any (slice) and m.published_at is not null
        union all
        select row(m.id, 'k', 'year:' || bound)::private.search_text
        from public.research_materials m join private.year_bounds b on m.year_of_study >= b.bound
        where m.id = any (slice) and m.published_at is not null
      ));
    end loop;
  end if;
  return null;
end $$;
comment on function private.index_materials() is 'Trigger: indexes published materials and removes others.';
revoke all on function private.index_materials() from public;
create trigger research_materials_index_new after insert on public.research_materials
  referencing new table as fresh for each statement execute function private.index_materials();
create trigger research_materials_index_changed after update on public.research_materials
  referencing new table as fresh old table as stale for each statement execute function private.index_materials();
create trigger research_materials_index_gone after delete on public.research_materials
  referencing old table as stale for each statement execute function private.index_materials();

create table private.material_titles (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  title_words text not null
);
comment on table private.material_titles is
  'Titles of all materials, also hidden ones, as plain words, to find duplicates.';
create index material_titles_words_idx on private.material_titles (title_words);

create function private.save_material_title() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.material_titles (material_id, title_words) values (new.id, private.search_words(new.title))
  on conflict (material_id) do update set title_words = excluded.title_words;
  return new;
end $$;
comment on function private.save_material_title() is 'Trigger: saves a material''s title as plain words.';
revoke all on function private.save_material_title() from public;
create trigger research_materials_title_words after insert or update of title on public.research_materials
  for each row execute function private.save_material_title();

create function private.index_topics() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  slice uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select id from fresh where deleted_at is null);
  elsif tg_op = 'DELETE' then
    ids := array(select id from stale);
  else
    ids := array(
      select n.id from fresh n join stale o using (id)
      where (n.found_in, n.deleted_at is null) is distinct from (o.found_in, o.deleted_at is null)
    );
  end if;
  if cardinality(ids) > 0 then
    if tg_op <> 'INSERT' then
      perform private.remove_from_index('t', ids);
    end if;
    for slice in select * from private.in_slices(ids) loop
      perform private.index_records('t', array(
        select row(n.id, t.field, t.written)::private.search_text
        from public.topics_directory n,
        lateral (values ('a', n.topic), ('b', n.subject_area), ('c', concat_ws(E'\n', n.description, n.unique_selling_point)))
          as t (field, written)
        where n.id = any (slice) and n.deleted_at is null and t.written <> ''
        union all
        select row(n.id, 'k', 'programme:' || programme)::private.search_text
        from public.topics_directory n, unnest(n.programmes) as programme
        where n.id = any (slice) and n.deleted_at is null
      ));
    end loop;
  end if;
  return null;
end $$;
comment on function private.index_topics() is 'Trigger: indexes topics.';
revoke all on function private.index_topics() from public;
create trigger topics_directory_index_new after insert on public.topics_directory
  referencing new table as fresh for each statement execute function private.index_topics();
create trigger topics_directory_index_changed after update on public.topics_directory
  referencing new table as fresh old table as stale for each statement execute function private.index_topics();
create trigger topics_directory_index_gone after delete on public.topics_directory
  referencing old table as stale for each statement execute function private.index_topics();

-- Posts, courses and services are few, so every affected row is indexed again.
create view private.shown_texts as
select 'p'::"char" as kind, p.id as target_id, t.field::"char" as field, t.written
from public.blog_posts p,
lateral (values
  ('a', p.post_title), ('b', p.seo_keywords), ('c', p.sub_title),
  ('d', left(regexp_replace(p.post_body, '<[^>]*>|&[a-zA-Z0-9#]+;', ' ', 'g'), 20000))
) as t (field, written)
where p.published_at is not null and t.written <> ''
union all
select 'c', c.id, t.field::"char", t.written
from public.courses c,
lateral (values ('a', c.title), ('b', c.category), ('c', concat_ws(E'\n', c.instructor_name, c.description)))
  as t (field, written)
where c.status = 'active' and t.written <> ''
union all
select 's', s.id, t.field::"char", t.written
from public.writing_services s,
lateral (values
  ('a', s.service_name), ('b', replace(s.service_type, '_', ' ')),
  ('c', concat_ws(E'\n', s.service_description, s.benefits, s.specializations))
) as t (field, written)
where s.published_at is not null and t.written <> '';
comment on view private.shown_texts is
  'Visible texts of posts (p), courses (c) and services (s), as private.search_text.';

create function private.index_shown() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind "char" := tg_argv[0];
  ids uuid[];
  slice uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select id from stale);
  else
    ids := array(select id from fresh);
  end if;
  if tg_op <> 'INSERT' then
    perform private.remove_from_index(of_kind, ids);
  end if;
  for slice in select * from private.in_slices(ids) loop
    perform private.index_records(of_kind, array(
      select row(t.target_id, t.field, t.written)::private.search_text
      from private.shown_texts t where t.kind = of_kind and t.target_id = any (slice)
    ));
  end loop;
  return null;
end $$;
comment on function private.index_shown() is
  'Trigger: indexes visible posts, courses and services and removes others. Its argument is the kind.';
revoke all on function private.index_shown() from public;
create trigger blog_posts_index_new after insert on public.blog_posts
  referencing new table as fresh for each statement execute function private.index_shown('p');
create trigger blog_posts_index_changed after update on public.blog_posts
  referencing new table as fresh for each statement execute function private.index_shown('p');
create trigger blog_posts_index_gone after delete on public.blog_posts
  referencing old table as stale for each statement execute function private.index_shown('p');
create trigger courses_index_new after insert on public.courses
  referencing new table as fresh for each statement execute function private.index_shown('c');
create trigger courses_index_changed after update on public.courses
  referencing new table as fresh for each statement execute function private.index_shown('c');
create trigger courses_index_gone after delete on public.courses
  referencing old table as stale for each statement execute function private.index_shown('c');
create trigger writing_services_index_new after insert on public.writing_services
  referencing new table as fresh for each statement execute function private.index_shown('s');
create trigger writing_services_index_changed after update on public.writing_services
  referencing new table as fresh for each statement execute function private.index_shown('s');
create trigger writing_services_index_gone after delete on public.writing_services
  referencing old table as stale for each statement execute function private.index_shown('s');
