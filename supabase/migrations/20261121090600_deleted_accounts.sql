-- An account is deleted: by its owner (public.delete_my_account), or by whoever may remove rows of auth.users. A trigger does the rest, so that
-- it is the same however it came about (docs/decisions/0010): what is personal goes, what the books need stays without a name.

alter table public.profiles alter column user_id drop not null;
alter table public.profiles add column deleted_at timestamptz;
comment on column public.profiles.user_id is 'The account. Null once it is deleted; the profile then says nothing of anybody.';
comment on column public.profiles.deleted_at is 'When the account was deleted of which the books still need this row.';
alter table public.profiles add constraint profiles_deleted_has_no_account check ((user_id is null) = (deleted_at is not null));

-- What was said in public stays readable, without who said it.
alter table public.material_comments alter column profile_id drop not null;
alter table public.material_comments drop constraint material_comments_profile_id_fkey;
alter table public.material_comments add constraint material_comments_profile_id_fkey
  foreign key (profile_id) references public.profiles (id) on delete set null;
comment on column public.material_comments.profile_id is 'Who wrote it; never readable by anybody but its writer and operators. Null once the account is deleted.';

create function private.forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  profile uuid := (select id from public.profiles where user_id = old.id);
begin
  if profile is not null then
    delete from public.outbox where profile_id = profile;
    delete from public.material_comments where profile_id = profile and comment_status <> 'shown';
    update public.material_comments set profile_id = null, author_name = '', author_school = '' where profile_id = profile;
    delete from public.material_uploads where user_id = profile and upload_status <> 'approved';
    update public.material_uploads set file_name = 'work' || coalesce(substring(file_path from '\.[a-z]+$'), '') where user_id = profile;
    delete from public.topic_requests where user_id = profile;
    delete from public.profiles_bank_details where profile_id = profile;
    delete from public.consents where profile_id = profile;
    -- Whatever still needs the profile (an approved work, a sale) refuses its removal, and then it stays without a name.
    begin
      delete from public.profiles where id = profile;
    exception when foreign_key_violation or restrict_violation then
      update public.profiles
         set user_id = null, deleted_at = now(), first_name = '', last_name = '', "Institition" = null, course_of_study = null,
             phone_number = null, year_of_study = null, avatar_url = null, user_type = 'Student'
       where id = profile;
    end;
    insert into public.audit_log (actor_id, action, subject) values (null, 'account.deleted', profile::text);
  end if;

  insert into public.file_removals (place, path)
    select o.bucket_id, o.name from storage.objects o
    where (o.bucket_id = 'product-files' and o.name like 'avatars/' || old.id || '.%')
       or (o.bucket_id = 'material-uploads' and o.name like old.id || '/%' and not private.upload_uses_file(o.name))
    on conflict do nothing;
  -- The log of sign-ins holds the address. A hosted project may keep it from us, and forgets it by itself.
  begin
    delete from auth.audit_log_entries where payload ->> 'actor_id' = old.id::text;
  exception when insufficient_privilege or undefined_table or undefined_column or undefined_function then
    null;
  end;
  perform private.queue_mail_to(old.email, 'account-deleted', null);
  return old;
end $$;
comment on function private.forget_account() is 'Trigger on auth.users: removes what is personal, writes down the files to remove, keeps what the books need without a name, and tells the owner.';
revoke all on function private.forget_account() from public;
create trigger forget_account before delete on auth.users for each row execute function private.forget_account();

-- A session counts as signed in a moment ago by when it began, and never by a token that was renewed.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  session text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  if me is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  if not exists (
    select 1 from auth.sessions s where s.user_id = me and s.id::text = session and s.created_at > now() - interval '5 minutes'
  ) then
    raise exception 'Sign in again first: the session is older than five minutes' using errcode = '42501', hint = 'sign_in_again';
  end if;
  if private.is_operator() then
    raise exception 'An operator''s account is not deleted this way' using errcode = '42501', hint = 'operator';
  end if;
  delete from auth.users where id = me;
end $$;
comment on function public.delete_my_account() is
  'Deletes the account of the person asking, who must have signed in within five minutes. 42501 with the hint sign_in_again or operator when it is not done.';
revoke all on function public.delete_my_account() from public, anon, service_role;
grant execute on function public.delete_my_account() to authenticated;
