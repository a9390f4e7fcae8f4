-- Decisions about uploads, each one function that logs it, and what follows from them.

create function public.request_changes(upload uuid, expected_version integer, note text) returns public.review_decision
language plpgsql security definer set search_path = '' as $$
declare
  outcome public.review_decision := private.claim_review(upload, expected_version, array['pending']);
  here public.material_uploads;
begin
  if outcome <> 'ok' then
    return outcome;
  end if;
  -- Updates the time even if the note is unchanged.
  update public.material_uploads set review_notes = note, noted_at = now() where id = upload returning * into here;
  perform private.log_review(here, 'changes_asked', jsonb_build_object('note', left(note, 1000)));
  perform private.queue_email('upload-changes-asked', here.user_id, jsonb_build_object('title', here.title, 'note', note));
  return outcome;
end $$;
comment on function public.request_changes(uuid, integer, text) is
  'Requests a better file from the student. The upload stays pending with the note; emailed and logged. Returns ok, '
  'changed (another decision or file came after expected_version) or gone. Admins only.';

create function public.reject_upload(upload uuid, expected_version integer, reason text) returns public.review_decision
language plpgsql security definer set search_path = '' as $$
declare
  outcome public.review_decision := private.claim_review(upload, expected_version, array['pending']);
  here public.material_uploads;
begin
  if outcome <> 'ok' then
    return outcome;
  end if;
  update public.material_uploads
     set upload_status = 'rejected', review_notes = reason, file_removal_due = now() + interval '14 days'
   where id = upload returning * into here;
  perform private.log_review(here, 'rejected',
    jsonb_build_object('note', left(reason, 1000), 'file_removal_due', here.file_removal_due));
  perform private.queue_email('upload-rejected', here.user_id,
    jsonb_build_object('title', here.title, 'reason', reason, 'file_removal_due', here.file_removal_due));
  return outcome;
end $$;
comment on function public.reject_upload(uuid, integer, text) is
  'Rejects an upload with a reason; emailed and logged. Its file is removed fourteen days later. Returns as '
  'request_changes. Admins only.';

-- The requested slug, with a number appended if it is taken. Words of a title are cut at about eighty characters.
create function private.free_slug(wanted text, for_material uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  base text := btrim(regexp_replace(private.search_plain(wanted), '[^a-z0-9]+', '-', 'g'), '-');
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
comment on function private.free_slug(text, uuid) is 'Returns a slug of these words that no other material has.';
revoke all on function private.free_slug(text, uuid) from public;

-- Size and date are those of the upload, if the site has read its current file.
create function private.describe_material(material uuid, upload public.material_uploads, described public.research_materials)
returns void
language sql security definer set search_path = '' as $$
  update public.research_materials m
     set format = coalesce(described.format, upload.format), abstract = described.abstract,
         preview_section = described.preview_section, full_contents = described.full_contents,
         instrument_included = described.instrument_included, design = described.design,
         population_and_sample = described.population_and_sample, instrument = described.instrument,
         analysis = described.analysis, programme = described.programme, reference_count = described.reference_count,
         newest_reference_year = described.newest_reference_year,
         file_size = (select nullif(r.file_bytes, 0) from public.upload_reviews r
                       where r.upload_id = upload.id and r.file_path = upload.file_path),
         file_date = (coalesce(upload.file_replaced_at, upload.created_at) at time zone 'Africa/Lagos')::date,
         is_sample = false
   where m.id = material
$$;
comment on function private.describe_material(uuid, public.material_uploads, public.research_materials) is
  'Saves the details of the whole work, and those of its file, to the material of an approved upload.';
revoke all on function private.describe_material(uuid, public.material_uploads, public.research_materials) from public;

create type public.upload_approval as enum (
  'ok', 'changed', 'gone', 'slug_taken', 'unchecked', 'same_file', 'not_agreed'
);
comment on type public.upload_approval is
  'As review_decision, for an approval. unchecked: the checklist is not complete. same_file: another '
  'student sent the same file, and the reviewer has not confirmed it. not_agreed: the student has not agreed '
  'to the terms.';

create function public.approve_upload(
  upload uuid, expected_version integer, material jsonb, new_share_percent integer, note text default null
) returns table (outcome public.upload_approval, material_id uuid, slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted public.research_materials;
  here public.material_uploads;
  present_id uuid;
  slug_now text;
  taken public.upload_approval;
  on_sale boolean;
begin
  perform private.require_admin_role('reviewer');
  wanted := jsonb_populate_record(null::public.research_materials, material);
  wanted.sold_here := coalesce(wanted.sold_here, false);
  on_sale := (wanted.selar_link is not null or wanted.sold_here)
    and not exists (
      select from public.material_shares s join public.research_materials m on m.id = s.material_id
       where s.upload_id = upload and m.withheld_from is not null);
  -- A slug chosen by the admin must be free before anything is decided. Otherwise free_slug creates one below.
  select s.material_id into present_id from public.material_shares s where s.upload_id = upload;
  if coalesce(wanted.slug, '') <> '' and exists (
    select 1 from public.research_materials m where m.slug = wanted.slug and m.id is distinct from present_id
  ) then
    return query select 'slug_taken'::public.upload_approval, null::uuid, null::text;
    return;
  end if;
  if not (
    select r.opens and r.own_work and r.no_names and r.chapters_complete from public.upload_reviews r where r.upload_id = upload
  ) then
    return query select 'unchecked'::public.upload_approval, null::uuid, null::text;
    return;
  end if;
  if private.has_file_of_other(upload)
    and not (select r.same_file from public.upload_reviews r where r.upload_id = upload) then
    return query select 'same_file'::public.upload_approval, null::uuid, null::text;
    return;
  end if;
  if exists (select from public.material_uploads u where u.id = upload and u.terms_version is null) then
    return query select 'not_agreed'::public.upload_approval, null::uuid, null::text;
    return;
  end if;
  taken := private.claim_review(upload, expected_version, array['pending']);
  if taken <> 'ok' then
    return query select taken, null::uuid, null::text;
    return;
  end if;
  slug_now := coalesce(nullif(wanted.slug, ''), private.free_slug(wanted.title, present_id));
  update public.material_uploads set upload_status = 'approved', proposed_price = wanted.price, review_notes = note
   where id = upload returning * into here;

  if present_id is null then
    insert into public.research_materials (
      slug, title, subject_area, category, price, pages, year_of_study, selar_link, chapter_one_preview
    ) values (
      slug_now, wanted.title, coalesce(wanted.subject_area, ''), wanted.category, wanted.price, wanted.pages,
      wanted.year_of_study, wanted.selar_link, wanted.chapter_one_preview
    )
    returning id into present_id;
    insert into public.material_shares (material_id, upload_id, profile_id, share_percent)
    values (present_id, upload, here.user_id, new_share_percent);
  else
    update public.research_materials m
       set slug = slug_now, title = wanted.title, subject_area = coalesce(wanted.subject_area, ''), category = wanted.category,
           price = wanted.price, pages = wanted.pages, year_of_study = wanted.year_of_study, selar_link = wanted.selar_link,
           chapter_one_preview = wanted.chapter_one_preview, preview_section = null, deleted_at = null
     where m.id = present_id;
    update public.material_shares s set share_percent = new_share_percent where s.material_id = present_id;
  end if;
  perform private.describe_material(present_id, here, wanted);
  -- A material is shown once it can be bought. The email of this decision says so, so notify_on_sale must not send
  -- another.
  if on_sale then
    update public.material_shares s set notified_on_sale_at = coalesce(notified_on_sale_at, now())
     where s.material_id = present_id;
  end if;
  update public.research_materials m
     set sold_here = wanted.sold_here, published_at = case when on_sale then coalesce(m.published_at, now()) end
   where m.id = present_id;

  perform private.log_review(here, 'approved', jsonb_build_object(
    'price', wanted.price, 'share_percent', new_share_percent, 'material', present_id, 'on_sale', on_sale));
  perform private.queue_email('upload-approved', here.user_id, jsonb_build_object(
    'title', wanted.title, 'price', wanted.price, 'share_percent', new_share_percent,
    'share_basis', (private.book_rule(now())).share_basis, 'note', note,
    'slug', case when on_sale then slug_now end));
  return query select 'ok'::public.upload_approval, present_id, slug_now;
end $$;
comment on function public.approve_upload(uuid, integer, jsonb, integer, text) is
  'Approves an upload and creates its material, or updates the existing one. The material is shown immediately if it '
  'has a purchase link or is sold here, unless its student took it off sale, otherwise once it gets a link. material has '
  'column names of research_materials, with the price in naira; missing ones become null, and those that an admin does '
  'not decide are ignored. Emailed, logged. Admins only.';

create type public.review_reopening as enum ('ok', 'changed', 'gone', 'too_late');
comment on type public.review_reopening is
  'As review_decision, for reversing one. too_late: the rejected file is due for removal.';

-- Reverses a decision. A rejected upload can be reopened until its file is removed; an approved one leaves the
-- marketplace.
create function public.reopen_review(upload uuid, expected_version integer) returns public.review_reopening
language plpgsql security definer set search_path = '' as $$
declare
  outcome public.review_decision;
  here public.material_uploads;
begin
  perform private.require_admin_role('reviewer');
  if exists (select 1 from public.material_uploads where id = upload and file_removal_due <= now()) then
    return 'too_late';
  end if;
  outcome := private.claim_review(upload, expected_version, array['approved', 'rejected']);
  if outcome <> 'ok' then
    return outcome;
  end if;
  update public.material_uploads set upload_status = 'pending', proposed_price = 0, review_notes = null, file_removal_due = null
   where id = upload returning * into here;
  update public.research_materials m set published_at = null
    from public.material_shares s where s.upload_id = upload and m.id = s.material_id;
  perform private.log_review(here, 'reopened');
  perform private.queue_email('upload-reopened', here.user_id, jsonb_build_object('title', here.title));
  return outcome;
end $$;
comment on function public.reopen_review(uuid, integer) is
  'Reverses a decision: the upload is pending again and its material hidden. Returns as request_changes, or too_late '
  'if the rejected file is due for removal. Emailed, logged. Admins only.';
revoke all on function
  public.compare_file(uuid, text, text),
  public.save_file_metadata(uuid, text, text, jsonb),
  public.tick_review(uuid, text, boolean),
  public.earlier_uploads(uuid), public.request_changes(uuid, integer, text), public.reject_upload(uuid, integer, text),
  public.approve_upload(uuid, integer, jsonb, integer, text),
  public.reopen_review(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.compare_file(uuid, text, text),
  public.save_file_metadata(uuid, text, text, jsonb),
  public.tick_review(uuid, text, boolean),
  public.earlier_uploads(uuid), public.request_changes(uuid, integer, text), public.reject_upload(uuid, integer, text),
  public.approve_upload(uuid, integer, jsonb, integer, text),
  public.reopen_review(uuid, integer)
  to authenticated;

-- A student may take their work off sale, and put it back as it was. Nobody else can publish it in the meantime.
create function public.take_off_sale(upload uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here public.material_uploads;
begin
  select * into here from public.material_uploads u
   where u.id = upload and u.user_id = (select private.own_profile_id()) and u.upload_status = 'approved' for update;
  update public.research_materials m set withheld_from = m.published_at, published_at = null
    from public.material_shares s where s.upload_id = here.id and m.id = s.material_id and m.published_at is not null;
  if not found then
    return false;
  end if;
  perform private.log_review(here, 'taken_off_sale');
  return true;
end $$;
comment on function public.take_off_sale(uuid) is
  'Takes the material of the caller''s approved upload off sale. Logged. Buyers keep their file. Returns false if it is not '
  'on sale.';

create function public.put_back_on_sale(upload uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here public.material_uploads;
begin
  select * into here from public.material_uploads u
   where u.id = upload and u.user_id = (select private.own_profile_id()) and u.upload_status = 'approved' for update;
  update public.research_materials m set published_at = m.withheld_from, withheld_from = null
    from public.material_shares s
   where s.upload_id = here.id and m.id = s.material_id and m.withheld_from is not null and m.deleted_at is null;
  if not found then
    return false;
  end if;
  perform private.log_review(here, 'put_back_on_sale');
  return true;
end $$;
comment on function public.put_back_on_sale(uuid) is
  'Publishes the material that the caller took off sale, with its earlier date. Logged. Returns false if the caller did not '
  'take it off sale.';
revoke all on function public.take_off_sale(uuid), public.put_back_on_sale(uuid) from public, anon, service_role;
grant execute on function public.take_off_sale(uuid), public.put_back_on_sale(uuid) to authenticated;

-- The student is emailed once, whichever way the material is published.
create function private.notify_on_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  share public.material_shares;
begin
  update public.material_shares set notified_on_sale_at = now()
   where material_id = new.id and notified_on_sale_at is null and profile_id is not null
  returning * into share;
  if found then
    perform private.queue_email('material-on-sale', share.profile_id, jsonb_build_object(
      'title', new.title, 'price', new.price, 'share_percent', share.share_percent,
      'share_basis', (private.book_rule(now())).share_basis, 'slug', new.slug));
  end if;
  return null;
end $$;
comment on function private.notify_on_sale() is 'Trigger: emails the student when their material is first shown.';
revoke all on function private.notify_on_sale() from public;
create trigger research_materials_notify_on_sale after update of published_at on public.research_materials
  for each row when (old.published_at is null and new.published_at is not null) execute function private.notify_on_sale();

create function private.notify_of_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  share public.material_shares;
  first_price integer;
  email uuid;
begin
  select * into share from public.material_shares s where s.material_id = new.id and s.profile_id is not null;
  if not found then
    return null;
  end if;
  -- A price that changes again before the email is sent is announced once, and an undone change never.
  delete from public.outbox o
   where o.profile_id = share.profile_id and o.template = 'price-changed' and o.details ->> 'slug' = new.slug
     and o.attempts = 0 and o.sent_at is null
  returning (o.details ->> 'old_price')::integer into first_price;
  first_price := coalesce(first_price, old.price);
  if first_price <> new.price then
    email := private.queue_email('price-changed', share.profile_id, jsonb_build_object(
      'title', new.title, 'old_price', first_price, 'price', new.price, 'share_percent', share.share_percent,
      'share_basis', (private.book_rule(now())).share_basis, 'slug', new.slug));
    update public.outbox set next_attempt_at = now() + interval '10 minutes' where id = email;
  end if;
  return null;
end $$;
comment on function private.notify_of_price() is
  'Trigger: emails the student, ten minutes after the price of their work on sale changed.';
revoke all on function private.notify_of_price() from public;
create trigger research_materials_notify_of_price after update of price on public.research_materials
  for each row when (old.price <> new.price and old.published_at is not null and new.published_at is not null)
  execute function private.notify_of_price();

-- The file of a rejected upload and its drive copy are removed on the date in the email to the student.
create function public.remove_rejected_files(max_rows integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  here public.material_uploads;
  removed integer := 0;
begin
  for here in
    select * from public.material_uploads
     where upload_status = 'rejected' and file_removal_due <= now() and file_removed_at is null
     order by file_removal_due limit least(greatest(max_rows, 1), 500) for update skip locked
  loop
    update public.material_uploads set file_removed_at = now() where id = here.id;
    insert into public.file_removals (place, path) values ('material-uploads', here.file_path) on conflict do nothing;
    delete from public.drive_copies where upload_id = here.id;
    update public.upload_reviews set first_chapter = null, headings = '[]'::jsonb, study_details = '{}'::jsonb
     where upload_id = here.id;
    perform private.log_review(here, 'file_removed');
    removed := removed + 1;
  end loop;
  return removed;
end $$;
comment on function public.remove_rejected_files(integer) is
  'Orders the removal of due files of rejected uploads, and deletes their metadata. Returns how many. Service role '
  'only.';
revoke all on function public.remove_rejected_files(integer) from public, anon, authenticated;
grant execute on function public.remove_rejected_files(integer) to service_role;

-- Today's kind `reviews`.
create view private.due_reviews as
  select u.id, u.title, u.waiting_since, row_number() over (order by u.waiting_since, u.id) as place,
         btrim(p.first_name || ' ' || p.last_name) as student
    from public.material_uploads u
    join public.profiles p on p.id = u.user_id
   where u.waiting_since is not null;
comment on view private.due_reviews is 'Uploads waiting for review, the longest waiting first.';

-- Today's kind `links`: works that cannot be bought yet, of approved uploads and of the catalogue.
create view private.due_links as
  select d.*, row_number() over (order by d.since, d.id) as place from (
    select m.id, m.title, m.price, s.upload_id, m.published_at is not null as is_published,
           coalesce(s.created_at, m.published_at, m.publish_at) as since, damaged.since as damaged_at
      from public.research_materials m
      left join public.material_shares s on s.material_id = m.id
      left join public.material_uploads u on u.id = s.upload_id
     cross join lateral (
       select min(c.damaged_at) as since from private.file_checks c
        where c.file_path = u.file_path
           or c.file_path in (select h.file_path from private.platform_files h where h.material_id = m.id)) damaged
     where (m.selar_link is null or (m.publish_at <= now() and not private.can_be_had(m))) and m.deleted_at is null
       and case
             when m.published_at is null and u.upload_status = 'approved'
               then m.withheld_from is null and not private.can_be_had(m)
             when damaged.since is not null then m.published_at is not null and not m.sold_here and not m.is_sample
             else coalesce(m.published_at, m.publish_at) <= now() and not private.can_be_had(m)
           end
  ) d;
comment on view private.due_links is
  'Materials that cannot be bought yet, the longest waiting first: hidden ones of approved uploads, published ones, and '
  'planned ones past their time, that have a price, but neither a link nor a file that is sold here. damaged_at: when '
  'their stored file was found damaged.';
