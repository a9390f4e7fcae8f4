-- What visitors come for. Published rows are everybody's to read; only operators write.

create table public.research_materials (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  title text not null check (char_length(btrim(title)) between 1 and 400),
  subject_area text not null default '' check (char_length(subject_area) <= 100),
  category text not null check (category in ('research_project', 'thesis', 'seminar', 'client_care_study', 'proposal')),
  format text check (format in ('PDF', 'Word', 'PowerPoint', 'Other')),
  price integer not null default 0 check (price between 0 and 10000000),
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  pages integer check (pages between 1 and 10000),
  year_of_study integer check (year_of_study between 1950 and 2100),
  selar_link text check (selar_link ~ '^https://[^[:space:]]+$' and char_length(selar_link) <= 1000),
  chapter_one_preview text check (char_length(chapter_one_preview) <= 100000),
  published_at timestamptz,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.research_materials is 'Materials on sale or free (SPEC 3). Shown once published_at is set.';
comment on column public.research_materials.category is 'docs/words.md has each value''s two labels and the upload category it comes from.';
comment on column public.research_materials.price is 'Whole naira; 0 is shown as Free.';
comment on column public.research_materials.year_of_study is 'The calendar year of the work, as in material_uploads.';
comment on column public.research_materials.selar_link is 'The outside payment page. Null: Purchase is disabled and says why.';
comment on column public.research_materials.chapter_one_preview is 'Markdown: headings, paragraphs and lists of the first chapter.';
comment on column public.research_materials.is_sample is 'Made by the seed, not by a student; the page says so.';
create index research_materials_title_idx on public.research_materials (title, id) where published_at is not null;
create index research_materials_category_title_idx on public.research_materials (category, title, id) where published_at is not null;

create table public.writing_services (
  id uuid primary key default gen_random_uuid(),
  service_name text not null check (char_length(btrim(service_name)) between 1 and 200),
  service_type text not null check (service_type in ('research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom')),
  service_description text check (char_length(service_description) <= 10000),
  benefits text check (char_length(benefits) <= 2000),
  specializations text check (char_length(specializations) <= 2000),
  base_price text check (char_length(base_price) <= 40),
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  turnover_time text check (char_length(turnover_time) <= 100),
  contact_link text check (contact_link ~ '^(https://|mailto:|tel:)[^[:space:]]+$' and char_length(contact_link) <= 1000),
  published_at timestamptz,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.writing_services is 'Tutoring, editing, formatting and statistics help, agreed on WhatsApp (SPEC 2 and 3).';
comment on column public.writing_services.base_price is 'Text, may hold commas; empty or 0 is shown as Contact for pricing (SPEC 5).';
comment on column public.writing_services.benefits is 'Comma-separated.';
comment on column public.writing_services.specializations is 'Comma-separated.';
create index writing_services_name_idx on public.writing_services (service_name, id);

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  description text check (char_length(description) <= 20000),
  category text not null check (category in ('general nursing', 'midwifery', 'psychiatric nursing', 'perioperative nursing', 'community health nursing', 'orthopedic nursing')),
  price integer not null default 0 check (price between 0 and 10000000),
  instructor_name text check (char_length(instructor_name) <= 200),
  duration_weeks integer check (duration_weeks between 1 and 104),
  whatsapp_link text check (whatsapp_link ~ '^https://[^[:space:]]+$' and char_length(whatsapp_link) <= 1000),
  status text not null default 'draft' check (status in ('draft', 'active', 'closed')),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.courses is 'WhatsApp group courses. Only active ones are shown (SPEC 4).';
comment on column public.courses.price is 'Whole naira; 0 is shown as Free.';
create index courses_active_title_idx on public.courses (title, id) where status = 'active';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  post_title text not null check (char_length(btrim(post_title)) between 1 and 300),
  sub_title text check (char_length(sub_title) <= 500),
  post_body text not null default '' check (char_length(post_body) <= 200000),
  image_url text check (char_length(image_url) <= 1000),
  upload_date timestamptz not null default now(),
  seo_keywords text check (char_length(seo_keywords) <= 1000),
  published_at timestamptz,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_posts is 'Posts, newest upload_date first (SPEC 2).';
comment on column public.blog_posts.post_body is 'HTML; cleaned again whenever it is shown.';
comment on column public.blog_posts.seo_keywords is 'Comma-separated.';
create index blog_posts_newest_idx on public.blog_posts (upload_date desc, id) where published_at is not null;

create table public.topics_directory (
  id uuid primary key default gen_random_uuid(),
  topic text not null unique check (char_length(btrim(topic)) between 1 and 400),
  description text check (char_length(description) <= 2000),
  unique_selling_point text check (char_length(unique_selling_point) <= 1000),
  subject_area text not null default '' check (char_length(subject_area) <= 100),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.topics_directory is 'The free directory of topics (SPEC 2).';

create trigger research_materials_touch before update on public.research_materials for each row execute function private.touch_updated_at();
create trigger writing_services_touch before update on public.writing_services for each row execute function private.touch_updated_at();
create trigger courses_touch before update on public.courses for each row execute function private.touch_updated_at();
create trigger blog_posts_touch before update on public.blog_posts for each row execute function private.touch_updated_at();
create trigger topics_directory_touch before update on public.topics_directory for each row execute function private.touch_updated_at();

alter table public.research_materials enable row level security;
alter table public.writing_services enable row level security;
alter table public.courses enable row level security;
alter table public.blog_posts enable row level security;
alter table public.topics_directory enable row level security;

revoke all on public.research_materials, public.writing_services, public.courses, public.blog_posts, public.topics_directory from anon, authenticated;
grant select on public.research_materials, public.writing_services, public.courses, public.blog_posts, public.topics_directory to anon, authenticated;
grant insert, update, delete on public.research_materials, public.writing_services, public.courses, public.blog_posts, public.topics_directory to authenticated;

create policy "Everybody reads published materials, an operator the rest" on public.research_materials for select to anon, authenticated
  using (published_at is not null or (select private.is_operator()));
create policy "Everybody reads published services, an operator the rest" on public.writing_services for select to anon, authenticated
  using (published_at is not null or (select private.is_operator()));
create policy "Everybody reads active courses, an operator the rest" on public.courses for select to anon, authenticated
  using (status = 'active' or (select private.is_operator()));
create policy "Everybody reads published posts, an operator the rest" on public.blog_posts for select to anon, authenticated
  using (published_at is not null or (select private.is_operator()));
create policy "Everybody reads the topics" on public.topics_directory for select to anon, authenticated
  using (true);

create policy "An operator adds materials" on public.research_materials for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes materials" on public.research_materials for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes materials" on public.research_materials for delete to authenticated using ((select private.is_operator()));
create policy "An operator adds services" on public.writing_services for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes services" on public.writing_services for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes services" on public.writing_services for delete to authenticated using ((select private.is_operator()));
create policy "An operator adds courses" on public.courses for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes courses" on public.courses for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes courses" on public.courses for delete to authenticated using ((select private.is_operator()));
create policy "An operator adds posts" on public.blog_posts for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes posts" on public.blog_posts for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes posts" on public.blog_posts for delete to authenticated using ((select private.is_operator()));
create policy "An operator adds topics" on public.topics_directory for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes topics" on public.topics_directory for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes topics" on public.topics_directory for delete to authenticated using ((select private.is_operator()));
