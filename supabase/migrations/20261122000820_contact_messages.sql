-- Messages of the contact page. The site stores them with the secret key, after its rate limits; admins reply by email.

create type public.message_about as enum ('order', 'upload', 'payout', 'other');
comment on type public.message_about is 'Subject of a message. other: anything else.';

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  sender_name text not null check (char_length(btrim(sender_name)) between 1 and 100),
  sender_email text not null
    check (sender_email ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(sender_email) <= 254
      and not private.has_hidden_characters(sender_email)),
  about public.message_about not null,
  body text not null check (char_length(btrim(body)) between 1 and 3000),
  reply text check (char_length(btrim(reply)) between 1 and 5000),
  reply_email_id uuid,
  reply_sent_at timestamptz,
  closed_at timestamptz,
  found_in text generated always as (sender_name || ' ' || sender_email || ' ' || body) stored,
  created_at timestamptz not null default now(),
  check (reply is null or closed_at is not null),
  check (reply_email_id is null or reply is not null)
);
comment on table public.contact_messages is
  'Messages of the contact page, deleted after a year. A message is open until it is answered or closed.';
comment on column public.contact_messages.reply is 'The admin''s reply, sent by email. Null if there was none.';
comment on column public.contact_messages.reply_email_id is
  'The email with the reply in the outbox, which deletes it once it is sent.';
comment on column public.contact_messages.reply_sent_at is
  'When the mail server accepted the reply; null while it is queued.';
comment on column public.contact_messages.found_in is 'The sender and the message, for the console''s search. Generated.';
create index contact_messages_open_idx on public.contact_messages (created_at, id) where closed_at is null;
create index contact_messages_queued_idx on public.contact_messages (reply_email_id)
  where reply_email_id is not null and reply_sent_at is null;
create index contact_messages_by_time_idx on public.contact_messages (created_at, id);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated, service_role;
grant select on public.contact_messages to authenticated, service_role;
create policy "An admin reads every message" on public.contact_messages for select to authenticated
  using ((select private.has_admin_role('money')));

create function public.receive_message(sender_name text, sender_email text, about public.message_about, body text)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  message uuid;
begin
  delete from public.contact_messages m where m.created_at < now() - interval '1 year';
  insert into public.contact_messages (sender_name, sender_email, about, body)
  values (btrim(receive_message.sender_name), lower(btrim(receive_message.sender_email)), receive_message.about,
    btrim(receive_message.body))
  returning id into message;
  -- Admins get at most twenty of these emails an hour, however many messages a program sends.
  if private.notifies_admins('new_message')
    and (select count(*) from public.contact_messages m where m.created_at > now() - interval '1 hour') <= 20 then
    perform private.notify_admins('admin-new-message', jsonb_build_object(
      'message', message, 'name', btrim(receive_message.sender_name), 'body', btrim(receive_message.body)), 'money');
  end if;
end $$;
comment on function public.receive_message(text, text, public.message_about, text) is
  'Stores a message of the contact page and emails the admins, at most twenty times an hour and unless they '
  'switched that off. Deletes messages older than a year. Service role only.';
revoke all on function public.receive_message(text, text, public.message_about, text) from public, anon, authenticated;
grant execute on function public.receive_message(text, text, public.message_about, text) to service_role;

create type public.message_decision as enum ('ok', 'closed', 'gone');
comment on type public.message_decision is
  'Result of an admin''s decision on a message. closed: another admin decided first.';

-- A function saves the reply, its email and its log entry atomically.
create function public.close_message(message uuid, reply text default null) returns public.message_decision
language plpgsql security definer set search_path = '' as $$
declare
  here public.contact_messages;
  sent_reply text := nullif(btrim(close_message.reply), '');
  email_id uuid;
begin
  perform private.require_admin_role('money');
  select * into here from public.contact_messages where id = message for update;
  if not found then
    return 'gone';
  end if;
  if here.closed_at is not null then
    return 'closed';
  end if;
  if sent_reply is not null then
    email_id := private.queue_email_to(here.sender_email, 'message-answered', null, jsonb_build_object(
      'name', here.sender_name, 'body', here.body, 'reply', sent_reply));
  end if;
  update public.contact_messages m
     set reply = sent_reply, reply_email_id = email_id, closed_at = now() where m.id = message;
  insert into public.audit_log (actor_id, action, subject) values (
    (select auth.uid()), case when sent_reply is null then 'message.closed' else 'message.answered' end, message::text);
  return 'ok';
end $$;
comment on function public.close_message(uuid, text) is
  'Answers a message by email, or closes it without a reply. Returns ok, closed or gone. Admins only, logged.';
revoke all on function public.close_message(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.close_message(uuid, text) to authenticated;

create function private.record_reply_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.contact_messages set reply_sent_at = new.sent_at
   where reply_email_id = new.id and reply_sent_at is null;
  return null;
end $$;
comment on function private.record_reply_sent() is
  'Trigger on outbox: records that the mail server accepted the reply to a message.';
revoke all on function private.record_reply_sent() from public;
create trigger record_reply_sent after update of sent_at on public.outbox
  for each row when (old.sent_at is null and new.sent_at is not null and new.template = 'message-answered')
  execute function private.record_reply_sent();

create function public.close_messages(messages uuid[], reply text default null)
returns table (message uuid, outcome public.message_decision)
language plpgsql set search_path = '' as $$
begin
  if cardinality(messages) > 100 then
    raise exception 'At most 100 messages at once' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two admins with the same messages wait for each other instead of deadlocking.
  for message in select distinct id from unnest(messages) as id order by id loop
    outcome := public.close_message(message, close_messages.reply);
    return next;
  end loop;
end $$;
comment on function public.close_messages(uuid[], text) is
  'Answers up to 100 messages with the same text, each by an email of its own, or closes them without a reply, all or '
  'none. Returns the outcome of close_message, which checks the role and logs it, for each.';
revoke all on function public.close_messages(uuid[], text) from public, anon, authenticated, service_role;
grant execute on function public.close_messages(uuid[], text) to authenticated;

-- Today's kind `messages`, the longest waiting first.
create view private.due_messages as
  select m.id, m.sender_name, m.about, left(m.body, 200) as body, m.created_at,
         row_number() over (order by m.created_at, m.id) as place
    from public.contact_messages m
   where m.closed_at is null;
comment on view private.due_messages is 'Open messages of the contact page, the longest waiting first.';
