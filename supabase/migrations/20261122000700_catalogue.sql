-- The catalogue: materials, services, courses and posts. Visitors read what is published; only admins write. A deleted
-- row is hidden from everyone but admins, who can undo the deletion for thirty days. No grant deletes a row
-- permanently.

create function private.clear_schedule() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.published_at is not null or new.deleted_at is not null then
    new.publish_at := null;
  end if;
  return new;
end $$;
comment on function private.clear_schedule() is
  'Trigger on tables with publish_at: removes the time of a row that is published or deleted.';
revoke all on function private.clear_schedule() from public;

create table public.research_materials (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  title text not null check (char_length(btrim(title)) between 1 and 400),
  subject_area text not null default '' check (char_length(subject_area) <= 100),
  category text not null
    check (category in ('research_project', 'thesis', 'seminar', 'client_care_study', 'proposal', 'study_aid', '')),
  format text check (format in ('PDF', 'Word', 'PowerPoint', 'Other')),
  price integer not null default 0 check (price between 0 and 10000000),
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  pages integer check (pages between 1 and 10000),
  year_of_study integer check (year_of_study between 1950 and 2100),
  selar_link text check (selar_link ~ '^https://[^[:space:]]+$' and char_length(selar_link) <= 1000),
  sold_here boolean not null default false,
  chapter_one_preview text check (char_length(chapter_one_preview) <= 100000),
  -- Details of the whole work that are shown before buying. Unknown details are null.
  preview_section text check (preview_section in ('first_chapter', 'introduction', 'abstract')),
  abstract text check (
    btrim(abstract) <> '' and char_length(abstract) <= 4000 and cardinality(regexp_split_to_array(btrim(abstract), '\s+')) <= 300
  ),
  -- One item per line: no empty line, no line break inside, at most 200 characters.
  full_contents text[] check (
    cardinality(full_contents) between 1 and 60
    and array_position(full_contents, null) is null
    and array_to_string(full_contents, E'\n') !~ '[^\n]{201}'
    and array_to_string(full_contents, E'\n') !~ '(^|\n)\s*(\n|$)'
    and cardinality(string_to_array(array_to_string(full_contents, E'\n'), E'\n')) = cardinality(full_contents)
  ),
  -- As full_contents.
  inside text[] check (
    cardinality(inside) between 1 and 20
    and array_position(inside, null) is null
    and array_to_string(inside, E'\n') !~ '[^\n]{251}'
    and array_to_string(inside, E'\n') !~ '(^|\n)\s*(\n|$)'
    and cardinality(string_to_array(array_to_string(inside, E'\n'), E'\n')) = cardinality(inside)
  ),
  page_pictures text[] check (
    cardinality(page_pictures) between 1 and 10
    and array_position(page_pictures, null) is null
    and array_to_string(page_pictures, ' ') ~ '^pages/[a-z0-9-]+/[0-9a-f]{16}\.webp( pages/[a-z0-9-]+/[0-9a-f]{16}\.webp)*$'
  ),
  instrument_included boolean,
  origin text check (char_length(btrim(origin)) > 0 and char_length(origin) <= 600),
  may_adapt boolean not null default false,
  design text check (char_length(btrim(design)) > 0 and char_length(design) <= 300),
  population_and_sample text
    check (char_length(btrim(population_and_sample)) > 0 and char_length(population_and_sample) <= 300),
  instrument text check (char_length(btrim(instrument)) > 0 and char_length(instrument) <= 300),
  analysis text check (char_length(btrim(analysis)) > 0 and char_length(analysis) <= 300),
  programme text check (programme in ('chew', 'nd', 'hnd', 'bnsc', 'msc')),
  reference_count integer check (reference_count between 0 and 5000),
  newest_reference_year integer check (newest_reference_year between 1900 and 2100),
  file_size bigint check (file_size > 0),
  file_date date check (file_date between '1900-01-01' and '2100-01-01'),
  published_at timestamptz check (published_at between '1900-01-01' and '2100-01-01'),
  publish_at timestamptz check (publish_at between '1900-01-01' and '2100-01-01'),
  is_sample boolean not null default false,
  bundle_size smallint check (bundle_size between 2 and 10),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  withheld_from timestamptz check (withheld_from between '1900-01-01' and '2100-01-01'),
  shown_before text,
  title_and_subject text generated always as (title || ' ' || subject_area) stored,
  list_category text not null generated always as (
    case when is_sample and price = 0 and selar_link is null and not sold_here then 'outline' else category end
  ) stored,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  constraint research_materials_withheld_is_hidden
    check (withheld_from is null or (published_at is null and publish_at is null)),
  constraint research_materials_deleted_is_hidden check (deleted_at is null or published_at is null),
  constraint research_materials_scheduled_is_hidden check (publish_at is null or (published_at is null and deleted_at is null)),
  -- A draft may be saved before it has them.
  constraint research_materials_published_is_complete
    check (published_at is null or (category <> '' and title <> 'Untitled draft')),
  constraint research_materials_preview_section_exists
    check (preview_section is null or preview_section = 'abstract' or chapter_one_preview is not null),
  constraint research_materials_newest_of_some_reference
    check (newest_reference_year is null or reference_count is null or reference_count > 0)
);
comment on table public.research_materials is 'Materials for sale or free (SPEC 3). Shown once published_at is set.';
comment on column public.research_materials.title is
  'Untitled draft until an admin gives it one (app/features/materials/fields.ts).';
comment on column public.research_materials.category is
  'docs/glossary.md has each value''s two labels and its upload category. Empty: a draft whose category is not chosen yet.';
comment on column public.research_materials.list_category is
  'The category in lists, their counts and filters: outline for a work of the seed that is sold nowhere, because its '
  'page shows all of it. Generated.';
comment on column public.research_materials.price is 'In whole naira; 0 is shown as Free.';
comment on column public.research_materials.year_of_study is 'Calendar year of the work, as in material_uploads.';
comment on column public.research_materials.selar_link is
  'External payment page. If it is null and sold_here is false, Purchase is disabled and says why.';
comment on column public.research_materials.sold_here is
  'Sold on this site (docs/decisions/0033). selar_link takes precedence if it is set.';
comment on column public.research_materials.chapter_one_preview is
  'Markdown: headings, paragraphs and lists of the first chapter.';
comment on column public.research_materials.preview_section is
  'Type of chapter_one_preview: first chapter, introduction or abstract. Null: derived from its length '
  '(app/features/materials/preview-section.ts).';
comment on column public.research_materials.abstract is
  'Abstract of the whole work, plain text, at most 300 words (the council''s format).';
comment on column public.research_materials.full_contents is
  'Table of contents of the whole work, one line each in order, such as "Appendix I: Questionnaire".';
comment on column public.research_materials.inside is
  'Contents of the files of a platform product, one line each, such as "19 slides with what to say at each one".';
comment on column public.research_materials.page_pictures is
  'Paths in the public bucket product-files of pictures of its first pages, in order. The last one is blurred. Only the '
  'seed adds them, with the secret key.';
comment on column public.research_materials.instrument_included is
  'True if the file has the questionnaire, guide or checklist. Null if unknown.';
comment on column public.research_materials.origin is
  'The authors and readers of the work and what it follows, as its page says it. Null: a student wrote it.';
comment on column public.research_materials.may_adapt is
  'Its templates, questionnaires and forms may be adapted and submitted as a student''s own.';
comment on column public.research_materials.design is 'Design of the study, in a sentence or two.';
comment on column public.research_materials.population_and_sample is
  'Study population, sample size and sampling, in a sentence or two.';
comment on column public.research_materials.instrument is 'Instrument of data collection, in a sentence or two.';
comment on column public.research_materials.analysis is 'Method of data analysis, in a sentence or two.';
comment on column public.research_materials.programme is
  'Programme for which the work was written. The basic RN diploma counts as nd (docs/glossary.md).';
comment on column public.research_materials.reference_count is 'Number of works in its reference list.';
comment on column public.research_materials.newest_reference_year is 'Year of the newest work in its reference list.';
comment on column public.research_materials.file_size is
  'Bytes of the file that a buyer gets. Null for a sample, which has no file.';
comment on column public.research_materials.file_date is
  'Day (Lagos) on which that file was received. Null for a sample.';
comment on column public.research_materials.is_sample is
  'Created by the seed, not by a student; the page labels it as a sample.';
comment on column public.research_materials.bundle_size is
  'Number of works of a bundle; null for other materials. Written by create_bundle and change_bundle.';
comment on column public.research_materials.publish_at is
  'When a draft will be published (publish_scheduled). A trigger removes it when the row is published or deleted.';
comment on column public.research_materials.withheld_from is
  'published_at before the student took their work off sale (take_off_sale). Null: they did not.';
comment on column public.research_materials.deleted_at is
  'When an admin deleted it. Admins can undo that for thirty days; then it is purged.';
comment on column public.research_materials.shown_before is
  'The published_at of a deleted row before its deletion. Set by a trigger.';
-- A single column for the console's search: each word must be in either text, and not every backend accepts quoted
-- patterns in an `or`.
comment on column public.research_materials.title_and_subject is 'Search column of the console. Generated.';
-- Visitors see samples and outlines last.
create index research_materials_title_idx on public.research_materials (is_sample, title, id) where published_at is not null;
create index research_materials_category_title_idx on public.research_materials (list_category, is_sample, title, id)
  where published_at is not null;
-- The marketplace also pages by price, age, subject area and year.
create index research_materials_price_title_idx on public.research_materials (is_sample, price, title, id)
  where published_at is not null;
create index research_materials_dearest_idx on public.research_materials (is_sample, (-price), title, id)
  where published_at is not null;
create index research_materials_newest_idx on public.research_materials ((not is_sample) desc, published_at desc, id desc)
  where published_at is not null;
create index research_materials_area_title_idx on public.research_materials (lower(subject_area), is_sample, title, id)
  where published_at is not null;
-- The console pages materials by their last change. The first index serves the lists of all and of published materials;
-- subsets that are rare among ten thousand rows have their own, so that no list reads rows that it does not show. The
-- search filters rows on the way, because a pattern cannot use an index under row security. The rows are small: first
-- chapters are stored outside them (TOAST).
create index research_materials_changed_idx on public.research_materials (updated_at desc, id desc);
create index research_materials_added_idx on public.research_materials (created_at desc, id desc);
create index research_materials_of_price_idx on public.research_materials (price desc, id desc);
create index research_materials_category_changed_idx on public.research_materials (category, updated_at desc, id desc);
create index research_materials_deleted_idx on public.research_materials (updated_at desc, id desc) where deleted_at is not null;
create index research_materials_hidden_idx on public.research_materials (updated_at desc, id desc)
  where published_at is null and deleted_at is null;
create index research_materials_waiting_for_link_idx on public.research_materials (updated_at desc, id desc)
  where selar_link is null and deleted_at is null;
create index research_materials_scheduled_idx on public.research_materials (publish_at) where publish_at is not null;
create trigger research_materials_unschedule before insert or update on public.research_materials
  for each row execute function private.clear_schedule();
create trigger research_materials_touch before update on public.research_materials
  for each row execute function private.touch_updated_at();
create trigger research_materials_hide before update of deleted_at, shown_before on public.research_materials
  for each row execute function private.hide_while_deleted();
create trigger research_materials_log after insert or update or delete on public.research_materials
  for each row execute function private.log_admin_action('material', 'id', 'title', '*');

create table public.writing_services (
  id uuid primary key default gen_random_uuid(),
  service_name text not null check (char_length(btrim(service_name)) between 1 and 200),
  service_type text not null
    check (service_type in ('research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom')),
  service_description text check (char_length(service_description) <= 10000),
  benefits text check (char_length(benefits) <= 2000),
  specializations text check (char_length(specializations) <= 2000),
  base_price text check (char_length(base_price) <= 40),
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  turnover_time text check (char_length(turnover_time) <= 100),
  contact_link text check (contact_link ~ '^(https://|mailto:|tel:)[^[:space:]]+$' and char_length(contact_link) <= 1000),
  published_at timestamptz check (published_at between '1900-01-01' and '2100-01-01'),
  publish_at timestamptz check (publish_at between '1900-01-01' and '2100-01-01'),
  is_sample boolean not null default false,
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  shown_before text,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  constraint writing_services_deleted_is_hidden check (deleted_at is null or published_at is null),
  constraint writing_services_scheduled_is_hidden check (publish_at is null or (published_at is null and deleted_at is null))
);
comment on table public.writing_services is
  'Tutoring, editing, formatting and statistics help, agreed on WhatsApp (SPEC 2 and 3).';
comment on column public.writing_services.base_price is
  'Text, may have commas; empty or 0 is shown as Contact for pricing (SPEC 5).';
comment on column public.writing_services.benefits is 'Comma-separated.';
comment on column public.writing_services.specializations is 'Comma-separated.';
comment on column public.writing_services.publish_at is 'As in research_materials.';
comment on column public.writing_services.deleted_at is 'As in research_materials.';
comment on column public.writing_services.shown_before is 'As in research_materials.';
create index writing_services_name_idx on public.writing_services (service_name, id);
create index writing_services_scheduled_idx on public.writing_services (publish_at) where publish_at is not null;
create trigger writing_services_unschedule before insert or update on public.writing_services
  for each row execute function private.clear_schedule();
create trigger writing_services_touch before update on public.writing_services
  for each row execute function private.touch_updated_at();
create trigger writing_services_hide before update of deleted_at, shown_before on public.writing_services
  for each row execute function private.hide_while_deleted();
create trigger writing_services_log after insert or update or delete on public.writing_services
  for each row execute function private.log_admin_action('service', 'id', 'service_name', '*');

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  description text check (char_length(description) <= 20000),
  category text not null check (category in (
    'general nursing', 'midwifery', 'psychiatric nursing', 'perioperative nursing', 'community health nursing',
    'orthopedic nursing'
  )),
  price integer not null default 0 check (price between 0 and 10000000),
  instructor_name text check (char_length(instructor_name) <= 200),
  duration_weeks integer check (duration_weeks between 1 and 104),
  whatsapp_link text check (whatsapp_link ~ '^https://[^[:space:]]+$' and char_length(whatsapp_link) <= 1000),
  status text not null default 'draft' check (status in ('draft', 'active', 'closed')),
  is_sample boolean not null default false,
  publish_at timestamptz check (publish_at between '1900-01-01' and '2100-01-01'),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  shown_before text,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  constraint courses_deleted_is_hidden check (deleted_at is null or status <> 'active'),
  constraint courses_scheduled_is_hidden check (publish_at is null or (status = 'draft' and deleted_at is null))
);
comment on table public.courses is 'WhatsApp group courses. Only active ones are shown (SPEC 4).';
comment on column public.courses.price is 'In whole naira; 0 is shown as Free.';
comment on column public.courses.publish_at is 'As in research_materials; the draft becomes active then.';
comment on column public.courses.deleted_at is 'As in research_materials.';
comment on column public.courses.shown_before is 'The status of a deleted row before its deletion. Set by a trigger.';
create index courses_active_title_idx on public.courses (title, id) where status = 'active';
create index courses_scheduled_idx on public.courses (publish_at) where publish_at is not null;

create function private.hide_course_while_deleted() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.deleted_at := now();
    new.shown_before := old.status;
    new.status := 'draft';
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.status := coalesce(old.shown_before, 'draft');
    new.shown_before := null;
  else
    new.shown_before := old.shown_before;
  end if;
  return new;
end $$;
comment on function private.hide_course_while_deleted() is
  'Trigger: does the same as hide_while_deleted for courses, whose visibility depends on status.';
revoke all on function private.hide_course_while_deleted() from public;

create function private.clear_course_schedule() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status <> 'draft' or new.deleted_at is not null then
    new.publish_at := null;
  end if;
  return new;
end $$;
comment on function private.clear_course_schedule() is
  'Trigger: does the same as clear_schedule for courses, whose visibility depends on status.';
revoke all on function private.clear_course_schedule() from public;
create trigger courses_schedule before insert or update on public.courses
  for each row execute function private.clear_course_schedule();

create trigger courses_touch before update on public.courses for each row execute function private.touch_updated_at();
create trigger courses_hide before update of deleted_at, shown_before on public.courses
  for each row execute function private.hide_course_while_deleted();
create trigger courses_log after insert or update or delete on public.courses
  for each row execute function private.log_admin_action('course', 'id', 'title', '*');

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  post_title text not null check (char_length(btrim(post_title)) between 1 and 300),
  sub_title text check (char_length(sub_title) <= 500),
  post_body text not null default '' check (char_length(post_body) <= 200000),
  image_url text check (char_length(image_url) <= 1000),
  image_alt text check (char_length(image_alt) <= 300),
  upload_date timestamptz not null default now() check (upload_date between '1900-01-01' and '2100-01-01'),
  seo_keywords text check (char_length(seo_keywords) <= 1000),
  published_at timestamptz check (published_at between '1900-01-01' and '2100-01-01'),
  publish_at timestamptz check (publish_at between '1900-01-01' and '2100-01-01'),
  is_sample boolean not null default false,
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  shown_before text,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  constraint blog_posts_deleted_is_hidden check (deleted_at is null or published_at is null),
  constraint blog_posts_scheduled_is_hidden check (publish_at is null or (published_at is null and deleted_at is null))
);
comment on table public.blog_posts is 'Blog posts, newest upload_date first (SPEC 2).';
comment on column public.blog_posts.post_body is 'HTML. Sanitised again on every render.';
comment on column public.blog_posts.image_url is
  'An https address, or the path of a picture in product-files (/storage/v1/object/public/product-files/posts/...).';
comment on column public.blog_posts.image_alt is
  'Alternative text of the picture above the post. Empty for a decorative picture.';
comment on column public.blog_posts.seo_keywords is 'Comma-separated.';
comment on column public.blog_posts.publish_at is 'As in research_materials.';
comment on column public.blog_posts.deleted_at is 'As in research_materials.';
comment on column public.blog_posts.shown_before is 'As in research_materials.';
create index blog_posts_newest_idx on public.blog_posts (upload_date desc, id) where published_at is not null;
create index blog_posts_changed_idx on public.blog_posts (updated_at desc, id desc);
create index blog_posts_scheduled_idx on public.blog_posts (publish_at) where publish_at is not null;
create trigger blog_posts_unschedule before insert or update on public.blog_posts
  for each row execute function private.clear_schedule();
create trigger blog_posts_touch before update on public.blog_posts for each row execute function private.touch_updated_at();
create trigger blog_posts_hide before update of deleted_at, shown_before on public.blog_posts
  for each row execute function private.hide_while_deleted();
create trigger blog_posts_log after insert or update or delete on public.blog_posts
  for each row execute function private.log_admin_action('post', 'id', 'post_title', '*');

alter table public.research_materials enable row level security;
alter table public.writing_services enable row level security;
alter table public.courses enable row level security;
alter table public.blog_posts enable row level security;
revoke all on public.research_materials, public.writing_services, public.courses, public.blog_posts
  from anon, authenticated, service_role;
grant select, insert, update, delete on public.research_materials, public.writing_services, public.courses, public.blog_posts
  to service_role;
grant select on public.research_materials, public.writing_services, public.courses, public.blog_posts to anon, authenticated;
grant insert, update on public.research_materials, public.writing_services, public.courses, public.blog_posts to authenticated;

-- Sales, orders, uploads and reports name materials that are not published, so every admin role reads these.
create policy "Everybody reads published materials, an admin the rest"
  on public.research_materials for select to anon, authenticated
  using (published_at is not null or (select private.is_admin()));
create policy "An admin adds materials" on public.research_materials for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes materials" on public.research_materials for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
create policy "Everybody reads published services, an editor the rest"
  on public.writing_services for select to anon, authenticated
  using (published_at is not null or (select private.has_admin_role('editor')));
create policy "An admin adds services" on public.writing_services for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes services" on public.writing_services for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
create policy "Everybody reads active courses, an editor the rest" on public.courses for select to anon, authenticated
  using (status = 'active' or (select private.has_admin_role('editor')));
create policy "An admin adds courses" on public.courses for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes courses" on public.courses for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
create policy "Everybody reads published posts, an editor the rest" on public.blog_posts for select to anon, authenticated
  using (published_at is not null or (select private.has_admin_role('editor')));
create policy "An admin adds posts" on public.blog_posts for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes posts" on public.blog_posts for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
