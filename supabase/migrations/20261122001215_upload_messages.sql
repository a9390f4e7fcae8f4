-- The conversation of a review: what the reviewer wrote, and the student's answers in words.

create table public.upload_messages (
  id uuid primary key default gen_random_uuid(),
  upload_id uuid not null references public.material_uploads (id) on delete cascade,
  from_reviewer boolean not null,
  body text not null check (char_length(btrim(body)) between 1 and 5000),
  created_at timestamptz not null default now()
);
comment on table public.upload_messages is
  'Notes of reviewers, which a trigger copies from their decisions, and answers of students (answer_reviewer).';
create index upload_messages_of_upload_idx on public.upload_messages (upload_id, created_at, id);
alter table public.upload_messages enable row level security;
revoke all on public.upload_messages from anon, authenticated, service_role;
grant select on public.upload_messages to authenticated, service_role;
create policy "A student reads the messages of their own uploads, a reviewer all"
  on public.upload_messages for select to authenticated
  using (
    (select private.has_admin_role('reviewer'))
    or exists (
      select from public.material_uploads u where u.id = upload_id and u.user_id = (select private.own_profile_id())
    )
  );

create function private.keep_review_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.upload_messages (upload_id, from_reviewer, body) values (new.id, true, new.review_notes);
  return null;
end $$;
comment on function private.keep_review_note() is 'Trigger: copies a reviewer''s note into the conversation.';
revoke all on function private.keep_review_note() from public;
create trigger material_uploads_4_keep_note after update on public.material_uploads
  for each row when (btrim(new.review_notes) <> '' and new.noted_at is distinct from old.noted_at)
  execute function private.keep_review_note();

create function public.answer_reviewer(upload uuid, answer text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.material_uploads set answered_at = now()
   where id = upload and user_id = (select private.own_profile_id()) and upload_status = 'pending' and waiting_since is null;
  if not found then
    return false;
  end if;
  insert into public.upload_messages (upload_id, from_reviewer, body) values (upload, false, answer);
  return true;
end $$;
comment on function public.answer_reviewer(uuid, text) is
  'Sends the caller''s answer to a reviewer who asked for changes; the upload waits for the reviewer again. Returns false '
  'if the caller has no such upload, or it already waits. So each request has one answer.';
revoke all on function public.answer_reviewer(uuid, text) from public, anon, service_role;
grant execute on function public.answer_reviewer(uuid, text) to authenticated;
