-- Words of the search: one spelling for British and American English, stems, and a thesaurus that admins edit.

create extension if not exists fuzzystrmatch with schema extensions;

-- Accents are removed first, because the database's locale decides what a letter is. Punctuation is removed: 19 in
-- COVID-19 is a word.
create function private.search_plain(written text) returns text
language sql stable set search_path = '' as $$
  select btrim(regexp_replace(lower(extensions.unaccent('extensions.unaccent', written)), '[^a-z0-9]+', ' ', 'g'))
$$;
comment on function private.search_plain(text) is
  'Returns a text as plain words: lower case without accents, digits, single spaces.';
revoke all on function private.search_plain(text) from public;

-- Applied to both content and queries, so the folded spelling only has to be consistent, not correct. Each word stays
-- one word.
create function private.search_folded(plain text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := plain;
begin
  -- Irregular plurals.
  words := regexp_replace(words, '\m(wo)?men\M', '\1man', 'g');
  words := regexp_replace(words, '\mchildren\M', 'child', 'g');
  words := regexp_replace(words, 'wives\M', 'wife', 'g');
  words := regexp_replace(words, '\mfeet\M', 'foot', 'g');
  words := regexp_replace(words, '\mteeth\M', 'tooth', 'g');
  words := regexp_replace(words, '(gn|rh|ch|ur|br|en|mb)oses\M', '\1osis', 'g');
  -- anaemia, oedema, diarrhoea, paediatric, orthopaedic, caesarean
  words := regexp_replace(words, '([a-z])?[ao]e(?=[a-z])', '\1e', 'g');
  -- labour, behaviour, tumour
  words := regexp_replace(words, '([a-z]{3})our', '\1or', 'g');
  -- organise, utilisation, sterilised; analyse, dialyser
  words := regexp_replace(words, '([a-z]{3})is(e|ed|es|er|ers|ing|ation|ations)\M', '\1iz\2', 'g');
  words := regexp_replace(words, '([a-z])ys(e|ed|es|er|ers|ing)\M', '\1yz\2', 'g');
  words := regexp_replace(words, '\m(prac|mal?prac)ti[sz](e|ed|es|ing)\M', '\1tic\2', 'g');
  words := regexp_replace(words, '\m(licen|defen|offen)[cs]e', '\1se', 'g');
  -- centre, fibre, manoeuvre
  words := regexp_replace(words, '([a-z](?:[bcdt]|v))re(s?)\M', '\1er\2', 'g');
  -- programme, counselling, fulfil, ageing, sulphate, catalogue
  words := regexp_replace(words, 'amme(s|d)?\M', 'am\1', 'g');
  words := regexp_replace(words, '([aeiou][a-z]*[^aeiou ][aeiou])ll(ing|ed|er|ers|or|ors|ment)\M', '\1l\2', 'g');
  words := regexp_replace(words, '\m(enro|fulfi|insta)ll?', '\1l', 'g');
  words := regexp_replace(words, '\mageing\M', 'aging', 'g');
  words := regexp_replace(words, 'sulph', 'sulf', 'g');
  words := regexp_replace(words, 'logue(s?)\M', 'log\1', 'g');
  return words;
end $$;
comment on function private.search_folded(text) is
  'Returns plain words in one spelling for British and American English, some plurals as singulars.';
revoke all on function private.search_folded(text) from public;

create function private.search_words(written text) returns text
language sql stable set search_path = '' as $$
  select private.search_folded(private.search_plain(written))
$$;
comment on function private.search_words(text) is 'Returns a text as plain words in the search''s spelling.';
revoke all on function private.search_words(text) from public;

-- Drops stop words (after, of, how).
create function private.search_stems(words text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(stem order by at), '{}')
  from unnest(string_to_array(words, ' ')) with ordinality as t (word, at),
       lateral (select (ts_lexize('pg_catalog.english_stem', t.word))[1] as stem) s
  where stem <> ''
$$;
comment on function private.search_stems(text) is 'Returns the English stems of plain words, in order.';
revoke all on function private.search_stems(text) from public;

-- A phrase is searched by its pairs of neighbouring stems, which are in the index.
create function private.search_lexemes(stems text[]) returns text[]
language sql immutable set search_path = '' as $$
  select case when cardinality(stems) < 2 then stems
    else array(select stems[at] || ' ' || stems[at + 1] from generate_series(1, cardinality(stems) - 1) as at) end
$$;
comment on function private.search_lexemes(text[]) is 'Returns the index entries of adjacent stems.';
revoke all on function private.search_lexemes(text[]) from public;

create table public.thesaurus (
  id uuid primary key default gen_random_uuid(),
  term text not null check (char_length(btrim(term)) between 1 and 100),
  meaning text not null check (char_length(btrim(meaning)) between 1 and 100),
  sort text not null default 'synonym' check (sort in ('abbreviation', 'spelling', 'lay word', 'synonym', 'related')),
  both_ways boolean not null default false,
  deleted_at timestamptz,
  term_and_meaning text generated always as (term || ' ' || meaning) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.thesaurus is
  'Synonyms of search terms: HTN also finds hypertension. Admins edit it; a change takes effect immediately.';
comment on column public.thesaurus.both_ways is 'Searching the meaning also finds the term.';
comment on column public.thesaurus.sort is 'related: a similar meaning (Anambra: Onitsha), whose matches count half.';
comment on column public.thesaurus.deleted_at is 'As in research_materials.';
comment on column public.thesaurus.term_and_meaning is 'Search column of the console. Generated.';
create unique index thesaurus_term_and_meaning_idx on public.thesaurus (lower(term), lower(meaning));
create index thesaurus_changed_idx on public.thesaurus (updated_at desc, id desc);
create index thesaurus_deleted_idx on public.thesaurus (updated_at desc, id desc) where deleted_at is not null;
create trigger thesaurus_touch before update on public.thesaurus
  for each row execute function private.touch_updated_at();
create trigger thesaurus_log after insert or update or delete on public.thesaurus
  for each row when (current_setting('lamplight.thesaurus_import', true) is distinct from 'on')
  execute function private.log_admin_action('thesaurus', 'id', 'term', 'term,meaning,sort,both_ways,deleted_at');

alter table public.thesaurus enable row level security;
revoke all on public.thesaurus from anon, authenticated, service_role;
grant select, insert, update, delete on public.thesaurus to service_role;
grant select, insert, update on public.thesaurus to authenticated;
create policy "An admin reads the thesaurus" on public.thesaurus for select to authenticated
  using ((select private.is_admin()));
create policy "An admin adds to the thesaurus" on public.thesaurus for insert to authenticated
  with check ((select private.is_admin()));
create policy "An admin changes the thesaurus" on public.thesaurus for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function public.import_thesaurus(entries jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  perform private.require_admin();
  perform set_config('lamplight.thesaurus_import', 'on', true);
  insert into public.thesaurus as present (term, meaning, sort, both_ways)
  select term, meaning, sort, both_ways
  from jsonb_to_recordset(entries) as wanted (term text, meaning text, sort text, both_ways boolean)
  on conflict (lower(term), lower(meaning)) do update
    set term = excluded.term, meaning = excluded.meaning, sort = excluded.sort, both_ways = excluded.both_ways, deleted_at = null
    where (present.term, present.meaning, present.sort, present.both_ways, present.deleted_at)
      is distinct from (excluded.term, excluded.meaning, excluded.sort, excluded.both_ways, null::timestamptz);
  get diagnostics written = row_count;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'thesaurus.imported', 'thesaurus', jsonb_build_object('name', 'thesaurus', 'written', written));
  perform set_config('lamplight.thesaurus_import', '', true);
  return written;
end $$;
comment on function public.import_thesaurus(jsonb) is
  'Adds and changes thesaurus entries atomically with one log entry; deleted ones are restored. Returns how many were '
  'written. Admins only.';
revoke all on function public.import_thesaurus(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.import_thesaurus(jsonb) to authenticated;

create table private.thesaurus_keys (
  thesaurus_id uuid not null references public.thesaurus (id) on delete cascade,
  key text not null,
  meant text[] not null,
  factor real not null,
  primary key (key, thesaurus_id, meant)
);
comment on table private.thesaurus_keys is
  'The thesaurus in the form that the search reads: stems of the query and stems to search for.';
comment on column private.thesaurus_keys.factor is
  'Score factor of a match of the meaning relative to the typed words, 0 to 1.';
create index thesaurus_keys_of_entry_idx on private.thesaurus_keys (thesaurus_id);

create function private.save_thesaurus_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.thesaurus_keys where thesaurus_id in (select id from changed);
  with read as materialized (
    select id, both_ways, case sort when 'related' then 0.5 when 'synonym' then 0.85 else 0.95 end as worth,
           private.search_stems(private.search_words(term)) as term,
           private.search_stems(private.search_words(meaning)) as meaning
    from changed where deleted_at is null
  ), telling as (
    select * from read where cardinality(term) > 0 and cardinality(meaning) > 0 and term <> meaning
  )
  insert into private.thesaurus_keys (thesaurus_id, key, meant, factor)
  select id, array_to_string(term, ' '), meaning, worth from telling
  union all
  select id, array_to_string(meaning, ' '), term, worth from telling where both_ways;
  return null;
end $$;
comment on function private.save_thesaurus_keys() is 'Trigger: updates the search form of the thesaurus.';
revoke all on function private.save_thesaurus_keys() from public;
create trigger thesaurus_keys_new after insert on public.thesaurus
  referencing new table as changed for each statement execute function private.save_thesaurus_keys();
create trigger thesaurus_keys_changed after update on public.thesaurus
  referencing new table as changed for each statement execute function private.save_thesaurus_keys();

create table private.search_stop_words (stem text primary key, weight real not null check (weight between 0 and 1));
comment on table private.search_stop_words is
  'Words in most titles of the field. They are not selective, so they count less and are optional.';
insert into private.search_stop_words (stem, weight)
select distinct on (stem) stem, weight
from (values
  (0.1, 'nigeria nigerian state local government area selected among towards regarding concerning related study studies work'),
  (0.1, 'topic topics material materials free download pdf complete full write written sample example university college school'),
  (0.15, 'nurse nurses nursing patient patients client clients people person adult role using use used among'),
  (0.2, 'knowledge attitude practice practices assessment assess evaluation investigation'),
  (0.2, 'effect effects impact influence influencing factor factors affecting associated determinants'),
  (0.2, 'perception level awareness prevalence management care hospital hospitals')
) as t (weight, words), unnest(private.search_stems(private.search_words(words))) as stem
order by stem, weight;

create table private.search_kind_words (key text primary key, categories text[] not null);
comment on table private.search_kind_words is
  'Stems that name a kind of work. In a longer query they rank works of that kind first.';
insert into private.search_kind_words (key, categories)
select array_to_string(private.search_stems(private.search_words(words)), ' '), categories
from (values
  ('proposal', '{proposal}'::text[]), ('research proposal', '{proposal}'), ('project proposal', '{proposal}'),
  ('seminar', '{seminar}'), ('seminar paper', '{seminar}'), ('seminar topic', '{seminar}'), ('term paper', '{seminar}'),
  ('literature review', '{seminar}'), ('seminar presentation', '{seminar}'),
  ('case study', '{client_care_study}'), ('care study', '{client_care_study}'), ('client care study', '{client_care_study}'),
  ('patient care study', '{client_care_study}'), ('care plan', '{client_care_study}'),
  ('nursing care study', '{client_care_study}'),
  ('thesis', '{thesis}'), ('msc thesis', '{thesis}'), ('msc', '{thesis}'), ('dissertation', '{thesis}'),
  ('masters thesis', '{thesis}'),
  ('project', '{research_project,thesis}'), ('research project', '{research_project,thesis}'),
  ('project work', '{research_project,thesis}'), ('research work', '{research_project,thesis}'),
  ('project topic', '{research_project,thesis}'), ('research topic', '{research_project,thesis}'),
  ('final year project', '{research_project,thesis}'),
  ('undergraduate project', '{research_project}'), ('bnsc project', '{research_project}')
) as t (words, categories)
on conflict do nothing;
