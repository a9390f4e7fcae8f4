-- Mails on their way out. A mail is written by the transaction that is its cause, so that it exists exactly when the cause does, and a
-- worker of the site sends it (server/work/outbox.ts; docs/decisions/0009). Templates: app/emails.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$' and char_length(template) <= 60),
  recipient text not null check (recipient ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(recipient) <= 320),
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
comment on table public.outbox is 'Mails of ours (GoTrue''s own are not here): due until sent_at or dead_at is set. Removed a month after they were sent, three months after they were given up.';
comment on column public.outbox.template is 'Name of the template in app/emails.';
comment on column public.outbox.recipient is 'The address at the time of the cause, so that it still finds somebody who changed or gave up the account.';
comment on column public.outbox.profile_id is 'Whose mail it is; null when it belongs to no account, or to one that is gone.';
comment on column public.outbox.details is 'What the template says. Never a whole account number, a password or a token. Operators do not read it.';
comment on column public.outbox.next_attempt_at is 'Nobody else takes this mail before then: the lease of whoever sends it, and the back-off after a failure.';
comment on column public.outbox.dead_at is 'When it was given up. An operator sees it and may have it tried again.';
create index outbox_due_idx on public.outbox (next_attempt_at) where sent_at is null and dead_at is null;
create index outbox_dead_idx on public.outbox (dead_at desc) where dead_at is not null;
create index outbox_of_profile_idx on public.outbox (profile_id, created_at desc);
create trigger outbox_touch before update on public.outbox for each row execute function private.touch_updated_at();

-- What triggers and other definer functions call. Neither of the two can make its cause fail: an address that no mail can be sent to is left out.
create function private.queue_mail_to(address text, template text, profile uuid, details jsonb default '{}'::jsonb) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.outbox (recipient, template, profile_id, details)
  select btrim(address), template, profile, coalesce(details, '{}'::jsonb)
  where btrim(address) ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(btrim(address)) <= 320
  returning id
$$;
comment on function private.queue_mail_to(text, text, uuid, jsonb) is 'Writes a mail to an address into the outbox; null when no mail can be sent to it. For triggers and definer functions only.';

create function private.queue_mail(template text, profile uuid, details jsonb default '{}'::jsonb) returns uuid
language sql security definer set search_path = '' as $$
  select private.queue_mail_to(u.email, template, profile, details)
  from public.profiles p join auth.users u on u.id = p.user_id
  where p.id = profile
$$;
comment on function private.queue_mail(text, uuid, jsonb) is 'Writes a mail to the account of a profile into the outbox, at the address it has now. For triggers and definer functions only.';
revoke all on function private.queue_mail_to(text, text, uuid, jsonb), private.queue_mail(text, uuid, jsonb) from public;

-- Takes mails that are due for the caller: whoever gets a row has the lease, everybody else gets others. A mail whose sender dies each time is
-- given up like one that is refused each time.
create function public.claim_mails(most integer default 5, lease_seconds integer default 120)
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
     limit least(greatest(most, 1), 50)
     for update skip locked
   )
  returning o.id, o.template, o.recipient, o.details, o.attempts;
end $$;
comment on function public.claim_mails(integer, integer) is 'Leases mails that are due (seconds), the longest waiting first. Also forgets old ones. Service role only.';

-- A mail of nobody's account leaves nothing behind: that is how the address of a deleted account goes too.
create function public.note_mail_sent(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.outbox where id = mail and profile_id is null;
  update public.outbox set sent_at = now(), dead_at = null, last_error = null where id = mail and sent_at is null;
end $$;
comment on function public.note_mail_sent(uuid) is 'The mail was taken by the mail server. Service role only.';

-- Only by whoever has the lease: a sender that was slow must not count for the one that took over.
create function public.note_mail_failed(mail uuid, attempt integer, reason text, for_good boolean default false) returns void
language sql security definer set search_path = '' as $$
  update public.outbox
     set last_error = left(reason, 1000),
         dead_at = case when for_good or attempts >= 16 then now() end,
         next_attempt_at = now() + least(interval '1 minute' * power(2, attempts - 1), interval '6 hours')
   where id = mail and attempts = attempt and sent_at is null and dead_at is null
$$;
comment on function public.note_mail_failed(uuid, integer, text, boolean) is
  'The mail was not taken: it is tried again after 1, 2, 4 minutes and so on up to 6 hours, 16 times in all (two days), or given up at once. Service role only.';
revoke all on function public.claim_mails(integer, integer), public.note_mail_sent(uuid), public.note_mail_failed(uuid, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function public.claim_mails(integer, integer), public.note_mail_sent(uuid), public.note_mail_failed(uuid, integer, text, boolean)
  to service_role;

create function public.retry_mail(mail uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_operator() then
    raise exception 'Only an operator may have a mail tried again' using errcode = '42501';
  end if;
  update public.outbox set dead_at = null, attempts = 0, next_attempt_at = now() where id = mail and dead_at is not null;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'mail.retried', mail::text);
  return true;
end $$;
comment on function public.retry_mail(uuid) is 'Has a mail that was given up tried again, from the start; false when there is no such mail. Operators only, logged. 42501 for everybody else.';
revoke all on function public.retry_mail(uuid) from public, anon, service_role;
grant execute on function public.retry_mail(uuid) to authenticated;

alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select (id, template, recipient, profile_id, attempts, next_attempt_at, sent_at, dead_at, last_error, created_at) on public.outbox to authenticated;
-- The secret key may also make a mail due at once; what it says and to whom is the cause's alone.
grant select, update (next_attempt_at) on public.outbox to service_role;

create policy "An operator sees how the mails are doing, not what they say" on public.outbox for select to authenticated
  using ((select private.is_operator()));
