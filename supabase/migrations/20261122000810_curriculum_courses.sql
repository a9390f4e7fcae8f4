-- Courses of nursing programmes, by which students find topics. public.courses has the trainings that are sold.

create table public.curriculum_courses (
  id uuid primary key default gen_random_uuid(),
  code text not null default '' check (char_length(code) <= 20),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  programme text not null check (programme in ('chew', 'nd', 'hnd', 'bnsc', 'msc')),
  level text not null default '' check (char_length(level) <= 30),
  subjects text not null check (char_length(btrim(subjects)) between 1 and 300),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  code_and_title text generated always as (code || ' ' || title) stored,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01')
);
comment on table public.curriculum_courses is
  'Courses of nursing programmes with the subjects of their topics. Admins edit it; a change takes effect immediately.';
comment on column public.curriculum_courses.code is
  'As a school writes it (NSC 401), or empty. Schools give one code to different courses, so it is not unique.';
comment on column public.curriculum_courses.level is 'As students say it: 400 level, ND II.';
comment on column public.curriculum_courses.subjects is
  'Subject areas of the directory, or words that its topics contain, separated by commas.';
comment on column public.curriculum_courses.deleted_at is 'As in research_materials.';
comment on column public.curriculum_courses.code_and_title is 'Search column of the console. Generated.';
create unique index curriculum_courses_once_idx on public.curriculum_courses (programme, lower(code), lower(title));
create index curriculum_courses_changed_idx on public.curriculum_courses (updated_at desc, id desc);
create index curriculum_courses_deleted_idx on public.curriculum_courses (updated_at desc, id desc)
  where deleted_at is not null;
create trigger curriculum_courses_touch before update on public.curriculum_courses
  for each row execute function private.touch_updated_at();
create trigger curriculum_courses_log after insert or update or delete on public.curriculum_courses
  for each row execute function private.log_admin_action(
    'curriculum', 'id', 'title', 'code,title,programme,level,subjects,deleted_at'
  );

alter table public.curriculum_courses enable row level security;
revoke all on public.curriculum_courses from anon, authenticated, service_role;
grant select, insert, update, delete on public.curriculum_courses to service_role;
grant select on public.curriculum_courses to anon, authenticated;
grant insert, update on public.curriculum_courses to authenticated;
create policy "Everybody reads the courses of programmes, an admin the deleted ones too"
  on public.curriculum_courses for select to anon, authenticated
  using (deleted_at is null or (select private.has_admin_role('editor')));
create policy "An admin adds courses of programmes" on public.curriculum_courses for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes courses of programmes" on public.curriculum_courses for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
