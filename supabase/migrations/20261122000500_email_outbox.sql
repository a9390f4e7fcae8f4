-- The email outbox. The transaction that causes an email also inserts it, so an email exists exactly when its cause
-- does. A worker of the site sends it (server/jobs/outbox.ts; docs/decisions/0009). The templates are in app/emails.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$' and char_length(template) <= 60),
  recipient text not null
    check (recipient ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(recipient) <= 320
      and not private.has_hidden_characters(recipient)),
  profile_id uuid references public.profiles (id) on delete set null,
  order_id uuid,
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
  'Emails of the site (GoTrue sends its own). An email is due until sent_at or dead_at is set. It is removed a month '
  'after it was sent, or three months after the last attempt failed.';
comment on column public.outbox.template is 'Name of the template in app/emails.';
comment on column public.outbox.recipient is
  'The address at the time of the cause, so that the email reaches a user who has since changed or deleted the '
  'account.';
comment on column public.outbox.profile_id is
  'Profile of the recipient; null for a recipient without an account, or with a deleted one.';
comment on column public.outbox.order_id is
  'Order that the email is about; null for all others, and for an email with links to several orders.';
comment on column public.outbox.details is
  'Data for the template, removed once it is sent. Never a whole account number or a password, and no token but that of '
  'a link in the email. Admins cannot read it.';
comment on column public.outbox.next_attempt_at is
  'No worker claims this email before then: the lease of its sender, or the delay after a failure.';
comment on column public.outbox.dead_at is 'When sending was abandoned. Admins see these emails and can retry them.';
create index outbox_newest_idx on public.outbox (created_at desc, id desc);
create index outbox_due_idx on public.outbox (next_attempt_at) where sent_at is null and dead_at is null;
create index outbox_dead_idx on public.outbox (dead_at desc) where dead_at is not null;
create index outbox_of_profile_idx on public.outbox (profile_id, created_at desc);
create index outbox_of_order_idx on public.outbox (order_id, created_at) where order_id is not null;
create index outbox_by_recipient_idx on public.outbox (recipient, template, created_at desc);
create trigger outbox_touch before update on public.outbox for each row execute function private.touch_updated_at();

alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select
  (id, template, recipient, profile_id, order_id, attempts, next_attempt_at, sent_at, dead_at, last_error, created_at)
  on public.outbox to authenticated;
-- The secret key can make an email due immediately. Only the cause decides its content and recipient.
grant select, update (next_attempt_at) on public.outbox to service_role;
create policy "An admin reads the delivery status of emails, not their content" on public.outbox for select to authenticated
  using ((select private.has_admin_role('money')));

-- Called by triggers and other definer functions. Both skip an invalid address instead of failing their cause.
create function private.queue_email_to(
  address text, template text, profile uuid, details jsonb default '{}'::jsonb, of_order uuid default null
) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.outbox (recipient, template, profile_id, details, order_id)
  select btrim(address), template, profile, coalesce(details, '{}'::jsonb), of_order
  where btrim(address) ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(btrim(address)) <= 320
    and not private.has_hidden_characters(btrim(address))
  returning id
$$;
comment on function private.queue_email_to(text, text, uuid, jsonb, uuid) is
  'Adds an email to an address to the outbox; returns null if the address is invalid. For triggers and definer '
  'functions only.';

create function private.queue_email(template text, profile uuid, details jsonb default '{}'::jsonb) returns uuid
language sql security definer set search_path = '' as $$
  select private.queue_email_to(u.email, template, profile, details)
  from public.profiles p join auth.users u on u.id = p.user_id
  where p.id = profile
$$;
comment on function private.queue_email(text, uuid, jsonb) is
  'Adds an email to the current address of a profile''s account to the outbox. For triggers and definer functions '
  'only.';
revoke all on function private.queue_email_to(text, text, uuid, jsonb, uuid), private.queue_email(text, uuid, jsonb)
  from public;

-- The settings group admin_emails decides which emails admins get.
create function private.notifies_admins(about text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select setting_value <> 'off' from public.settings where group_name = 'admin_emails' and setting_key = about), true
  )
$$;
comment on function private.notifies_admins(text) is
  'Returns true if admins get this kind of email: the setting admin_emails.<about> is on unless its value is off.';

create function private.notify_admins(template text, details jsonb, variadic wanted public.admin_role[]) returns void
language sql security definer set search_path = '' as $$
  select private.queue_email(template, p.id, details) from public.profiles p
   where p.user_type = 'Admin' and p.admin_roles && ('owner'::public.admin_role || wanted)::text[]
$$;
comment on function private.notify_admins(text, jsonb, public.admin_role[]) is
  'Adds an email to owners and to admins with one of these roles to the outbox.';
revoke all on function private.notifies_admins(text), private.notify_admins(text, jsonb, public.admin_role[]) from public;

-- Leases due emails to the caller; other callers get other rows. An email whose sender crashes each time is abandoned
-- like one that is rejected each time.
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
  'Leases due emails for a number of seconds, the longest waiting first. Also removes old ones. Service role only.';

-- An email without an account is deleted once it is sent, so that its address is not stored. One about an order is not,
-- because the order stores the address anyway. Of all others only the row remains: the content is not needed after
-- sending, and may have links that sign users in.
create function public.record_email_sent(email_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.outbox set sent_at = now(), dead_at = null, last_error = null, details = '{}'
   where id = email_id and sent_at is null;
  delete from public.outbox
   where id = email_id and sent_at is not null and profile_id is null and template not like 'order%';
end $$;
comment on function public.record_email_sent(uuid) is
  'Records that the mail server accepted the email, and removes its content. Deletes an email without an account that '
  'is not about an order. '
  'Service role only.';

-- Only the lease holder changes the row, so that a slow sender does not overwrite its successor.
create function public.record_email_failure(
  email_id uuid, attempt integer, reason text, for_good boolean default false
) returns void
language sql security definer set search_path = '' as $$
  update public.outbox
     set last_error = left(reason, 1000),
         dead_at = case when for_good or attempts >= 16 then now() end,
         next_attempt_at = now() + least(interval '1 minute' * power(2, attempts - 1), interval '6 hours')
   where id = email_id and attempts = attempt and sent_at is null and dead_at is null
$$;
comment on function public.record_email_failure(uuid, integer, text, boolean) is
  'Records that the mail server rejected the email. It is retried after 1, 2, 4 minutes and so on up to 6 hours, 16 '
  'times in all (two days), or abandoned immediately. Service role only.';
revoke all on function
  public.claim_emails(integer, integer), public.record_email_sent(uuid), public.record_email_failure(uuid, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.claim_emails(integer, integer), public.record_email_sent(uuid), public.record_email_failure(uuid, integer, text, boolean)
  to service_role;

create function public.retry_email(email_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_admin_role('money') then
    raise exception 'Only an admin may retry an email' using errcode = '42501';
  end if;
  update public.outbox set dead_at = null, attempts = 0, next_attempt_at = now() where id = email_id and dead_at is not null;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'email.retried', email_id::text);
  return true;
end $$;
comment on function public.retry_email(uuid) is
  'Makes an abandoned email due again, with all its attempts. Returns false if it does not exist. Admins only (42501), '
  'logged.';
revoke all on function public.retry_email(uuid) from public, anon, service_role;
grant execute on function public.retry_email(uuid) to authenticated;

-- Emails that an account causes. Triggers on the rows queue them, so that a change outside our pages sends them too.

create function private.notify_password_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_email_to(new.email, 'password-changed', (select id from public.profiles where user_id = new.id));
  return new;
end $$;
comment on function private.notify_password_change() is
  'Trigger on auth.users: emails the owner when the password changes.';
revoke all on function private.notify_password_change() from public;
create trigger notify_password_change after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.notify_password_change();

-- ada.obi@example.com becomes a…@example.com.
create function private.masked_address(address text) returns text
language sql immutable set search_path = '' as $$
  select left(address, 1) || '…' || substring(address from '@.*$')
$$;
comment on function private.masked_address(text) is
  'Returns an address that only its owner recognises: the first letter and the part after @.';
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
  'Trigger on auth.users: emails the old and the new address when the account''s address changes.';
revoke all on function private.notify_address_change() from public;
create trigger notify_address_change after update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function private.notify_address_change();

-- Called when the address given at sign-up, or as a new address, already has an account. The page does not reveal it;
-- the owner gets an email. An unconfirmed account has no owner: its address gets the confirmation again. Visitors can
-- trigger this email, so it is sent at most once an hour, and the result is always the same.
create function public.email_account_exists(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known text := lower(btrim(address));
begin
  perform private.queue_email_to(u.email, 'account-exists', p.id)
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.email = known and u.email_confirmed_at is not null and not exists (
    select 1 from public.outbox o
    where o.recipient = known and o.template = 'account-exists' and o.created_at > now() - interval '1 hour'
  );
end $$;
comment on function public.email_account_exists(text) is
  'Emails the owner of an account whose address was entered again, at most once an hour. Returns nothing to the '
  'caller.';
revoke all on function public.email_account_exists(text) from public;
grant execute on function public.email_account_exists(text) to anon, authenticated, service_role;

-- Today's kind `emails`: emails that were abandoned. Those that are tried again are one trouble of the system
-- (server/system-troubles.ts), however many they are.
create view private.due_emails as
  select o.id, o.template, o.recipient, o.attempts, o.last_error, o.created_at,
         row_number() over (order by o.created_at, o.id) as place
    from public.outbox o
   where o.sent_at is null and o.dead_at is not null;
comment on view private.due_emails is 'Emails that were abandoned, the oldest first.';
