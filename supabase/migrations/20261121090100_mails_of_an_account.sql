-- Mails that an account causes. They hang on the rows themselves, so that a change made past our pages is mailed as well.

-- ada.obi@example.com as a…@example.com: enough to know one's own by.
create function private.masked_address(address text) returns text
language sql immutable set search_path = '' as $$
  select left(address, 1) || '…' || substring(address from '@.*$')
$$;
comment on function private.masked_address(text) is 'An address of which only its owner knows the rest.';
revoke all on function private.masked_address(text) from public;

create function private.mail_upload_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail('upload-received', new.user_id, jsonb_build_object('title', new.title));
  return new;
end $$;
comment on function private.mail_upload_received() is 'Trigger: tells a student that the work arrived and when the answer comes (SPEC 8).';
revoke all on function private.mail_upload_received() from public;
create trigger material_uploads_mail_received after insert on public.material_uploads
  for each row execute function private.mail_upload_received();

alter table public.profiles_bank_details add column changed_at timestamptz;
comment on column public.profiles_bank_details.changed_at is 'When bank, number or name of the account last became another; null while nothing was given. Payouts wait 48 hours after it.';
update public.profiles_bank_details set changed_at = updated_at
  where coalesce(bank_name, '') <> '' or coalesce(account_number, '') <> '' or coalesce(account_name, '') <> '';

-- An empty text and none are the same: nothing was given.
create function private.note_bank_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.changed_at := case when coalesce(new.bank_name, '') <> '' or coalesce(new.account_number, '') <> '' or coalesce(new.account_name, '') <> ''
      then now() end;
  elsif (coalesce(new.bank_name, ''), coalesce(new.account_number, ''), coalesce(new.account_name, ''))
        is distinct from (coalesce(old.bank_name, ''), coalesce(old.account_number, ''), coalesce(old.account_name, '')) then
    new.changed_at := now();
  else
    new.changed_at := old.changed_at;
  end if;
  return new;
end $$;
create function private.mail_bank_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail('bank-details-changed', new.profile_id, jsonb_build_object(
    'bank', coalesce(new.bank_name, ''),
    'last_four', case when char_length(new.account_number) >= 8 then right(new.account_number, 4) else '' end));
  return new;
end $$;
comment on function private.note_bank_change() is 'Trigger: the time of a change of bank details, whoever makes it.';
comment on function private.mail_bank_change() is 'Trigger: tells the owner that the bank details changed. The last four digits and never more leave the table.';
revoke all on function private.note_bank_change(), private.mail_bank_change() from public;
create trigger profiles_bank_details_note_change before insert or update on public.profiles_bank_details
  for each row execute function private.note_bank_change();
create trigger profiles_bank_details_mail_given after insert on public.profiles_bank_details
  for each row when (new.changed_at is not null) execute function private.mail_bank_change();
create trigger profiles_bank_details_mail_changed after update on public.profiles_bank_details
  for each row when (new.changed_at is distinct from old.changed_at) execute function private.mail_bank_change();

create function private.mail_password_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail_to(new.email, 'password-changed', (select id from public.profiles where user_id = new.id));
  return new;
end $$;
create function private.mail_address_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  profile uuid := (select id from public.profiles where user_id = new.id);
begin
  perform private.queue_mail_to(old.email, 'email-changed', profile, jsonb_build_object('to', private.masked_address(new.email), 'reader', 'old'));
  perform private.queue_mail_to(new.email, 'email-changed', profile, jsonb_build_object('from', private.masked_address(old.email), 'reader', 'new'));
  return new;
end $$;
comment on function private.mail_password_change() is 'Trigger on auth.users: tells the owner that the password became another.';
comment on function private.mail_address_change() is 'Trigger on auth.users: tells the old address and the new one that the account moved.';
revoke all on function private.mail_password_change(), private.mail_address_change() from public;
create trigger mail_password_change after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function private.mail_password_change();
create trigger mail_address_change after update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function private.mail_address_change();
