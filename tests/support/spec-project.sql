-- A project of the specification (SPEC 3) without our additions, with valid rows and some that violate our constraints.
-- The enum, trigger, policies and view are typical of such projects.

create type public.upload_status as enum ('pending', 'under_review', 'approved', 'rejected');

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  first_name text,
  last_name text,
  "Institition" text,
  course_of_study text,
  phone_number text,
  year_of_study integer,
  avatar_url text,
  total_earnings numeric default 0,
  user_type text default 'Student',
  favourite_colour text
);
create table public.profiles_bank_details (
  profile_id uuid primary key references public.profiles (id),
  bank_name text,
  account_number text,
  account_name text
);
create table public.topic_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id),
  topic text,
  status text
);
create table public.material_uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  title text,
  category text,
  format text,
  pages integer,
  description text,
  subject_area text,
  year_of_study integer,
  proposed_price numeric,
  file_name text,
  file_path text,
  upload_status public.upload_status default 'pending',
  review_notes text,
  created_at timestamptz default now()
);
create table public.research_materials (
  id uuid primary key default gen_random_uuid(),
  slug text,
  title text,
  subject_area text,
  category text,
  price numeric,
  rating numeric,
  pages integer,
  year_of_study integer,
  selar_link text,
  chapter_one_preview text
);
create table public.writing_services (
  id uuid primary key default gen_random_uuid(),
  service_name text,
  service_type text,
  service_description text,
  benefits text,
  specializations text,
  base_price text,
  rating numeric,
  turnover_time text,
  contact_link text
);
create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text,
  description text,
  category text,
  price text,
  instructor_name text,
  duration_weeks integer,
  whatsapp_link text,
  status text
);
create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text,
  post_title text,
  sub_title text,
  post_body text,
  image_url text,
  upload_date date,
  updated_at timestamptz,
  seo_keywords text[]
);
create table public.topics_directory (id serial primary key, topic text, description text, unique_selling_point text, subject_area text);
create table public.ui_content (id serial primary key, page_section text, content_key text, content_value text);
create table public.site_settings (id serial primary key, setting_group text, key text, value text);
create table public.guestbook (id serial primary key, words text, profile_id uuid references public.profiles (id));
create view public.names_of_students as select first_name, last_name from public.profiles;

alter table public.profiles enable row level security;
create policy "Everybody reads everything" on public.profiles for select using (true);
create policy "Anyone may do anything with files" on storage.objects for all using (true) with check (true);
insert into storage.buckets (id, name, public) values
  ('product-files', 'product-files', true), ('material-uploads', 'material-uploads', true), ('pictures-of-ours', 'pictures-of-ours', true);
create policy "Their own bucket" on storage.objects for select using (bucket_id = 'pictures-of-ours');
create function public.handle_new_user() returns trigger language plpgsql security definer as $$
begin
  insert into public.profiles (user_id, first_name) values (new.id, new.raw_user_meta_data ->> 'first_name');
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users for each row execute function public.handle_new_user();
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
insert into supabase_migrations.schema_migrations (version, name) values ('20240101000000', 'theirs');

insert into auth.users (id, email, raw_user_meta_data) values
  ('00000000-0000-4000-8000-0000000000a1', 'ada@example.com', '{"first_name": "Ada"}'),
  ('00000000-0000-4000-8000-0000000000b1', 'bola@example.com', '{"first_name": "Bola"}');
update public.profiles set id = '00000000-0000-4000-8000-0000000000a2', last_name = 'Obi', "Institition" = 'UNTH Enugu', year_of_study = 3,
  total_earnings = 12500, user_type = 'admin', favourite_colour = 'green' where first_name = 'Ada';
update public.profiles set id = '00000000-0000-4000-8000-0000000000b2', last_name = 'Ade', year_of_study = 9 where first_name = 'Bola';
insert into public.profiles (id, user_id, first_name) values
  ('00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c1', 'Gone');
alter table auth.users disable trigger on_auth_user_created;
insert into auth.users (id, email, raw_user_meta_data) values
  ('00000000-0000-4000-8000-0000000000d1', 'dayo@example.com', '{"first_name": "Dayo", "last_name": "Eze"}');
alter table auth.users enable trigger on_auth_user_created;
insert into public.profiles_bank_details values
  ('00000000-0000-4000-8000-0000000000a2', 'GTBank', '012 345 6789', 'Ada Obi'),
  ('00000000-0000-4000-8000-0000000000b2', 'Zenith', 'not known yet', 'Bola Ade');
insert into public.topic_requests (user_id, topic, status) values
  ('00000000-0000-4000-8000-0000000000a2', 'Hand washing', 'completed'), ('00000000-0000-4000-8000-0000000000a2', '', null);
insert into storage.objects (bucket_id, name, metadata) values
  ('material-uploads', '00000000-0000-4000-8000-0000000000a1/1700000000000-work.pdf', '{"size": 300, "eTag": "\"x\""}');
insert into public.material_uploads (user_id, title, category, format, pages, year_of_study, proposed_price, file_name, file_path, upload_status) values
  ('00000000-0000-4000-8000-0000000000a2', 'Good', 'Case Study', 'pdf', 40, 2023, 0, 'work.pdf',
    '00000000-0000-4000-8000-0000000000a1/1700000000000-work.pdf', 'approved'),
  ('00000000-0000-4000-8000-0000000000a2', 'Odd', 'poster', 'Keynote', 0, 1999, 2500.4, null, 'x/1-odd.key', 'under_review'),
  ('00000000-0000-4000-8000-0000000000ff', 'Of nobody', 'thesis', 'Word', 3, null, null, 'n.docx', null, 'rejected');
insert into public.research_materials (id, slug, title, subject_area, category, price, rating, pages, selar_link, chapter_one_preview) values
  ('00000000-0000-4000-8000-000000000001', 'malaria-in-enugu', 'Malaria in Enugu', 'community', 'research project', 3500, 4.56, 60,
    'https://selar.co/x', 'Chapter one'),
  ('00000000-0000-4000-8000-000000000002', 'malaria-in-enugu', 'Malaria in Enugu, again', null, 'Proposals', null, 12, -4, 'http://selar.co/y', null),
  ('00000000-0000-4000-8000-000000000003', null, 'Wunden & Pflege', 'Surgery', 'poster', 0, null, null, null, null);
insert into public.writing_services (service_name, service_type, base_price, rating, contact_link) values
  ('Editing', 'Editing', '5,000', 5, 'https://wa.me/234'), ('Typing', 'typing', '0', null, 'wa.me/234');
insert into public.courses (title, category, price, status, duration_weeks) values
  ('Midwifery basics', 'Midwifery', '12,000', 'Active', 6), ('Old one', 'general nursing', 'free', 'archived', 400);
insert into public.blog_posts (slug, post_title, post_body, upload_date, seo_keywords) values
  ('Hello World', 'Hello', '<p>Hi</p>', '2025-03-01', '{nursing,lagos}'), (null, 'Second', null, null, null);
insert into public.topics_directory (topic, subject_area) values ('Pain', 'medical'), ('Sleep', null), ('Pain', 'surgical');
insert into public.ui_content (page_section, content_key, content_value) values
  ('hero', 'hero_title', 'Our own title'), ('hero', 'Stats Label!', 'broken key');
insert into public.site_settings (setting_group, key, value) values
  ('contact', 'contact_email_primary', 'help@example.com'), ('weather', 'today', 'rain');
insert into public.guestbook (words, profile_id) values ('hello', '00000000-0000-4000-8000-0000000000a2');
