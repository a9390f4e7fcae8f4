-- Reviews of uploads: extracted file metadata, a checklist, and the decisions. Each decision is one function. It locks
-- the upload, checks that no other admin decided and the student sent no other file in the meantime, writes everything
-- that follows, and logs it.

create table public.upload_reviews (
  upload_id uuid primary key references public.material_uploads (id) on delete cascade,
  version integer not null default 1,
  opens boolean not null default false,
  own_work boolean not null default false,
  no_names boolean not null default false,
  chapters_complete boolean not null default false,
  same_file boolean not null default false,
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
  study_details jsonb not null default '{}'::jsonb
    check (jsonb_typeof(study_details) = 'object' and octet_length(study_details::text) <= 60000),
  reading_note text check (char_length(reading_note) <= 500),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.upload_reviews is
  'One row per upload: the checklist and the metadata of the file. Only admins read it; functions write it.';
comment on column public.upload_reviews.version is
  'Increases with each decision, each new file and each edit. A decision names the version it was made on.';
comment on column public.upload_reviews.same_file is
  'The reviewer has looked at the upload of another student with the same file. Needed only if there is one.';
comment on column public.upload_reviews.decided_by is 'auth.users.id of the admin who decided last.';
comment on column public.upload_reviews.title_words is 'The title as plain words, to find duplicates.';
comment on column public.upload_reviews.file_path is
  'The file that the columns below describe. They are outdated if material_uploads has another one.';
comment on column public.upload_reviews.file_sha256 is 'Computed by the site when it read the file.';
-- The reviewer sees and corrects it in the approval form.
comment on column public.upload_reviews.study_details is
  'Details of the whole work from the file, by column names of research_materials: abstract, preview_section, '
  'full_contents, instrument_included, reference_count, newest_reference_year.';
create index upload_reviews_title_idx on public.upload_reviews (title_words);
create index upload_reviews_of_file_idx on public.upload_reviews (file_sha256) where file_sha256 is not null;
create index upload_reviews_by_time_idx on public.upload_reviews (decided_at) where decided_at is not null;
create trigger upload_reviews_touch before update on public.upload_reviews
  for each row execute function private.touch_updated_at();

-- Owners of materials, for sales and payouts.
create table public.material_shares (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  upload_id uuid unique references public.material_uploads (id) on delete set null,
  profile_id uuid references public.profiles (id) on delete set null,
  share_percent integer not null default 50 check (share_percent between 0 and 100),
  notified_on_sale_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.material_shares is
  'The student whose upload became a material, and their part of each sale: half unless agreed otherwise (SPEC 9). '
  'Written by the review.';
comment on column public.material_shares.notified_on_sale_at is
  'When the student was emailed that the material is for sale.';
create index material_shares_of_profile_idx on public.material_shares (profile_id);
create trigger material_shares_touch before update on public.material_shares
  for each row execute function private.touch_updated_at();

alter table public.upload_reviews enable row level security;
alter table public.material_shares enable row level security;
revoke all on public.upload_reviews, public.material_shares from anon, authenticated, service_role;
grant select on public.upload_reviews, public.material_shares to authenticated, service_role;
create policy "An admin reads every review" on public.upload_reviews for select to authenticated
  using ((select private.has_admin_role('reviewer')));
create policy "A student reads shares of their own works, an admin every share"
  on public.material_shares for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('reviewer')));

-- Reopening a review or replacing a file erases the time of the first decision, so each decision is recorded here.
create table private.review_decisions (
  upload_id uuid not null references public.material_uploads (id) on delete cascade,
  waited_since timestamptz not null,
  answered_at timestamptz not null default now(),
  primary key (upload_id, waited_since)
);
comment on table private.review_decisions is
  'When a file waiting for review was first decided: approved, rejected, or changes requested. Deleted with its '
  'upload.';
create index review_answers_by_time_idx on private.review_decisions (answered_at);
revoke all on private.review_decisions from public, anon, authenticated, service_role;

create function private.record_review_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A decision that was reversed and made again counts once.
  insert into private.review_decisions (upload_id, waited_since) values (new.id, old.waiting_since) on conflict do nothing;
  return null;
end $$;
comment on function private.record_review_decision() is 'Trigger: records the decision when an upload stops waiting.';
revoke all on function private.record_review_decision() from public;
create trigger material_uploads_2_record_decision after update on public.material_uploads
  for each row when (old.waiting_since is not null
    and new.waiting_since is null) execute function private.record_review_decision();

create function private.start_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.upload_reviews (upload_id, title_words) values (new.id, private.search_words(new.title))
  on conflict (upload_id) do nothing;
  return null;
end $$;
comment on function private.start_review() is 'Trigger: creates the review in the transaction of the new upload.';
create trigger material_uploads_1_start_review after insert on public.material_uploads
  for each row execute function private.start_review();

create function private.restart_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.upload_reviews
     set version = version + 1, opens = false, own_work = false, no_names = false, chapters_complete = false,
         same_file = false
   where upload_id = new.id;
  return null;
end $$;
comment on function private.restart_review() is
  'Trigger: clears the checklist and increases the version when the file is replaced.';
create trigger material_uploads_1_restart_review after update of file_path on public.material_uploads
  for each row when (new.file_path is distinct from old.file_path) execute function private.restart_review();
revoke all on function private.start_review(), private.restart_review() from public;

create function private.log_review(upload public.material_uploads, step text, more jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'review.' || step, upload.id::text, jsonb_build_object('name', left(upload.title, 200)) || more)
$$;
comment on function private.log_review(public.material_uploads, text, jsonb) is 'Adds a review step to the audit log.';
revoke all on function private.log_review(public.material_uploads, text, jsonb) from public;

create function public.edit_upload(upload uuid, new_title text, new_description text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.material_uploads;
  changes jsonb;
begin
  select * into before from public.material_uploads
   where id = upload and user_id = (select private.own_profile_id()) and upload_status = 'pending' for update;
  if not found then
    return false;
  end if;
  select jsonb_object_agg(
           c.name, jsonb_build_array(private.short_value(to_jsonb(c.past)), private.short_value(to_jsonb(c.present))))
    into changes
    from (values ('title', before.title, new_title), ('description', before.description, new_description))
           as c (name, past, present)
   where c.past is distinct from c.present;
  if changes is null then
    return true;
  end if;
  update public.material_uploads set title = new_title, description = new_description where id = upload;
  -- A decision on the previous words is refused. The checklist is about the file and remains.
  update public.upload_reviews set version = version + 1, title_words = private.search_words(new_title) where upload_id = upload;
  perform private.log_review(before, 'edited', jsonb_build_object('changes', changes));
  return true;
end $$;
comment on function public.edit_upload(uuid, text, text) is
  'Changes the title and description of the caller''s pending upload; logged. Returns false if there is no such upload.';
revoke all on function public.edit_upload(uuid, text, text) from public, anon, service_role;
grant execute on function public.edit_upload(uuid, text, text) to authenticated;

-- 'ok': the upload is locked for the rest of the transaction. 'changed': another admin decided or the student sent
-- another file since expected_version was read. 'gone': the student withdrew it.
create type public.review_decision as enum ('ok', 'changed', 'gone');
comment on type public.review_decision is
  'Result of a decision on an upload. changed: another decision or file came after the expected version.';

create function private.claim_review(upload uuid, expected_version integer, in_status text[]) returns public.review_decision
language plpgsql security definer set search_path = '' as $$
declare
  status text;
  version_now integer;
begin
  perform private.require_admin_role('reviewer');
  select u.upload_status into status from public.material_uploads u where u.id = upload for update;
  if not found then
    return 'gone';
  end if;
  select r.version into version_now from public.upload_reviews r where r.upload_id = upload for update;
  if version_now is distinct from expected_version or status <> all (in_status) then
    return 'changed';
  end if;
  update public.upload_reviews set version = version + 1, decided_by = (select auth.uid()), decided_at = now()
   where upload_id = upload;
  return 'ok';
end $$;
comment on function private.claim_review(uuid, integer, text[]) is
  'Checks the version before a decision: ok, changed or gone. Raises 42501 unless the caller is an admin.';
revoke all on function private.claim_review(uuid, integer, text[]) from public;

-- 'ok': the stored file is the uploaded one. 'changed': it differs. 'other': the upload has another file now, or does
-- not exist.
create type public.file_check as enum ('ok', 'changed', 'other');
comment on type public.file_check is
  'Result of comparing the stored file of an upload with the uploaded one. other: the upload has another file now.';

create function private.compare_file(upload uuid, path text, sha256 text) returns public.file_check
language plpgsql security definer set search_path = '' as $$
declare
  here public.material_uploads;
begin
  select * into here from public.material_uploads where id = upload for update;
  if not found or here.file_path <> path then
    return 'other';
  end if;
  if here.file_sha256 is not null and here.file_sha256 <> sha256 then
    if here.file_changed_at is null then
      update public.material_uploads set file_changed_at = now() where id = upload;
      perform private.log_review(here, 'file_changed');
    end if;
    return 'changed';
  end if;
  if here.file_sha256 is null or here.file_checked_at is null or here.file_changed_at is not null then
    -- The last condition clears file_changed_at after the right file was restored.
    update public.material_uploads
       set file_sha256 = sha256, file_checked_at = coalesce(file_checked_at, now()), file_changed_at = null
     where id = upload;
  end if;
  return 'ok';
end $$;
comment on function private.compare_file(uuid, text, text) is
  'Compares the hash of a stored file, freshly computed by a trusted program, with the hash of the upload, and records '
  'the result. For definer functions only.';
revoke all on function private.compare_file(uuid, text, text) from public;

create type public.file_comparison as enum ('ok', 'changed', 'other', 'unread');
comment on type public.file_comparison is
  'As file_check, for a reviewer. unread: the file was never read for a review.';

create function public.compare_file(upload uuid, path text, sha256 text) returns public.file_comparison
language plpgsql security definer set search_path = '' as $$
declare
  outcome public.file_check;
begin
  perform private.require_admin_role('reviewer');
  outcome := private.compare_file(upload, path, sha256);
  if outcome = 'ok' and not exists (
    select from public.upload_reviews r where r.upload_id = upload and r.file_path = path and r.file_sha256 = sha256
  ) then
    return 'unread';
  end if;
  return outcome;
end $$;
comment on function public.compare_file(uuid, text, text) is
  'Compares the current hash of a stored file with the uploaded and the reviewed one. Returns ok, changed (it differs; '
  'recorded, logged), unread (the file was never read for a review) or other (the upload has another file now). Admins '
  'only.';

create function public.record_file_check(upload uuid, path text, sha256 text, fits boolean) returns public.file_check
language plpgsql security definer set search_path = '' as $$
declare
  outcome public.file_check := private.compare_file(upload, path, sha256);
begin
  if outcome = 'ok' then
    update public.material_uploads set file_fits = fits where id = upload and file_fits is distinct from fits;
  end if;
  return outcome;
end $$;
comment on function public.record_file_check(uuid, text, text, boolean) is
  'Records a check of the stored file of an upload: its hash, compared with the uploaded one, and whether its content '
  'matches its extension. Returns ok, changed or other, as compare_file. Service role only.';
revoke all on function public.record_file_check(uuid, text, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.record_file_check(uuid, text, text, boolean) to service_role;

create function public.save_file_metadata(upload uuid, path text, sha256 text, metadata jsonb) returns public.file_check
language plpgsql security definer set search_path = '' as $$
declare
  details public.upload_reviews;
  outcome public.file_check;
begin
  perform private.require_admin_role('reviewer');
  outcome := private.compare_file(upload, path, sha256);
  if outcome = 'ok' then
    details := jsonb_populate_record(null::public.upload_reviews, metadata);
    update public.upload_reviews r
       set file_path = path, file_sha256 = sha256, file_bytes = details.file_bytes, pages = details.pages,
           words = details.words, headings = details.headings, first_chapter = details.first_chapter,
           reading_note = details.reading_note, study_details = coalesce(details.study_details, '{}'::jsonb), read_at = now()
     where r.upload_id = upload;
  end if;
  return outcome;
end $$;
comment on function public.save_file_metadata(uuid, text, text, jsonb) is
  'Saves the metadata that the site read from an upload''s file, by column names of upload_reviews, and its hash as the '
  'reviewed one. Returns ok, changed (the stored file is not the uploaded one; nothing is saved) or other (the upload '
  'has another file now). Admins only.';

create function public.tick_review(upload uuid, checked text, ticked boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  seen public.material_uploads;
begin
  perform private.require_admin_role('reviewer');
  select * into seen from public.material_uploads where id = upload for update;
  if not found or checked not in ('opens', 'own_work', 'no_names', 'chapters_complete', 'same_file') then
    return false;
  end if;
  update public.upload_reviews
     set opens = case when checked = 'opens' then ticked else opens end,
         own_work = case when checked = 'own_work' then ticked else own_work end,
         no_names = case when checked = 'no_names' then ticked else no_names end,
         chapters_complete = case when checked = 'chapters_complete' then ticked else chapters_complete end,
         same_file = case when checked = 'same_file' then ticked else same_file end
   where upload_id = upload;
  perform private.log_review(seen, 'ticked', jsonb_build_object('check', checked, 'ticked', ticked));
  return true;
end $$;
comment on function public.tick_review(uuid, text, boolean) is
  'Checks or clears one item of a review''s checklist. Returns false if the upload or item does not exist. Admins '
  'only, logged.';

-- A hash counts only if the site computed it, because senders only claim theirs.
create function private.checked_file_hash(of_upload public.material_uploads, of_review public.upload_reviews) returns text
language sql immutable set search_path = '' as $$
  select coalesce(case when of_review.file_path = of_upload.file_path then of_review.file_sha256 end,
                  case when of_upload.file_checked_at is not null then of_upload.file_sha256 end)
$$;
comment on function private.checked_file_hash(public.material_uploads, public.upload_reviews) is
  'Returns the hash of an upload''s file as the site computed it, or null.';

create function private.has_file_of_other(upload uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.material_uploads here
      join public.upload_reviews mine on mine.upload_id = here.id
      cross join private.checked_file_hash(here, mine) hash
      join public.upload_reviews r on r.upload_id <> here.id
      join public.material_uploads u on u.id = r.upload_id and u.user_id is distinct from here.user_id
     where here.id = upload and (r.file_sha256 = hash or u.file_sha256 = hash) and private.checked_file_hash(u, r) = hash)
$$;
comment on function private.has_file_of_other(uuid) is
  'Returns true if another student sent the same file as this upload.';
revoke all on function
  private.checked_file_hash(public.material_uploads, public.upload_reviews), private.has_file_of_other(uuid) from public;

-- Finds the same file by its hash and the same title regardless of case and punctuation.
create function public.earlier_uploads(upload uuid)
returns table (
  kind text, id uuid, title text, status text, same_file boolean, same_title boolean, same_student boolean, sent_at timestamptz,
  slug text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here public.material_uploads;
  named text;
  hash text;
begin
  perform private.require_admin_role('reviewer');
  select * into here from public.material_uploads u where u.id = upload;
  select r.title_words, private.checked_file_hash(here, r) into named, hash
    from public.upload_reviews r where r.upload_id = upload;
  return query
  select 'upload'::text, u.id, u.title, u.upload_status,
         coalesce(private.checked_file_hash(u, r) = hash, false),
         r.title_words = named, u.user_id = here.user_id, u.created_at, null::text
    from public.upload_reviews r join public.material_uploads u on u.id = r.upload_id
   where u.id <> upload and (r.title_words = named or r.file_sha256 = hash or u.file_sha256 = hash)
     and (r.title_words = named or private.checked_file_hash(u, r) = hash)
  union all
  select 'material'::text, m.id, m.title,
         case when m.deleted_at is not null then 'deleted' when m.published_at is null then 'hidden' else 'on the site' end,
         false, true, coalesce(s.profile_id = here.user_id, false), m.created_at, m.slug
    from private.material_titles d join public.research_materials m on m.id = d.material_id
    left join public.material_shares s on s.material_id = m.id
   where d.title_words = named and s.upload_id is distinct from upload
   order by 8 desc
   limit 20;
end $$;
comment on function public.earlier_uploads(uuid) is
  'Returns other uploads with the same file or title, and materials with the same title; the newest twenty. Admins '
  'only.';

create function public.material_author(material uuid) returns table (first_name text, school text, study_year integer)
language sql stable security definer set search_path = '' as $$
  select p.first_name, coalesce(p."Institition", ''), p.year_of_study
    from public.material_shares s
    join public.profiles p on p.id = s.profile_id and p.named_on_works and p.deleted_at is null and p.first_name <> ''
    join public.research_materials m on m.id = s.material_id and private.can_see(m)
   where s.material_id = material
$$;
comment on function public.material_author(uuid) is
  'Returns the first name, institution and year of study of the student who wrote a work, if they allow it. For everyone '
  'once it is published, before for the preview of an editor.';
revoke all on function public.material_author(uuid) from public;
grant execute on function public.material_author(uuid) to anon, authenticated, service_role;
