-- The files of our own works, which no student sent in (docs/decisions/0039). They lie in the bucket of the uploads.

create table private.house_files (
  material_id uuid not null references public.research_materials (id) on delete cascade,
  position integer not null default 1 check (position between 1 and 20),
  file_path text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 300),
  label text not null default '' check (char_length(label) <= 100),
  extent text not null default '' check (char_length(extent) <= 40),
  file_size bigint check (file_size > 0),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('PDF', 'Word', 'PowerPoint', 'Excel')),
  given_at timestamptz not null default now(),
  primary key (material_id, position)
);
comment on table private.house_files is
  'The files that buyers get of a material that came from no upload. An admin gives one (public.keep_house_file), and the '
  'seed several (public.add_house_files).';
comment on column private.house_files.position is 'The order in which pages list the files of a material, from 1.';
comment on column private.house_files.label is 'What the file is, such as "Handout to print". Empty: its name says it.';
comment on column private.house_files.extent is 'Its length, such as "19 slides". Empty: not known.';
comment on column private.house_files.file_path is 'Name of the object in the bucket material-uploads.';
comment on column private.house_files.file_sha256 is
  'Of the file that was given. Buyers get no other bytes (docs/decisions/0024).';
revoke all on private.house_files from public, anon, authenticated, service_role;
