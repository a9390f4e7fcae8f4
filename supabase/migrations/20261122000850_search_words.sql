-- Words of the search: one spelling for British and American English, stems, and a thesaurus that admins edit.

create extension if not exists fuzzystrmatch with schema extensions;

-- Accents are removed first, because the database's locale decides what a letter is. Punctuation is removed: 19 in
-- COVID-19 is a word. Letters and digits in Arabic script stay, without vowel signs and in one spelling of alif and ta.
create function private.search_plain(written text) returns text
language sql stable set search_path = '' as $$
  select btrim(regexp_replace(
    translate(
      regexp_replace(lower(extensions.unaccent('extensions.unaccent', written)), '[\u0640\u064b-\u065f\u0670]', '', 'g'),
      'أإآٱىة', 'اااايه'),
    '[^a-z0-9\u0620-\u064a\u0660-\u0669\u066e-\u06d3\u06f0-\u06fc]+', ' ', 'g'))
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

-- The stemmer drops words that turn a meaning round: before and after an operation, no light, to hand over. It joins
-- words of different meaning: ageing with aged 15, medication with medical, attendance and a birth attendant with women
-- attending a clinic, cross-sectional with caesarean section. These keep a stem of their own. Others that it separates
-- are one word: delivered and delivery, menstrual and menstruation.
create function private.search_stem(word text) returns text
language sql immutable set search_path = '' as $$
  select case
    when word in ('before', 'after', 'over', 'no', 'not', 'without', 'aging', 'several', 'emergence', 'hospitality', 'policing',
                  'proceeding', 'sectional', 'universal', 'topical', 'lateral', 'positive', 'operational', 'informal',
                  'international', 'mobile', 'intensity', 'integrity', 'exclusion', 'morale', 'minority', 'accountability')
      then word
    when rtrim(word, 's') in ('attendance', 'attendant', 'assistant', 'officer', 'ambulance', 'allowance', 'meaning',
                              'meeting', 'setting', 'posting', 'stocking', 'evening', 'medication', 'generation',
                              'relative', 'reference', 'secretion', 'contraction', 'conception', 'presentation',
                              'indication', 'incident', 'organism', 'intern', 'engineer', 'paste')
      then rtrim(word, 's')
    when word in ('organization', 'organizations', 'organizational') then 'organization'
    when word in ('experiment', 'experiments', 'experimental') then 'experiment'
    when word in ('communication', 'communications', 'communicating') then 'communication'
    when word in ('booking', 'bookings', 'booked') then 'booking'
    when word in ('improvization', 'improvizations', 'improvize', 'improvized', 'improvizing') then 'improvization'
    else regexp_replace((pg_catalog.ts_lexize('pg_catalog.english_stem', word))[1],
      '^(deliv|recov|injur|diagnos|menstrua|frequen|surviv|recogn|complain|religi|weigh|allerg|epilep)(eri|i|si|l|t|c|or|it|on)$',
      '\1')
  end
$$;
comment on function private.search_stem(text) is 'Returns the English stem of a plain word; empty or null for stop words.';
revoke all on function private.search_stem(text) from public;

-- Drops stop words (the, of, how).
create function private.search_stems(words text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(stem order by at), '{}')
  from unnest(string_to_array(words, ' ')) with ordinality as t (word, at),
       lateral (select private.search_stem(t.word) as stem) s
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
  source text not null default 'usage'
    check (source in ('clinical', 'usage', 'language', 'drug', 'place', 'programme', 'method')),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  term_and_meaning text generated always as (term || ' ' || meaning) stored,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01')
);
comment on table public.thesaurus is
  'Synonyms of search terms: HTN also finds hypertension. Admins edit it; a change takes effect immediately.';
comment on column public.thesaurus.both_ways is 'Searching the meaning also finds the term.';
comment on column public.thesaurus.source is
  'Where an entry comes from: clinical and drug terms, lay usage, Nigerian languages, places, programmes, research methods.';
comment on column public.thesaurus.sort is 'related: a similar meaning (Anambra: Onitsha), whose matches count half, '
  'those of places slightly more.';
comment on column public.thesaurus.deleted_at is 'As in research_materials.';
comment on column public.thesaurus.term_and_meaning is 'Search column of the console. Generated.';
create unique index thesaurus_term_and_meaning_idx on public.thesaurus (lower(term), lower(meaning));
create index thesaurus_changed_idx on public.thesaurus (updated_at desc, id desc);
create index thesaurus_deleted_idx on public.thesaurus (updated_at desc, id desc) where deleted_at is not null;
create trigger thesaurus_touch before update on public.thesaurus
  for each row execute function private.touch_updated_at();
create trigger thesaurus_log after insert or update or delete on public.thesaurus
  for each row when (current_setting('lamplight.thesaurus_import', true) is distinct from 'on')
  execute function private.log_admin_action('thesaurus', 'id', 'term', 'term,meaning,sort,both_ways,source,deleted_at');

alter table public.thesaurus enable row level security;
revoke all on public.thesaurus from anon, authenticated, service_role;
grant select, insert, update, delete on public.thesaurus to service_role;
grant select, insert, update on public.thesaurus to authenticated;
create policy "An admin reads the thesaurus" on public.thesaurus for select to authenticated
  using ((select private.has_admin_role('editor')));
create policy "An admin adds to the thesaurus" on public.thesaurus for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes the thesaurus" on public.thesaurus for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));

create function public.import_thesaurus(entries jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  perform private.require_admin_role('editor');
  perform set_config('lamplight.thesaurus_import', 'on', true);
  insert into public.thesaurus as present (term, meaning, sort, both_ways, source)
  select term, meaning, sort, both_ways, coalesce(source, 'usage')
  from jsonb_to_recordset(entries) as wanted (term text, meaning text, sort text, both_ways boolean, source text)
  on conflict (lower(term), lower(meaning)) do update
    set term = excluded.term, meaning = excluded.meaning, sort = excluded.sort, both_ways = excluded.both_ways,
      source = excluded.source, deleted_at = null
    where (present.term, present.meaning, present.sort, present.both_ways, present.source, present.deleted_at)
      is distinct from (excluded.term, excluded.meaning, excluded.sort, excluded.both_ways, excluded.source, null::timestamptz);
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
  forward boolean not null,
  chains boolean not null,
  primary key (key, thesaurus_id, meant)
);
comment on table private.thesaurus_keys is
  'The thesaurus in the form that the search reads: stems of the query and stems to search for.';
comment on column private.thesaurus_keys.factor is
  'Score factor of a match of the meaning relative to the typed words, 0 to 1.';
comment on column private.thesaurus_keys.forward is 'True from the term to its meaning, false the other way.';
comment on column private.thesaurus_keys.chains is
  'True if another entry''s meaning may continue here: bedsore, pressure ulcer, pressure injury. Never through an '
  'abbreviation, which has several meanings, or to a related word.';
create index thesaurus_keys_of_entry_idx on private.thesaurus_keys (thesaurus_id);

create table private.search_vocabulary (
  word text collate "C" primary key,
  written text not null,
  stem text collate "C" not null,
  times integer not null
) with (fillfactor = 70);
comment on table private.search_vocabulary is
  'Every single word of the content. A misspelt query word is corrected to one of these if a published record has its '
  'stem.';
comment on column private.search_vocabulary.word is 'In the search''s spelling; `written` is the original spelling.';
comment on column private.search_vocabulary.times is
  'Number of occurrences; 0 for a word that only a hyphen creates. Among equally close words the most frequent one '
  'wins.';
-- No pending list of new entries (fastupdate), because each search would have to read it.
create index search_vocabulary_like_idx on private.search_vocabulary using gin (word extensions.gin_trgm_ops)
  with (fastupdate = off);

create function private.save_thesaurus_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.thesaurus_keys where thesaurus_id in (select id from changed);
  with written as materialized (
    select id, sort, source, both_ways, private.search_words(term) as term, private.search_words(meaning) as meaning
    from changed where deleted_at is null
  ), words as (
    -- Misspelt words are corrected to words of the thesaurus too; no title may have them.
    insert into private.search_vocabulary (word, written, stem, times)
    select distinct on (word) word, word, private.search_stem(word), 0
    from written, lateral (values (term), (meaning)) as c (word)
    where sort <> 'abbreviation' and word ~ '^[a-z]{4,30}$' and private.search_stem(word) <> ''
    order by word
    on conflict (word) do nothing
  ), read as materialized (
    select id, both_ways, sort in ('synonym', 'spelling', 'lay word') as chains,
           case when sort = 'related' and source = 'place' then 0.55 when sort = 'related' then 0.5
                when sort = 'synonym' then 0.85 else 0.95 end as worth,
           private.search_stems(term) as term, private.search_stems(meaning) as meaning
    from written
  ), telling as (
    -- before-and-after study is only study without its stop words: such a term is not selective. Common words may stand
    -- for one another: factors affecting, determinants.
    select * from read r
    where term <> meaning and cardinality(term) > 0 and cardinality(meaning) > 0
      and exists (select from unnest(r.term) as s left join private.search_stop_words w on w.stem = s where w.stem is null)
        = exists (select from unnest(r.meaning) as s left join private.search_stop_words w on w.stem = s where w.stem is null)
  )
  insert into private.thesaurus_keys (thesaurus_id, key, meant, factor, forward, chains)
  select id, array_to_string(term, ' '), meaning, worth, true, chains from telling
  union all
  select id, array_to_string(meaning, ' '), term, worth, false, chains from telling where both_ways;
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
  (0.1, 'topic topics material materials free download pdf complete full write written sample example university college'),
  (0.1, 'easy easier simple simplest latest current trending interesting suitable'),
  (0.15, 'nurse nurses nursing patient patients client clients people person adult role using use used among'),
  (0.2, 'knowledge attitude practice practices assessment assess evaluation investigation'),
  (0.2, 'effect effects impact influence influencing factor factors affecting associated determinants'),
  (0.2, 'perception level awareness prevalence management care hospital hospitals research project'),
  -- Common English words. They are rare in titles, but they are not what a search is about.
  (0.25, 'much many more most less least few little lot lots several various different new newly old recent current big small'),
  (0.25, 'good bad better best high higher low lower final first second last next long short early late own other another'),
  (0.25, 'get gets getting got give gives giving given gave take takes taking taken took make makes making made come comes'),
  (0.25, 'coming go goes going gone went put keep keeps keeping kept let want wants need needs needing know knows knowing'),
  (0.25, 'lost lose losing loss find finding found see seeing seen look looking show showing tell think feel try trying'),
  (0.25, 'help helping ask asking say happen happening start stop stopping happen become becoming stay stays remain'),
  (0.25, 'self thing things way ways kind type types part parts side time times day days year years number amount total case'),
  (0.25, 'man woman person people someone somebody everybody anything something nothing able unable ability cause causes caused'),
  (0.25, 'reason reasons result results problem problems issue issues question questions answer importance important main'),
  (0.25, 'common general whole part full half well also still always never often sometimes even only just very really'),
  (0.25, 'please need like without before after over no not within during among between around through across because whether'),
  (0.25, 'determination determining examine examining examination explore exploring evaluate assessing compare comparing'),
  (0.25, 'report reports reporting provide providing provision approach approaches method methods process strategy strategies')
) as t (weight, words), unnest(private.search_stems(private.search_words(words))) as stem
order by stem, weight;

-- Words that only frame a question: Pidgin (why nurse dey give wrong injection) and politeness.
create table private.search_filler_words (word text primary key);
comment on table private.search_filler_words is
  'Words that say nothing about the subject of a search. They are dropped unless there are no others.';
insert into private.search_filler_words (word)
select unnest(string_to_array('dey wey dem una wetin watin abeg biko oga sef sha oo ooo na don fit am abi wan wanna dis dia im '
  || 'jare joor shey kon abeg pls plz please kindly hello hi dear sir ma thanks thank naim anyhow comot sabi waka '
  || 'regarding concerning', ' '))
on conflict do nothing;

create table private.search_kind_words (key text primary key, index_stems text[] not null);
comment on table private.search_kind_words is
  'Stems that name a kind of work, a programme or a price, and their filter values in the index. In a longer '
  'query they rank such works first.';
insert into private.search_kind_words (key, index_stems)
select array_to_string(private.search_stems(private.search_words(words)), ' '),
       array(
         select '=' || stem || ':' || value
           from unnest(string_to_array(named, ' ')) as value,
             unnest(case field when 'kind' then array['category', 'kind'] else array[field] end) as stem)
from (values
  ('kind', 'proposal', 'proposal'), ('kind', 'research proposal', 'proposal'),
  ('kind', 'project proposal', 'proposal'),
  ('kind', 'seminar', 'seminar'), ('kind', 'seminar paper', 'seminar'), ('kind', 'seminar topic', 'seminar'),
  ('kind', 'term paper', 'seminar'), ('kind', 'literature review', 'seminar'),
  ('kind', 'seminar presentation', 'seminar'), ('kind', 'seminar work', 'seminar'),
  ('kind', 'case study', 'client_care_study'), ('kind', 'care study', 'client_care_study'),
  ('kind', 'client care study', 'client_care_study'), ('kind', 'patient care study', 'client_care_study'),
  ('kind', 'care plan', 'client_care_study'), ('kind', 'nursing care plan', 'client_care_study'),
  ('kind', 'nursing care study', 'client_care_study'), ('kind', 'family care study', 'client_care_study'),
  ('kind', 'thesis', 'thesis'), ('kind', 'dissertation', 'thesis'),
  ('kind', 'project', 'research_project thesis'), ('kind', 'research project', 'research_project thesis'),
  ('kind', 'project work', 'research_project thesis'), ('kind', 'research work', 'research_project thesis'),
  ('kind', 'project topic', 'research_project thesis'), ('kind', 'research topic', 'research_project thesis'),
  ('kind', 'final year project', 'research_project'), ('kind', 'undergraduate project', 'research_project'),
  ('kind', 'final year research', 'research_project'),
  ('kind', 'study aid', 'study_aid'), ('kind', 'past question', 'study_aid'), ('kind', 'exam question', 'study_aid'),
  ('programme', 'msc', 'msc'), ('programme', 'm sc', 'msc'), ('programme', 'masters', 'msc'),
  ('programme', 'master degree', 'msc'),
  ('programme', 'mphil', 'msc'), ('programme', 'postgraduate', 'msc'), ('programme', 'post graduate', 'msc'),
  ('programme', 'phd', 'msc'), ('programme', 'doctoral', 'msc'), ('programme', 'pgd', 'msc'),
  ('programme', 'bnsc', 'bnsc'), ('programme', 'b nsc', 'bnsc'), ('programme', 'bsc', 'bnsc'), ('programme', 'bsn', 'bnsc'),
  ('programme', 'bachelor', 'bnsc'), ('programme', 'bachelor degree', 'bnsc'), ('programme', 'undergraduate', 'bnsc'),
  ('programme', 'degree', 'bnsc'), ('programme', '400 level', 'bnsc'), ('programme', '500 level', 'bnsc'),
  ('programme', 'final year', 'bnsc hnd'),
  ('programme', 'chew', 'chew'), ('programme', 'community health extension worker', 'chew'), ('programme', 'jchew', 'chew'),
  ('programme', 'hnd', 'hnd'), ('programme', 'higher national diploma', 'hnd'), ('programme', 'post basic', 'hnd'),
  ('programme', 'postbasic', 'hnd'),
  ('programme', 'nd', 'nd'), ('programme', 'ond', 'nd'), ('programme', 'national diploma', 'nd'),
  ('programme', 'ordinary national diploma', 'nd'), ('programme', 'diploma', 'nd hnd'),
  ('price', 'free', '0'), ('price', 'free of charge', '0'), ('price', 'cheap', '2000')
) as t (field, words, named)
on conflict do nothing;
insert into private.search_kind_words (key, index_stems)
select key || ' student', index_stems from private.search_kind_words where index_stems[1] like '=programme:%'
on conflict do nothing;
