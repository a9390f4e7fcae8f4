-- The files of our own works, which no student sent in (docs/decisions/0039). They lie in the bucket of the uploads.

create table private.house_files (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  file_path text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 300),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('PDF', 'Word', 'PowerPoint')),
  given_at timestamptz not null default now()
);
comment on table private.house_files is
  'The file that buyers get of a material that came from no upload. An operator gives it (public.keep_house_file).';
comment on column private.house_files.file_path is 'Name of the object in the bucket material-uploads.';
comment on column private.house_files.file_sha256 is
  'Of the file that was given. Buyers get no other bytes (docs/decisions/0024).';
revoke all on private.house_files from public, anon, authenticated, service_role;
