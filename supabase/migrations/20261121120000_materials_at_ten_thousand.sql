-- The console's list of materials, what was changed last first, in each of its parts. All and published are walked along
-- research_materials_changed_idx; the parts that are rare among ten thousand rows have indexes of their own, so that nothing is read to be
-- thrown away. Words are looked for on the way: under row security no index may be asked with a pattern (shared/BACKEND.md), and the rows
-- are small, because first chapters are kept apart from them (TOAST).
create index research_materials_deleted_idx on public.research_materials (updated_at desc, id desc) where deleted_at is not null;
create index research_materials_hidden_idx on public.research_materials (updated_at desc, id desc)
  where published_at is null and deleted_at is null;
create index research_materials_waiting_for_link_idx on public.research_materials (updated_at desc, id desc)
  where selar_link is null and deleted_at is null;
create index research_materials_category_changed_idx on public.research_materials (category, updated_at desc, id desc);

-- What the console's search looks through. One column, because each word has to be met by one of the two, and not every backend takes quoted
-- patterns in an `or`.
alter table public.research_materials add column title_and_subject text generated always as (title || ' ' || subject_area) stored;
comment on column public.research_materials.title_and_subject is 'What the console searches. Written by the database.';
