-- The FAQ and what students say, once an operator has made them their own. While none is shown, the site says what it came with.

create table public.faq_questions (
  id uuid primary key default gen_random_uuid(),
  part text not null check (char_length(btrim(part)) between 1 and 100),
  question text not null check (char_length(btrim(question)) between 1 and 300),
  answer text not null check (char_length(btrim(answer)) between 1 and 2000),
  place integer not null default 0 check (place between 0 and 10000),
  published_at timestamptz,
  deleted_at timestamptz,
  shown_before text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint faq_questions_deleted_is_hidden check (deleted_at is null or published_at is null)
);
comment on table public.faq_questions is 'Questions and answers of /faq. While none is published the page says those of app/features/information/faq.ts.';
comment on column public.faq_questions.part is 'The heading it stands under.';
comment on column public.faq_questions.place is 'Smaller stands first; a part stands where its first question does.';
comment on column public.faq_questions.shown_before is 'As in research_materials.';

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 100),
  university text not null default '' check (char_length(university) <= 200),
  year text not null default '' check (char_length(year) <= 50),
  content text not null check (char_length(btrim(content)) between 1 and 600),
  rating integer not null default 5 check (rating between 1 and 5),
  place integer not null default 0 check (place between 0 and 10000),
  is_sample boolean not null default false,
  published_at timestamptz,
  deleted_at timestamptz,
  shown_before text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint testimonials_deleted_is_hidden check (deleted_at is null or published_at is null)
);
comment on table public.testimonials is 'What students say, on the home page (SPEC 2). While none is published it says the three of app/features/site/home-content.ts.';
comment on column public.testimonials.is_sample is 'Nobody said it: the page says that it is a sample.';
comment on column public.testimonials.place is 'Smaller stands first.';
comment on column public.testimonials.shown_before is 'As in research_materials.';

create index faq_questions_place_idx on public.faq_questions (place, id) where published_at is not null;
create index faq_questions_changed_idx on public.faq_questions (updated_at desc, id desc);
create index testimonials_place_idx on public.testimonials (place, id) where published_at is not null;
create index testimonials_changed_idx on public.testimonials (updated_at desc, id desc);

create trigger faq_questions_touch before update on public.faq_questions for each row execute function private.touch_updated_at();
create trigger testimonials_touch before update on public.testimonials for each row execute function private.touch_updated_at();
create trigger faq_questions_hide before update of deleted_at, shown_before on public.faq_questions for each row execute function private.hide_while_deleted();
create trigger testimonials_hide before update of deleted_at, shown_before on public.testimonials for each row execute function private.hide_while_deleted();
create trigger faq_questions_log after insert or update or delete on public.faq_questions
  for each row execute function private.log_operator_act('question', 'id', 'question', '*');
create trigger testimonials_log after insert or update or delete on public.testimonials
  for each row execute function private.log_operator_act('testimonial', 'id', 'name', '*');

alter table public.faq_questions enable row level security;
alter table public.testimonials enable row level security;
revoke all on public.faq_questions, public.testimonials from anon, authenticated;
grant select on public.faq_questions, public.testimonials to anon, authenticated;
grant insert, update on public.faq_questions, public.testimonials to authenticated;

create policy "Everybody reads published questions, an operator the rest" on public.faq_questions for select to anon, authenticated
  using (published_at is not null or (select private.is_operator()));
create policy "An operator adds questions" on public.faq_questions for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes questions" on public.faq_questions for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "Everybody reads published testimonials, an operator the rest" on public.testimonials for select to anon, authenticated
  using (published_at is not null or (select private.is_operator()));
create policy "An operator adds testimonials" on public.testimonials for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes testimonials" on public.testimonials for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));

-- Thirty days after its deletion a row goes for good, from these two as well.
create or replace function public.purge_deleted(older_than interval default interval '30 days') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  tables constant text[] := array['research_materials', 'writing_services', 'courses', 'blog_posts', 'topics_directory', 'faq_questions', 'testimonials'];
  shelf text;
  row_id uuid;
  purged integer := 0;
begin
  foreach shelf in array tables loop
    for row_id in execute format('select id from public.%I where deleted_at < now() - $1', shelf) using older_than loop
      begin
        execute format('delete from public.%I where id = $1', shelf) using row_id;
        insert into public.audit_log (action, subject, details) values ('catalogue.purged', row_id::text, jsonb_build_object('table', shelf));
        purged := purged + 1;
      exception when foreign_key_violation then
        null;
      end;
    end loop;
  end loop;
  return purged;
end $$;
