-- The outbox. The transaction that causes a mail also writes it, so a mail exists exactly when its cause does. A worker of the
-- site sends it (server/jobs/outbox.ts; docs/decisions/0009). The templates are in app/emails.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$' and char_length(template) <= 60),
  recipient text not null
    check (recipient ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(recipient) <= 320
      and not private.has_hidden_characters(recipient)),
  profile_id uuid references public.profiles (id) on delete set null,
  details jsonb not null default '{}'::jsonb check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text check (char_length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.outbox is
  'Our mails (GoTrue sends its own). A mail is due until sent_at or dead_at is set. It is removed a month after it was sent, or '
  'three months after it was given up.';
comment on column public.outbox.template is 'Name of the template in app/emails.';
comment on column public.outbox.recipient is
  'The address at the time of the cause, so that the mail reaches a person who changed or deleted the account since.';
comment on column public.outbox.profile_id is
  'The profile that the mail is for; null when it is for no account, or for a deleted one.';
comment on column public.outbox.details is
  'What the template needs. Never a whole account number, a password or a token. Admins cannot read it.';
comment on column public.outbox.next_attempt_at is
  'Nobody takes this mail before then: it is the lease of its sender, or the wait after a failure.';
comment on column public.outbox.dead_at is 'When the mail was given up. Admins see it and may have it tried again.';
create index outbox_due_idx on public.outbox (next_attempt_at) where sent_at is null and dead_at is null;
create index outbox_dead_idx on public.outbox (dead_at desc) where dead_at is not null;
create index outbox_of_profile_idx on public.outbox (profile_id, created_at desc);
create index outbox_by_recipient_idx on public.outbox (recipient, template, created_at desc);
create trigger outbox_touch before update on public.outbox for each row execute function private.touch_updated_at();

alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select (id, template, recipient, profile_id, attempts, next_attempt_at, sent_at, dead_at, last_error, created_at)
  on public.outbox to authenticated;
-- The secret key may make a mail due at once. Only the cause decides what it says and who gets it.
grant select, update (next_attempt_at) on public.outbox to service_role;
create policy "An admin sees how the mails are doing, not what they say" on public.outbox for select to authenticated
  using ((select private.is_admin()));

-- Triggers and other definer functions call these two. Neither makes its cause fail: they leave out an address that no mail can
-- be sent to.
create function private.queue_email_to(address text, template text, profile uuid, details jsonb default '{}'::jsonb) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.outbox (recipient, template, profile_id, details)
  select btrim(address), template, profile, coalesce(details, '{}'::jsonb)
  where btrim(address) ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(btrim(address)) <= 320
    and not private.has_hidden_characters(btrim(address))
  returning id
$$;
comment on function private.queue_email_to(text, text, uuid, jsonb) is
  'Writes a mail to an address into the outbox; returns null when no mail can be sent there. For triggers and definer functions '
  'only.';

create function private.queue_email(template text, profile uuid, details jsonb default '{}'::jsonb) returns uuid
language sql security definer set search_path = '' as $$
  select private.queue_email_to(u.email, template, profile, details)
  from public.profiles p join auth.users u on u.id = p.user_id
  where p.id = profile
$$;
comment on function private.queue_email(text, uuid, jsonb) is
  'Writes a mail into the outbox, to the present address of a profile''s account. For triggers and definer functions only.';
revoke all on function private.queue_email_to(text, text, uuid, jsonb), private.queue_email(text, uuid, jsonb) from public;

-- Which mails admins get is a setting of the group admin_emails.
create function private.notifies_admins(about text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select setting_value <> 'off' from public.settings where group_name = 'admin_emails' and setting_key = about), true
  )
$$;
comment on function private.notifies_admins(text) is
  'Whether admins get this kind of mail: the setting admin_emails.<about>, which is on unless it says off.';

create function private.notify_admins(template text, details jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.queue_email(template, p.id, details) from public.profiles p where p.user_type = 'Admin'
$$;
comment on function private.notify_admins(text, jsonb) is 'Writes a mail to every admin into the outbox.';
revoke all on function private.notifies_admins(text), private.notify_admins(text, jsonb) from public;

-- Gives the caller due mails. Whoever gets a row has the lease; other callers get other rows. A mail whose sender ends each time
-- is given up like one that is refused each time.
create function public.claim_emails(max_rows integer default 5, lease_seconds integer default 120)
returns table (id uuid, template text, recipient text, details jsonb, attempt integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  delete from public.outbox where sent_at < now() - interval '30 days' or dead_at < now() - interval '90 days';
  update public.outbox set dead_at = now(), last_error = coalesce(last_error, 'its sender ended each time before it was sent')
  where sent_at is null and dead_at is null and next_attempt_at <= now() and attempts >= 16;
  return query
  update public.outbox o
     set attempts = o.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
   where o.id in (
     select due.id from public.outbox due
     where due.sent_at is null and due.dead_at is null and due.next_attempt_at <= now()
     order by due.next_attempt_at, due.id
     limit least(greatest(max_rows, 1), 50)
     for update skip locked
   )
  returning o.id, o.template, o.recipient, o.details, o.attempts;
end $$;
comment on function public.claim_emails(integer, integer) is
  'Leases due mails for some seconds, the longest waiting first. Removes old ones too. Service role only.';

-- A mail that belongs to no account is removed; in this way the address of a deleted account is removed too. Of the others only
-- the row stays, because what a mail said is of no use once it is sent, and some mails hold links that sign people in.
create function public.record_email_sent(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.outbox where id = mail and profile_id is null;
  update public.outbox set sent_at = now(), dead_at = null, last_error = null, details = '{}' where id = mail and sent_at is null;
end $$;
comment on function public.record_email_sent(uuid) is
  'Notes that the mail server took the mail, and removes what the mail said. A mail for no account is removed as a whole. '
  'Service role only.';

-- Only the holder of the lease changes the row, so that a slow sender does not count for the one that took over.
create function public.record_email_failure(mail uuid, attempt integer, reason text, for_good boolean default false) returns void
language sql security definer set search_path = '' as $$
  update public.outbox
     set last_error = left(reason, 1000),
         dead_at = case when for_good or attempts >= 16 then now() end,
         next_attempt_at = now() + least(interval '1 minute' * power(2, attempts - 1), interval '6 hours')
   where id = mail and attempts = attempt and sent_at is null and dead_at is null
$$;
comment on function public.record_email_failure(uuid, integer, text, boolean) is
  'Notes that the mail server did not take the mail. It is tried again after 1, 2, 4 minutes and so on up to 6 hours, 16 times '
  'in all (two days), or given up at once. Service role only.';
revoke all on function
  public.claim_emails(integer, integer), public.record_email_sent(uuid), public.record_email_failure(uuid, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.claim_emails(integer, integer), public.record_email_sent(uuid), public.record_email_failure(uuid, integer, text, boolean)
  to service_role;

create function public.retry_email(mail uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Only an admin may have a mail tried again' using errcode = '42501';
  end if;
  update public.outbox set dead_at = null, attempts = 0, next_attempt_at = now() where id = mail and dead_at is not null;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'mail.retried', mail::text);
  return true;
end $$;
comment on function public.retry_email(uuid) is
  'Makes a mail that was given up due again, with all its attempts. Returns false when there is no such mail. Admins only, '
  'logged. 42501 for everybody else.';
revoke all on function public.retry_email(uuid) from public, anon, service_role;
grant execute on function public.retry_email(uuid) to authenticated;

-- Mails that an account causes. Triggers on the rows write them, so that a change past our pages is mailed as well.

create function private.notify_bank_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_email('bank-details-changed', new.profile_id, jsonb_build_object(
    'bank', coalesce(new.bank_name, ''),
    'last_four', case when char_length(new.account_number) >= 8 then right(new.account_number, 4) else '' end));
  return new;
end $$;
comment on function private.notify_bank_change() is
  'Trigger: tells the owner that the bank details changed. Only the last four digits leave the table.';
revoke all on function private.notify_bank_change() from public;
create trigger profiles_bank_details_notify_added after insert on public.profiles_bank_details
  for each row when (new.changed_at is not null) execute function private.notify_bank_change();
create trigger profiles_bank_details_notify_changed after update on public.profiles_bank_details
  for each row when (new.changed_at is distinct from old.changed_at) execute function private.notify_bank_change();

create function private.notify_password_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_email_to(new.email, 'password-changed', (select id from public.profiles where user_id = new.id));
  return new;
end $$;
comment on function private.notify_password_change() is 'Trigger on auth.users: tells the owner that the password changed.';
revoke all on function private.notify_password_change() from public;
create trigger notify_password_change after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.notify_password_change();

-- Writes ada.obi@example.com as a…@example.com.
create function private.masked_address(address text) returns text
language sql immutable set search_path = '' as $$
  select left(address, 1) || '…' || substring(address from '@.*$')
$$;
comment on function private.masked_address(text) is
  'An address that only its owner recognises: the first letter and the part after @.';
revoke all on function private.masked_address(text) from public;

create function private.notify_address_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  profile uuid := (select id from public.profiles where user_id = new.id);
begin
  perform private.queue_email_to(old.email, 'email-changed', profile,
    jsonb_build_object('to', private.masked_address(new.email), 'reader', 'old'));
  perform private.queue_email_to(new.email, 'email-changed', profile,
    jsonb_build_object('from', private.masked_address(old.email), 'reader', 'new'));
  return new;
end $$;
comment on function private.notify_address_change() is
  'Trigger on auth.users: tells the old address and the new one that the account''s address changed.';
revoke all on function private.notify_address_change() from public;
create trigger notify_address_change after update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function private.notify_address_change();

-- Somebody gave an address that already has an account, at sign-up or as their new address. The page says nothing of it; the
-- owner of the account gets a mail. Visitors can cause this mail, so it is sent once an hour at most, and the answer is always
-- the same.
create function public.email_account_exists(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known text := lower(btrim(address));
begin
  perform private.queue_email_to(u.email, 'account-exists', p.id)
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.email = known and not exists (
    select 1 from public.outbox o
    where o.recipient = known and o.template = 'account-exists' and o.created_at > now() - interval '1 hour'
  );
end $$;
comment on function public.email_account_exists(text) is
  'Mails the owner of an account that somebody gave their address; once an hour at most. Tells the caller nothing.';
revoke all on function public.email_account_exists(text) from public;
grant execute on function public.email_account_exists(text) to anon, authenticated, service_role;

-- Today's kind `mails`: mails that were given up or failed three times.
create view private.due_emails as
  select o.id, o.template, o.recipient, o.attempts, o.last_error, o.dead_at is not null as given_up, o.created_at,
         row_number() over (order by o.created_at, o.id) as place
    from public.outbox o
   where o.sent_at is null and (o.dead_at is not null or o.attempts >= 3);
comment on view private.due_emails is 'Mails that admins have to look at, the oldest first.';
