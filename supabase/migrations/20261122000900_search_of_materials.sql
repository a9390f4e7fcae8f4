-- The search over published materials. Text search finds word forms and accents, a small table the meaning of abbreviations, and
-- trigrams words with slips of the finger. It is a definer function, because under row security the text-search operator cannot
-- use its index.

-- Both what is searched and what is typed go through this. Accents are removed first, because the database's locale decides what
-- a letter is. No sign is left for the text-search parser, which takes knowledge/attitude for a file and the 19 of COVID-19 for a
-- negative number.
create function private.search_words(written text) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', written)), '[^a-z0-9]+', ' ', 'g')
$$;
comment on function private.search_words(text) is
  'A text as plain words: small letters without accents, digits, and single spaces between them.';
revoke all on function private.search_words(text) from public;

create table private.search_abbreviations (short text, meaning text, primary key (short, meaning));
comment on table private.search_abbreviations is
  'What nurses type and what titles say instead, and words whose forms the stemmer does not bring together.';
insert into private.search_abbreviations (short, meaning) values
  ('htn', 'hypertension'), ('dm', 'diabetes'), ('pud', 'peptic ulcer'), ('anc', 'antenatal'), ('pnc', 'postnatal'),
  ('ebf', 'exclusive breastfeeding'), ('tb', 'tuberculosis'), ('cva', 'stroke'), ('pph', 'postpartum haemorrhage'),
  ('nicu', 'neonatal intensive care'), ('icu', 'intensive care'), ('bp', 'blood pressure'), ('ckd', 'chronic kidney disease'),
  ('ssi', 'surgical site infection'), ('paeds', 'paediatric'), ('paeds', 'pediatric'), ('peds', 'paediatric'),
  ('peds', 'pediatric'), ('pediatric', 'paediatric'), ('pediatrics', 'paediatric'), ('paediatric', 'pediatric'),
  ('paediatrics', 'pediatric'), ('obs', 'obstetric'), ('psych', 'psychiatric'), ('gynae', 'gynaecology'),
  ('perio', 'perioperative'), ('breastfeed', 'breastfeeding');

create table private.material_search_documents (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  document tsvector not null,
  title_words text not null,
  subject_words text not null
);
comment on table private.material_search_documents is
  'What the search reads of each material: title, subject and category, then the preview. A table of its own, so that reading a '
  'material does not load it.';
create index material_search_documents_idx on private.material_search_documents using gin (document);
create index material_search_documents_title_idx on private.material_search_documents (title_words);

create function private.write_search_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.material_search_documents (material_id, document, title_words, subject_words) values (new.id,
    setweight(to_tsvector('pg_catalog.english', private.search_words(new.title)), 'A')
    || setweight(to_tsvector('pg_catalog.english', private.search_words(new.subject_area || ' ' || new.category)), 'B')
    || setweight(
      to_tsvector('pg_catalog.english', private.search_words(left(coalesce(new.chapter_one_preview, ''), 20000))), 'D'),
    private.search_words(new.title), private.search_words(new.subject_area))
  on conflict (material_id) do update
    set document = excluded.document, title_words = excluded.title_words, subject_words = excluded.subject_words;
  return new;
end $$;
comment on function private.write_search_document() is 'Trigger: writes the search document of a material when its texts change.';
revoke all on function private.write_search_document() from public;
create trigger research_materials_search_document after insert or update of title, subject_area, category, chapter_one_preview
  on public.research_materials for each row execute function private.write_search_document();

-- A material has to have every word, as itself or as the meaning of the abbreviation. Null when nothing searchable was typed.
create function private.search_query(search text) returns tsquery
language plpgsql stable security definer set search_path = '' as $$
declare
  typed text;
  long text;
  part tsquery;
  whole tsquery;
begin
  for typed in
    select w from unnest(string_to_array(private.search_words(left(search, 200)), ' ')) with ordinality as t (w, at)
    where w <> '' order by at limit 12
  loop
    part := plainto_tsquery('pg_catalog.english', typed);
    for long in select meaning from private.search_abbreviations where short = typed loop
      part := part || plainto_tsquery('pg_catalog.english', long);
    end loop;
    if numnode(part) > 0 then
      whole := case when whole is null then part else whole && part end;
    end if;
  end loop;
  return whole;
end $$;
comment on function private.search_query(text) is
  'The typed words as a text-search query. Everything but letters and digits separates words.';
revoke all on function private.search_query(text) from public;

create function public.search_materials(
  search text default '', category_in text[] default null, after_id uuid default null, page_size integer default 24
)
returns table (
  id uuid, slug text, title text, subject_area text, category text, format text, price integer, rating numeric, pages integer,
  year_of_study integer, selar_link text, is_sample boolean, total bigint, forgiving boolean
)
-- Planned for each call, because an empty search, one with results and a forgiving one need different indexes.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
declare
  wanted tsquery := private.search_query(coalesce(search, ''));
  asked text := btrim(left(coalesce(search, ''), 200));
  near text := private.search_words(asked);
  guess boolean := false;
begin
  if asked <> '' and (wanted is null or not exists (
    select 1 from public.research_materials m join private.material_search_documents d on d.material_id = m.id
    where m.published_at is not null and (category_in is null or m.category = any (category_in)) and d.document @@ wanted
  )) then
    guess := true;
  end if;
  return query
  with found as materialized (
    select m.* from public.research_materials m join private.material_search_documents d on d.material_id = m.id
    where m.published_at is not null
      and (category_in is null or m.category = any (category_in))
      and (asked = '' or (not guess and d.document @@ wanted)
           or (guess and (extensions.word_similarity(near, d.title_words) >= 0.45
                          or extensions.word_similarity(near, d.subject_words) >= 0.55)))
  )
  select f.id, f.slug, f.title, f.subject_area, f.category, f.format, f.price, f.rating, f.pages, f.year_of_study, f.selar_link,
         f.is_sample, (select count(*) from found), guess
  from found f
  where after_id is null
     or (f.title, f.id) > (select a.title, a.id from public.research_materials a where a.id = after_id)
  order by f.title, f.id
  limit least(greatest(coalesce(page_size, 24), 1), 100);
end $$;
comment on function public.search_materials(text, text[], uuid, integer) is
  'Published materials by title, one page after the material after_id. total counts all pages; forgiving is true when no '
  'material had the words and similar words were taken.';
revoke all on function public.search_materials(text, text[], uuid, integer) from public;
grant execute on function public.search_materials(text, text[], uuid, integer) to anon, authenticated, service_role;
