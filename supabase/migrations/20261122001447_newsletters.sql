-- Newsletters to past buyers who agreed to them at the checkout (docs/decisions/0060).

create table private.newsletter_consents (
  order_id uuid primary key references private.orders (id) on delete cascade,
  email text not null check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  words text not null check (char_length(words) between 1 and 300),
  agreed_at timestamptz not null default now()
);
comment on table private.newsletter_consents is
  'Consents to newsletters, from the box at the checkout. Each counts once its order is paid (private.newsletter_addresses). '
  'Deleted when withdrawn, with the account, and with an order that was not paid.';
comment on column private.newsletter_consents.words is 'The exact text beside the box.';
create index newsletter_consents_by_address_idx on private.newsletter_consents (email);

create table public.newsletters (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(subject) between 1 and 150 and not private.has_hidden_characters(subject)),
  body text not null check (char_length(body) between 1 and 5000 and octet_length(body) <= 15000),
  started_at timestamptz,
  paused_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint newsletters_end_after_they_start check (started_at is not null or num_nonnulls(paused_at, finished_at) = 0)
);
comment on table public.newsletters is
  'Newsletters. A draft until started_at; then nobody changes it, and private.queue_newsletters sends it slowly.';
comment on column public.newsletters.body is 'In Markdown. The outbox holds a copy for each address that waits.';
comment on column public.newsletters.paused_at is 'Since then nothing is queued, until an owner resumes it.';
comment on column public.newsletters.deleted_at is 'As in research_materials. Only drafts are deleted.';
create index newsletters_changed_idx on public.newsletters (updated_at desc, id desc);
create trigger newsletters_touch before update on public.newsletters for each row execute function private.touch_updated_at();
create trigger newsletters_log after insert or update or delete on public.newsletters
  for each row execute function private.log_admin_action('newsletter', 'id', 'subject', 'subject,body,deleted_at');

alter table public.newsletters enable row level security;
revoke all on public.newsletters from anon, authenticated, service_role;
grant select, insert (subject, body), update (subject, body, deleted_at) on public.newsletters to authenticated;
create policy "An owner reads newsletters" on public.newsletters for select to authenticated
  using ((select private.has_admin_role('owner')));
create policy "An owner adds newsletters" on public.newsletters for insert to authenticated
  with check ((select private.has_admin_role('owner')));
create policy "An owner changes drafts of newsletters" on public.newsletters for update to authenticated
  using ((select private.has_admin_role('owner')) and started_at is null)
  with check ((select private.has_admin_role('owner')) and started_at is null);

create table private.newsletter_emails (
  newsletter_id uuid not null references public.newsletters (id) on delete cascade,
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid references private.orders (id) on delete set null,
  email_id uuid,
  queued_at timestamptz not null,
  primary key (newsletter_id, address_hash)
);
comment on table private.newsletter_emails is
  'Emails of newsletters: one for an address, which is stored as its hash (private.address_hash).';
comment on column private.newsletter_emails.order_id is 'The reason for the email: the paid order at which its buyer agreed.';
comment on column private.newsletter_emails.email_id is
  'The email of the outbox, which is removed once it is sent. Null if no email can be sent to the address.';
create index newsletter_emails_queued_idx on private.newsletter_emails (queued_at);
create index newsletter_emails_of_order_idx on private.newsletter_emails (order_id);
revoke all on private.newsletter_consents, private.newsletter_emails from public, anon, authenticated, service_role;

-- Anyone may type any address at the checkout, so only a payment makes its box count. A test key takes no money, but
-- the demo shows everything, and runs on its owner's machine alone.
create view private.newsletter_addresses as
  select distinct on (c.email) c.email, c.agreed_at, c.words, o as paid_order
    from private.newsletter_consents c join private.orders o on o.id = c.order_id
   where o.state = 'paid' and o.amount_kobo > 0 and lower(o.email) = c.email
     and (o.domain = 'live' or exists (select from public.settings s where s.group_name = 'demo'))
     and not exists (
       select from private.refused_emails r
        where r.address_hash = private.address_hash(c.email) and r.kind = 'newsletters' and r.refused_at >= o.paid_at)
   order by c.email, c.agreed_at, c.order_id;
comment on view private.newsletter_addresses is
  'Addresses that get newsletters, with the first consent that counts: its order is paid, after the last refusal if there '
  'was one.';
revoke all on private.newsletter_addresses from public, anon, authenticated, service_role;

create function public.agree_to_newsletters(hash text, words text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.newsletter_consents (order_id, email, words)
  select o.id, lower(btrim(o.email)), agree_to_newsletters.words
    from private.order_tokens t join private.orders o on o.id = t.order_id
   where t.token_hash = hash and o.email <> '' and o.amount_kobo > 0 and o.state = 'pending'
  on conflict do nothing;
  return found;
end $$;
comment on function public.agree_to_newsletters(text, text) is
  'Saves that the buyer of an unpaid order agreed to newsletters with these words, by the hash of the order''s token. Service '
  'role only.';

create function private.end_newsletters(address text) returns void
language sql security definer set search_path = '' as $$
  delete from private.newsletter_consents where email = lower(address);
  delete from public.outbox where template = 'buyer-newsletter' and lower(recipient) = lower(address) and profile_id is null
$$;
comment on function private.end_newsletters(text) is
  'Deletes the consents of an address, and its newsletters that wait or were given up.';

create function private.withdraw_newsletter_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_newsletters(c.email) from (select distinct email from private.newsletter_consents) c
    where private.address_hash(c.email) = new.address_hash;
  return null;
end $$;
comment on function private.withdraw_newsletter_consents() is
  'Trigger: ends newsletters to an address that refused them. Boxes that it ticked before do not count again.';
create trigger refused_emails_withdraw_consents after insert or update on private.refused_emails
  for each row when (new.kind = 'newsletters') execute function private.withdraw_newsletter_consents();

create function private.end_newsletters_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_newsletters(old.email);
  return coalesce(new, old);
end $$;
comment on function private.end_newsletters_of_account() is
  'Trigger on auth.users: ends newsletters to the confirmed address of an account that is deleted, or that leaves it.';
create trigger delete_account_4_end_newsletters before delete on auth.users
  for each row when (old.email_confirmed_at is not null) execute function private.end_newsletters_of_account();
create trigger end_newsletters_to_old_address after update of email on auth.users
  for each row when (old.email_confirmed_at is not null and lower(old.email) is distinct from lower(new.email))
  execute function private.end_newsletters_of_account();

create function public.own_newsletter_consents()
returns table (email text, words text, agreed_at timestamptz, order_reference text)
language sql stable security definer set search_path = '' as $$
  select c.email, c.words, c.agreed_at, o.reference
    from private.newsletter_consents c join private.orders o on o.id = c.order_id
   where c.email = private.own_alert_address() order by c.agreed_at, c.order_id
$$;
comment on function public.own_newsletter_consents() is 'Returns the consents to newsletters of the caller''s confirmed address.';

create function private.queue_newsletters(at_time timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := coalesce((
    select nullif(substring(s.setting_value from '^\d{1,3}$'), '')::integer from public.settings s
     where s.group_name = 'orders' and s.setting_key = 'newsletters_per_hour'), 60);
  sending public.newsletters;
  due record;
  may_send integer;
  seen integer := 0;
  queued integer := 0;
begin
  -- Another process waits here, and then counts what this one queued.
  select * into sending from public.newsletters n
   where n.started_at <= at_time and n.paused_at is null and n.finished_at is null
   order by n.started_at, n.id limit 1 for update;
  if not found then
    return 0;
  end if;
  -- It is called every ten minutes.
  select least(ceil(per_hour / 6.0), per_hour - count(*)) into may_send from private.newsletter_emails e
   where e.queued_at > at_time - interval '1 hour';
  for due in
    select a.email, a.paid_order, a.agreed_at, a.words from private.newsletter_addresses a
     where a.agreed_at <= sending.started_at and not exists (
       select from private.newsletter_emails e
        where e.newsletter_id = sending.id and e.address_hash = private.address_hash(a.email))
     order by a.agreed_at, a.email limit greatest(may_send, 0)
  loop
    seen := seen + 1;
    -- A refusal waits for this lock, and then finds the email in the outbox.
    perform from private.newsletter_consents c where c.order_id = (due.paid_order).id for share;
    continue when not found;
    insert into private.newsletter_emails (newsletter_id, address_hash, order_id, email_id, queued_at)
    select sending.id, private.address_hash(due.email), (due.paid_order).id, q.id, at_time
      from private.queue_email_to(due.email, 'buyer-newsletter', null, jsonb_build_object(
        'subject', sending.subject, 'body', sending.body, 'is_test', false, 'bought', (due.paid_order).title,
        'agreed_at', due.agreed_at, 'words', due.words, 'token', private.new_order_token((due.paid_order).id)),
        (due.paid_order).id) as q (id);
    queued := queued + 1;
  end loop;
  if seen < may_send then
    update public.newsletters set finished_at = at_time where id = sending.id;
  end if;
  return queued;
end $$;
comment on function private.queue_newsletters(timestamptz) is
  'Queues the oldest newsletter that is being sent to the next addresses that agreed before it began, one email for each, as '
  'many as the setting newsletters_per_hour allows. Returns how many.';

create function public.queue_newsletters() returns integer
language sql security definer set search_path = '' as $$ select private.queue_newsletters() $$;
comment on function public.queue_newsletters() is 'As private.queue_newsletters. Service role only.';

create type public.newsletter_outcome as enum ('ok', 'changed', 'nobody');
comment on type public.newsletter_outcome is
  'Result of sending a newsletter. changed: it is gone, being sent, or not the version that was seen. nobody: no address '
  'agreed.';

create function public.send_newsletter(newsletter uuid, expected_version timestamptz) returns public.newsletter_outcome
language plpgsql security definer set search_path = '' as $$
declare
  addresses bigint;
begin
  perform private.require_admin_role('owner');
  perform private.require_recent_sign_in();
  select count(*) into addresses from private.newsletter_addresses;
  if addresses = 0 then
    return 'nobody';
  end if;
  update public.newsletters set started_at = now()
   where id = newsletter and updated_at = expected_version and started_at is null and deleted_at is null;
  if not found then
    return 'changed';
  end if;
  insert into public.audit_log (actor_id, action, subject, details)
  select (select auth.uid()), 'newsletter.sent', n.id::text, jsonb_build_object('name', n.subject, 'addresses', addresses)
    from public.newsletters n where n.id = newsletter;
  return 'ok';
end $$;
comment on function public.send_newsletter(uuid, timestamptz) is
  'Starts to send a draft, if it is the version that the owner saw, to all addresses that agreed. Owners who signed in within '
  'ten minutes, logged.';

create function public.pause_newsletter(newsletter uuid, is_paused boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('owner');
  update public.newsletters set paused_at = case when is_paused then now() end
   where id = newsletter and started_at is not null and finished_at is null and (paused_at is null) = is_paused;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject)
  values ((select auth.uid()), case when is_paused then 'newsletter.paused' else 'newsletter.resumed' end, newsletter::text);
  return true;
end $$;
comment on function public.pause_newsletter(uuid, boolean) is
  'Pauses or resumes a newsletter that is being sent. What is in the outbox still goes. Returns false if it is done. Owners '
  'only, logged.';

create function public.test_newsletter(newsletter uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('owner');
  perform private.queue_email('buyer-newsletter', p.id, jsonb_build_object('subject', n.subject, 'body', n.body, 'is_test', true))
     from public.newsletters n, public.profiles p
    where n.id = newsletter and n.deleted_at is null and p.user_id = (select auth.uid());
  return found;
end $$;
comment on function public.test_newsletter(uuid) is
  'Emails a newsletter to the caller alone. Returns false if it does not exist. Owners only.';

create function public.newsletter_figures()
returns table (newsletter_id uuid, sent bigint, waiting bigint, failed bigint, to_queue bigint, unsubscribed bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('owner');
  return query
  select n.id, count(e) filter (where e.email_id is not null and (o.id is null or o.sent_at is not null)),
         count(e) filter (where o.sent_at is null and o.dead_at is null and o.id is not null),
         count(e) filter (where o.dead_at is not null or e.email_id is null),
         case when n.finished_at is not null then 0 else (
           select count(*) from private.newsletter_addresses a
            where a.agreed_at <= coalesce(n.started_at, now()) and not exists (
              select from private.newsletter_emails d
               where d.newsletter_id = n.id and d.address_hash = private.address_hash(a.email))) end,
         count(e) filter (where r.address_hash is not null)
    from public.newsletters n
    left join private.newsletter_emails e on e.newsletter_id = n.id
    left join public.outbox o on o.id = e.email_id
    left join private.refused_emails r
      on r.address_hash = e.address_hash and r.kind = 'newsletters' and r.refused_at >= e.queued_at
   where n.deleted_at is null
   group by n.id;
end $$;
comment on function public.newsletter_figures() is
  'Returns for each newsletter how many emails were sent, wait in the outbox or failed, how many addresses it will go to, and '
  'how many of those that got it unsubscribed since. No addresses. Owners only.';

revoke all on function
  private.end_newsletters(text), private.withdraw_newsletter_consents(), private.end_newsletters_of_account(),
  private.queue_newsletters(timestamptz)
  from public;
revoke all on function
  public.agree_to_newsletters(text, text), public.queue_newsletters(), public.own_newsletter_consents(),
  public.send_newsletter(uuid, timestamptz), public.pause_newsletter(uuid, boolean), public.test_newsletter(uuid),
  public.newsletter_figures()
  from public, anon, authenticated, service_role;
grant execute on function public.agree_to_newsletters(text, text), public.queue_newsletters() to service_role;
grant execute on function
  public.own_newsletter_consents(), public.send_newsletter(uuid, timestamptz), public.pause_newsletter(uuid, boolean),
  public.test_newsletter(uuid), public.newsletter_figures()
  to authenticated;
