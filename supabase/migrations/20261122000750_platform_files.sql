-- Files of platform products, which no student uploaded (docs/decisions/0039). They are in the uploads bucket.

create table private.platform_files (
  material_id uuid not null references public.research_materials (id) on delete cascade,
  position integer not null default 1 check (position between 1 and 20),
  file_path text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 300),
  label text not null default '' check (char_length(label) <= 100),
  extent text not null default '' check (char_length(extent) <= 40),
  file_size bigint check (file_size > 0),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('PDF', 'Word', 'PowerPoint', 'Excel', 'EPUB')),
  added_at timestamptz not null default now(),
  primary key (material_id, position)
);
comment on table private.platform_files is
  'Buyer files of materials without an upload. An admin adds one (public.save_platform_file), the seed several '
  '(public.add_platform_files).';
comment on column private.platform_files.position is 'Order in which pages list the files of a material, from 1.';
comment on column private.platform_files.label is
  'Title of the file, such as "Handout to print". Empty if the file name suffices.';
comment on column private.platform_files.extent is 'Length, such as "19 slides". Empty if unknown.';
comment on column private.platform_files.file_path is 'Name of the object in the bucket material-uploads.';
comment on column private.platform_files.file_sha256 is
  'Hash of the uploaded file. Buyers get no other bytes (docs/decisions/0024).';
revoke all on private.platform_files from public, anon, authenticated, service_role;

create table private.file_checks (
  file_path text primary key,
  checked_at timestamptz not null default now(),
  damaged_at timestamptz
);
comment on table private.file_checks is
  'When the stored files of materials that are sold here were last compared with their hashes.';
comment on column private.file_checks.damaged_at is 'When the file was found missing or changed. Null: it is intact.';
revoke all on private.file_checks from public, anon, authenticated, service_role;
