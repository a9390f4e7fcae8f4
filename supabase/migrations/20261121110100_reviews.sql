-- The review of an upload: what was read of its file, a checklist, and the decisions. A decision is one function that locks the upload,
-- finds out whether somebody else decided or the student sent another file meanwhile, writes everything it means, and logs it.

create table public.upload_reviews (
  upload_id uuid primary key references public.material_uploads (id) on delete cascade,
  version integer not null default 1,
  opens boolean not null default false,
  own_work boolean not null default false,
  no_names boolean not null default false,
  chapters_complete boolean not null default false,
  decided_by uuid,
  decided_at timestamptz,
  title_words text not null,
  file_path text,
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  file_bytes bigint check (file_bytes >= 0),
  pages integer check (pages between 0 and 100000),
  words integer check (words >= 0),
  headings jsonb not null default '[]'::jsonb check (jsonb_typeof(headings) = 'array' and octet_length(headings::text) <= 60000),
  first_chapter text check (char_length(first_chapter) <= 100000),
  reading_note text check (char_length(reading_note) <= 500),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.upload_reviews is 'One row an upload, for operators alone: the checklist, and what a program read of the file. Written by functions.';
comment on column public.upload_reviews.version is 'Moves with each decision and each other file. A decision names the one it was made on.';
comment on column public.upload_reviews.decided_by is 'auth.users.id of who decided last.';
comment on column public.upload_reviews.title_words is 'The title as plain words, to find the same one again.';
comment on column public.upload_reviews.file_path is 'The file that the facts below are of; another one in material_uploads means that they are old.';
comment on column public.upload_reviews.file_sha256 is 'Computed by the site when it read the file.';
create index upload_reviews_title_idx on public.upload_reviews (title_words);
create index upload_reviews_of_file_idx on public.upload_reviews (file_sha256) where file_sha256 is not null;
create index material_search_documents_title_idx on private.material_search_documents (title_words);
create trigger upload_reviews_touch before update on public.upload_reviews for each row execute function private.touch_updated_at();

alter table public.material_uploads
  add column file_removal_due timestamptz,
  add column file_removed_at timestamptz;
comment on column public.material_uploads.file_removal_due is 'When the file of a rejected upload is removed; its student was told.';
comment on column public.material_uploads.file_removed_at is 'When it was removed, from the storage and from the drive.';
create index material_uploads_removal_idx on public.material_uploads (file_removal_due) where file_removal_due is not null and file_removed_at is null;

-- Since when an upload waits for its reviewer: since its file came, unless it is the student's turn.
alter table public.material_uploads add column waiting_since timestamptz generated always as (
  case when upload_status = 'pending' and (noted_at is null or file_replaced_at > noted_at) then coalesce(file_replaced_at, created_at) end
) stored;
comment on column public.material_uploads.waiting_since is 'Since when it waits for its reviewer; null once it is answered, or while its student was asked for changes.';
create index material_uploads_waiting_idx on public.material_uploads (waiting_since, id) where waiting_since is not null;

-- Whose a material is. Sales and payouts will stand on it.
create table public.material_shares (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  upload_id uuid unique references public.material_uploads (id) on delete set null,
  profile_id uuid references public.profiles (id) on delete set null,
  share_percent integer not null default 50 check (share_percent between 0 and 100),
  told_on_sale_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.material_shares is 'The student whose upload a material came from, and their part of each sale: half of it unless agreed otherwise (SPEC 9). Written by the review.';
comment on column public.material_shares.told_on_sale_at is 'When the student was mailed that it is on sale.';
create index material_shares_of_profile_idx on public.material_shares (profile_id);
create trigger material_shares_touch before update on public.material_shares for each row execute function private.touch_updated_at();

create function private.begin_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.upload_reviews (upload_id, title_words) values (new.id, private.search_words(new.title))
  on conflict (upload_id) do nothing;
  return null;
end $$;
create function private.begin_review_anew() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.upload_reviews
     set version = version + 1, opens = false, own_work = false, no_names = false, chapters_complete = false
   where upload_id = new.id;
  return null;
end $$;
comment on function private.begin_review() is 'Trigger: an upload has its review from the same transaction on.';
comment on function private.begin_review_anew() is 'Trigger: another file is another work to look at; nothing that was ticked holds for it.';
revoke all on function private.begin_review(), private.begin_review_anew() from public;
create trigger material_uploads_begin_review after insert on public.material_uploads for each row execute function private.begin_review();
create trigger material_uploads_begin_review_anew after update of file_path on public.material_uploads
  for each row when (new.file_path is distinct from old.file_path) execute function private.begin_review_anew();
insert into public.upload_reviews (upload_id, title_words)
select id, private.search_words(title) from public.material_uploads on conflict do nothing;

create function private.only_operators() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_operator() then
    raise exception 'Only operators do this' using errcode = '42501';
  end if;
end $$;
comment on function private.only_operators() is 'Raises 42501 for everybody but operators.';
revoke all on function private.only_operators() from public;

create function private.log_review(upload public.material_uploads, step text, more jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'review.' || step, upload.id::text, jsonb_build_object('name', left(upload.title, 200)) || more)
$$;
comment on function private.log_review(public.material_uploads, text, jsonb) is 'A step of a review in the audit log.';
revoke all on function private.log_review(public.material_uploads, text, jsonb) from public;

-- 'ok' holds the upload locked for the rest of the transaction; 'changed': somebody decided, or the student sent another file, since
-- seen_version was read; 'gone': the student took it back.
create function private.take_review(upload uuid, seen_version integer, in_status text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  status text;
  version_now integer;
begin
  perform private.only_operators();
  select u.upload_status into status from public.material_uploads u where u.id = upload for update;
  if not found then
    return 'gone';
  end if;
  select r.version into version_now from public.upload_reviews r where r.upload_id = upload for update;
  if version_now is distinct from seen_version or status <> all (in_status) then
    return 'changed';
  end if;
  update public.upload_reviews set version = version + 1, decided_by = (select auth.uid()), decided_at = now() where upload_id = upload;
  return 'ok';
end $$;
comment on function private.take_review(uuid, integer, text[]) is 'Compare-and-set of a decision: ok, changed or gone. 42501 for everybody but operators.';
revoke all on function private.take_review(uuid, integer, text[]) from public;

create function public.keep_file_facts(
  upload uuid, path text, sha256 text, bytes bigint, pages integer, words integer, headings jsonb, first_chapter text, reading_note text
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.only_operators();
  update public.upload_reviews r
     set file_path = path, file_sha256 = sha256, file_bytes = bytes, pages = pages, words = words, headings = headings,
         first_chapter = first_chapter, reading_note = reading_note, read_at = now()
    from public.material_uploads u
   where r.upload_id = upload and u.id = upload and u.file_path = path;
  return found;
end $$;
comment on function public.keep_file_facts(uuid, text, text, bigint, integer, integer, jsonb, text, text) is
  'Keeps what the site read of an upload''s file; false when the upload has another file by now. Operators only.';

create function public.tick_review(upload uuid, checked text, ticked boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  seen public.material_uploads;
begin
  perform private.only_operators();
  select * into seen from public.material_uploads where id = upload for update;
  if not found or checked not in ('opens', 'own_work', 'no_names', 'chapters_complete') then
    return false;
  end if;
  update public.upload_reviews
     set opens = case when checked = 'opens' then ticked else opens end,
         own_work = case when checked = 'own_work' then ticked else own_work end,
         no_names = case when checked = 'no_names' then ticked else no_names end,
         chapters_complete = case when checked = 'chapters_complete' then ticked else chapters_complete end
   where upload_id = upload;
  perform private.log_review(seen, 'ticked', jsonb_build_object('check', checked, 'ticked', ticked));
  return true;
end $$;
comment on function public.tick_review(uuid, text, boolean) is 'Ticks or clears one line of a review''s checklist; false when there is no such upload or line. Operators only, logged.';

-- The same file by its hash, counted only where it was computed by us, and the same title, whatever its capitals and signs.
create function public.seen_before(upload uuid)
returns table (kind text, id uuid, title text, status text, same_file boolean, same_title boolean, same_student boolean, sent_at timestamptz, slug text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here public.material_uploads;
  named text;
  hash text;
begin
  perform private.only_operators();
  select * into here from public.material_uploads u where u.id = upload;
  select r.title_words, case when r.file_path = here.file_path then r.file_sha256 end into named, hash
    from public.upload_reviews r where r.upload_id = upload;
  hash := coalesce(hash, case when here.file_checked_at is not null then here.file_sha256 end);
  return query
  select 'upload'::text, u.id, u.title, u.upload_status,
         coalesce(coalesce(case when r.file_path = u.file_path then r.file_sha256 end, case when u.file_checked_at is not null then u.file_sha256 end) = hash, false),
         r.title_words = named, u.user_id = here.user_id, u.created_at, null::text
    from public.upload_reviews r join public.material_uploads u on u.id = r.upload_id
   where u.id <> upload and (r.title_words = named or r.file_sha256 = hash or u.file_sha256 = hash)
     and (r.title_words = named
          or coalesce(case when r.file_path = u.file_path then r.file_sha256 end, case when u.file_checked_at is not null then u.file_sha256 end) = hash)
  union all
  select 'material'::text, m.id, m.title,
         case when m.deleted_at is not null then 'deleted' when m.published_at is null then 'hidden' else 'on the site' end,
         false, true, coalesce(s.profile_id = here.user_id, false), m.created_at, m.slug
    from private.material_search_documents d join public.research_materials m on m.id = d.material_id
    left join public.material_shares s on s.material_id = m.id
   where d.title_words = named and s.upload_id is distinct from upload
   order by 8 desc
   limit 20;
end $$;
comment on function public.seen_before(uuid) is 'Other uploads with the same file or title as this one, and materials with its title; the newest twenty. Operators only.';

create function public.ask_for_changes(upload uuid, seen_version integer, note text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text := private.take_review(upload, seen_version, array['pending']);
  here public.material_uploads;
begin
  if outcome <> 'ok' then
    return outcome;
  end if;
  update public.material_uploads set review_notes = note where id = upload returning * into here;
  perform private.log_review(here, 'changes_asked', jsonb_build_object('note', left(note, 1000)));
  perform private.queue_mail('upload-changes-asked', here.user_id, jsonb_build_object('title', here.title, 'note', note));
  return outcome;
end $$;
comment on function public.ask_for_changes(uuid, integer, text) is
  'Asks the student for a better file: the upload stays pending, with the note; mailed, logged. Returns ok, changed (somebody decided, or another file came, since seen_version) or gone. Operators only.';

create function public.reject_upload(upload uuid, seen_version integer, reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text := private.take_review(upload, seen_version, array['pending']);
  here public.material_uploads;
begin
  if outcome <> 'ok' then
    return outcome;
  end if;
  update public.material_uploads
     set upload_status = 'rejected', review_notes = reason, file_removal_due = now() + interval '14 days'
   where id = upload returning * into here;
  perform private.log_review(here, 'rejected', jsonb_build_object('note', left(reason, 1000), 'file_removal_due', here.file_removal_due));
  perform private.queue_mail('upload-rejected', here.user_id,
    jsonb_build_object('title', here.title, 'reason', reason, 'file_removal_due', here.file_removal_due));
  return outcome;
end $$;
comment on function public.reject_upload(uuid, integer, text) is
  'Rejects an upload with a reason; its file is removed fourteen days later, which the student is told. Returns as ask_for_changes. Operators only.';

-- A slug of its own: the wanted one, or with a number behind it. The title's words, cut at about eighty letters.
create function private.free_slug(wanted text, for_material uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  base text := replace(btrim(private.search_words(wanted)), ' ', '-');
  slug_now text;
  number integer := 1;
begin
  if char_length(base) > 80 then
    base := regexp_replace(left(base, 80), '-[^-]*$', '');
  end if;
  base := coalesce(nullif(btrim(base, '-'), ''), 'material');
  slug_now := base;
  while exists (select 1 from public.research_materials m where m.slug = slug_now and m.id is distinct from for_material) loop
    number := number + 1;
    slug_now := base || '-' || number;
  end loop;
  return slug_now;
end $$;
comment on function private.free_slug(text, uuid) is 'A slug made of these words that no other material has.';
revoke all on function private.free_slug(text, uuid) from public;

create function public.approve_upload(
  upload uuid, seen_version integer, new_title text, new_category text, new_subject_area text, new_price integer, new_share_percent integer,
  new_selar_link text, new_slug text, new_pages integer, new_year integer, new_preview text, note text default null
) returns table (outcome text, material_id uuid, slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here public.material_uploads;
  material uuid;
  slug_now text;
  taken text;
begin
  perform private.only_operators();
  -- A slug that was chosen must be free before anything is decided; one that was not is made.
  select s.material_id into material from public.material_shares s where s.upload_id = upload;
  if coalesce(new_slug, '') <> '' and exists (select 1 from public.research_materials m where m.slug = new_slug and m.id is distinct from material) then
    return query select 'slug_taken'::text, null::uuid, null::text;
    return;
  end if;
  if not (select r.opens and r.own_work and r.no_names and r.chapters_complete from public.upload_reviews r where r.upload_id = upload) then
    return query select 'unchecked'::text, null::uuid, null::text;
    return;
  end if;
  taken := private.take_review(upload, seen_version, array['pending']);
  if taken <> 'ok' then
    return query select taken, null::uuid, null::text;
    return;
  end if;
  slug_now := coalesce(nullif(new_slug, ''), private.free_slug(new_title, material));
  update public.material_uploads set upload_status = 'approved', proposed_price = new_price, review_notes = note
   where id = upload returning * into here;

  if material is null then
    insert into public.research_materials (slug, title, subject_area, category, format, price, pages, year_of_study, selar_link, chapter_one_preview)
    values (slug_now, new_title, coalesce(new_subject_area, ''), new_category, here.format, new_price, new_pages, new_year, new_selar_link, new_preview)
    returning id into material;
    insert into public.material_shares (material_id, upload_id, profile_id, share_percent)
    values (material, upload, here.user_id, new_share_percent);
  else
    update public.research_materials m
       set slug = slug_now, title = new_title, subject_area = coalesce(new_subject_area, ''), category = new_category, format = here.format,
           price = new_price, pages = new_pages, year_of_study = new_year, selar_link = new_selar_link, chapter_one_preview = new_preview,
           deleted_at = null
     where m.id = material;
    update public.material_shares s set share_percent = new_share_percent where s.material_id = material;
  end if;
  -- It is shown once it can be bought. The student's mail of the decision says so; another one would say it twice.
  if new_selar_link is not null then
    update public.material_shares s set told_on_sale_at = coalesce(told_on_sale_at, now()) where s.material_id = material;
  end if;
  update public.research_materials m
     set published_at = case when new_selar_link is not null then coalesce(m.published_at, now()) end
   where m.id = material;

  perform private.log_review(here, 'approved', jsonb_build_object(
    'price', new_price, 'share_percent', new_share_percent, 'material', material, 'on_sale', new_selar_link is not null));
  perform private.queue_mail('upload-approved', here.user_id, jsonb_build_object(
    'title', new_title, 'price', new_price, 'share_percent', new_share_percent, 'note', note,
    'slug', case when new_selar_link is not null then slug_now end));
  return query select 'ok'::text, material, slug_now;
end $$;
comment on function public.approve_upload(uuid, integer, text, text, text, integer, integer, text, text, integer, integer, text, text) is
  'Approves an upload and makes its material, or updates the one it made before; shown at once when it has a purchase link, otherwise once it gets one. Price in naira. outcome: ok, changed, gone, slug_taken, unchecked (the checklist is not done). Mailed, logged. Operators only.';

-- A decision taken back. What was rejected can be, until its file goes; what was approved leaves the marketplace.
create function public.reopen_review(upload uuid, seen_version integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
  here public.material_uploads;
begin
  perform private.only_operators();
  if exists (select 1 from public.material_uploads where id = upload and file_removal_due <= now()) then
    return 'too_late';
  end if;
  outcome := private.take_review(upload, seen_version, array['approved', 'rejected']);
  if outcome <> 'ok' then
    return outcome;
  end if;
  update public.material_uploads set upload_status = 'pending', proposed_price = 0, review_notes = null, file_removal_due = null
   where id = upload returning * into here;
  update public.research_materials m set published_at = null
    from public.material_shares s where s.upload_id = upload and m.id = s.material_id;
  perform private.log_review(here, 'reopened');
  perform private.queue_mail('upload-reopened', here.user_id, jsonb_build_object('title', here.title));
  return outcome;
end $$;
comment on function public.reopen_review(uuid, integer) is
  'Takes a decision back: the upload is pending again, its material hidden. Returns as ask_for_changes, or too_late when a rejected file''s removal is due. Mailed, logged. Operators only.';

-- However a student's material comes to be shown, the student hears of it once.
create function private.tell_on_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  share public.material_shares;
begin
  update public.material_shares set told_on_sale_at = now()
   where material_id = new.id and told_on_sale_at is null and profile_id is not null
  returning * into share;
  if found then
    perform private.queue_mail('material-on-sale', share.profile_id, jsonb_build_object(
      'title', new.title, 'price', new.price, 'share_percent', share.share_percent, 'slug', new.slug));
  end if;
  return null;
end $$;
comment on function private.tell_on_sale() is 'Trigger: mails the student whose work it is when a material is first shown.';
revoke all on function private.tell_on_sale() from public;
create trigger research_materials_tell_on_sale after update of published_at on public.research_materials
  for each row when (old.published_at is null and new.published_at is not null) execute function private.tell_on_sale();

create function public.files_to_remove(most integer default 20) returns table (upload_id uuid, file_path text, drive_reference text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.file_path, d.drive_reference
    from public.material_uploads u left join public.drive_copies d on d.upload_id = u.id
   where u.upload_status = 'rejected' and u.file_removal_due <= now() and u.file_removed_at is null
   order by u.file_removal_due
   limit least(greatest(most, 1), 100)
$$;
comment on function public.files_to_remove(integer) is 'Files of rejected uploads whose day has come, the oldest first. Service role only.';

create function public.note_rejected_file_removed(upload uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here public.material_uploads;
begin
  update public.material_uploads set file_removed_at = now()
   where id = upload and upload_status = 'rejected' and file_removal_due <= now() and file_removed_at is null
  returning * into here;
  if not found then
    return false;
  end if;
  delete from public.drive_copies where upload_id = upload;
  update public.upload_reviews set first_chapter = null, headings = '[]'::jsonb where upload_id = upload;
  perform private.log_review(here, 'file_removed');
  return true;
end $$;
comment on function public.note_rejected_file_removed(uuid) is 'Notes that a rejected upload''s file is gone, and forgets what was read of it. Service role only.';

revoke all on function
  public.keep_file_facts(uuid, text, text, bigint, integer, integer, jsonb, text, text), public.tick_review(uuid, text, boolean),
  public.seen_before(uuid), public.ask_for_changes(uuid, integer, text), public.reject_upload(uuid, integer, text),
  public.approve_upload(uuid, integer, text, text, text, integer, integer, text, text, integer, integer, text, text),
  public.reopen_review(uuid, integer), public.files_to_remove(integer), public.note_rejected_file_removed(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.keep_file_facts(uuid, text, text, bigint, integer, integer, jsonb, text, text), public.tick_review(uuid, text, boolean),
  public.seen_before(uuid), public.ask_for_changes(uuid, integer, text), public.reject_upload(uuid, integer, text),
  public.approve_upload(uuid, integer, text, text, text, integer, integer, text, text, integer, integer, text, text),
  public.reopen_review(uuid, integer)
  to authenticated;
grant execute on function public.files_to_remove(integer), public.note_rejected_file_removed(uuid) to service_role;

-- Decisions are the functions' alone: nobody of the API writes a status past them.
drop policy "An operator reviews uploads" on public.material_uploads;
revoke update on public.material_uploads from authenticated;

alter table public.upload_reviews enable row level security;
alter table public.material_shares enable row level security;
revoke all on public.upload_reviews, public.material_shares from anon, authenticated, service_role;
grant select on public.upload_reviews, public.material_shares to authenticated, service_role;
create policy "An operator reads every review" on public.upload_reviews for select to authenticated
  using ((select private.is_operator()));
create policy "A student reads the shares of their own works, an operator every share" on public.material_shares for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.is_operator()));
