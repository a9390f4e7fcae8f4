-- Conversations with people who write through the contact page. The site stores their messages with the secret key,
-- after its rate limits; admins reply by email, with texts of their own or saved ones.

create type public.message_about as enum ('order', 'upload', 'payout', 'other');
comment on type public.message_about is 'Subject of a message. other: anything else.';

create table public.contact_conversations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique
    check (email ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$' and char_length(email) <= 254
      and email = lower(email) and not private.has_hidden_characters(email)),
  sender_name text not null check (char_length(btrim(sender_name)) between 1 and 100),
  about public.message_about not null,
  body text not null check (char_length(btrim(body)) between 1 and 3000),
  newest_at timestamptz not null default now(),
  open_since timestamptz default now(),
  is_answered boolean not null default false,
  remind_on date check (remind_on between '1900-01-01' and '2099-12-31'),
  reminder_note text check (char_length(btrim(reminder_note)) between 1 and 200),
  words text not null default '' check (char_length(words) <= 20000),
  found_in text generated always as (sender_name || ' ' || email || ' ' || words) stored,
  place bigint not null generated always as (
    case
      when open_since is not null then (extract(epoch from open_since - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint
      else 100000000000000 - (extract(epoch from newest_at - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint
    end
  ) stored,
  check (reminder_note is null or remind_on is not null)
);
comment on table public.contact_conversations is
  'One conversation for each address that wrote through the contact page, deleted a year after its newest message.';
comment on column public.contact_conversations.sender_name is 'As in the person''s newest message, like about and body.';
comment on column public.contact_conversations.newest_at is
  'Time of the newest message of either side. A reply names it, so that no message arrives unseen before it.';
comment on column public.contact_conversations.open_since is
  'Since when the person waits for an answer. Null once it is answered or closed.';
comment on column public.contact_conversations.is_answered is 'True while the newest message is our reply.';
comment on column public.contact_conversations.remind_on is
  'Day in Lagos from which Today shows the conversation, until an admin replies, closes it or moves the day.';
comment on column public.contact_conversations.reminder_note is 'Reason of the reminder, in one line.';
comment on column public.contact_conversations.words is 'Messages and replies for the search, the newest 20,000 characters.';
comment on column public.contact_conversations.found_in is
  'The person, the messages and the replies, for the console''s search. Generated.';
comment on column public.contact_conversations.place is
  'Order of the console''s list: open ones first, the longest waiting on top, then the others, newest first. Generated.';
create index contact_conversations_open_idx on public.contact_conversations (open_since, id) where open_since is not null;
create index contact_conversations_remind_idx on public.contact_conversations (remind_on) where remind_on is not null;
create index contact_conversations_place_idx on public.contact_conversations (place, id);
create index contact_conversations_newest_idx on public.contact_conversations (newest_at);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.contact_conversations (id) on delete cascade,
  is_reply boolean not null default false,
  sender_name text check (char_length(btrim(sender_name)) between 1 and 100),
  about public.message_about,
  author_id uuid,
  body text not null check (char_length(btrim(body)) between 1 and 5000),
  email_id uuid,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  check (is_reply or (sender_name is not null and about is not null and char_length(body) <= 3000)),
  check (is_reply or (author_id is null and email_id is null and sent_at is null))
);
comment on table public.contact_messages is 'Messages of a conversation: those of the contact page, and our replies by email.';
comment on column public.contact_messages.author_id is 'auth.users.id of the admin who replied.';
comment on column public.contact_messages.email_id is
  'The email with the reply in the outbox, which deletes it once it is sent.';
comment on column public.contact_messages.sent_at is
  'When the mail server accepted the reply; null while it is queued.';
create index contact_messages_of_conversation_idx on public.contact_messages (conversation_id, created_at, id);
create index contact_messages_queued_idx on public.contact_messages (email_id) where email_id is not null and sent_at is null;
create index contact_messages_received_idx on public.contact_messages (created_at) where not is_reply;

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 60),
  body text not null check (char_length(btrim(body)) between 1 and 4000),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  found_in text generated always as (name || ' ' || body) stored,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01')
);
comment on table public.saved_replies is
  'Texts that admins choose for a reply. The form adds the greeting and the signature.';
comment on column public.saved_replies.deleted_at is 'As in research_materials.';
comment on column public.saved_replies.found_in is 'Search column of the console. Generated.';
create unique index saved_replies_once_idx on public.saved_replies (lower(name));
create index saved_replies_changed_idx on public.saved_replies (updated_at desc, id desc);
create trigger saved_replies_touch before update on public.saved_replies
  for each row execute function private.touch_updated_at();
create trigger saved_replies_log after insert or update or delete on public.saved_replies
  for each row execute function private.log_admin_action('saved_reply', 'id', 'name', 'name,body,deleted_at');

alter table public.contact_conversations enable row level security;
alter table public.contact_messages enable row level security;
alter table public.saved_replies enable row level security;
revoke all on public.contact_conversations, public.contact_messages, public.saved_replies
  from anon, authenticated, service_role;
grant select on public.contact_conversations, public.contact_messages to authenticated, service_role;
grant select, insert, update, delete on public.saved_replies to service_role;
grant select, insert, update on public.saved_replies to authenticated;
create policy "An admin reads every conversation" on public.contact_conversations for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "An admin reads every message" on public.contact_messages for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "An admin reads saved replies" on public.saved_replies for select to authenticated
  using ((select private.has_admin_role('money')));
create policy "An admin adds saved replies" on public.saved_replies for insert to authenticated
  with check ((select private.has_admin_role('money')));
create policy "An admin changes saved replies" on public.saved_replies for update to authenticated
  using ((select private.has_admin_role('money'))) with check ((select private.has_admin_role('money')));

create function public.receive_message(sender_name text, sender_email text, about public.message_about, body text)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  conversation uuid;
  name constant text := btrim(receive_message.sender_name);
  message constant text := btrim(receive_message.body);
begin
  delete from public.contact_conversations c where c.newest_at < now() - interval '1 year';
  insert into public.contact_conversations as c (email, sender_name, about, body, words)
  values (lower(btrim(receive_message.sender_email)), name, receive_message.about, message, message)
  on conflict (email) do update
    set sender_name = excluded.sender_name, about = excluded.about, body = excluded.body, newest_at = now(),
        open_since = coalesce(c.open_since, now()), is_answered = false,
        words = right(c.words || ' ' || excluded.sender_name || ' ' || excluded.body, 20000)
  returning c.id into conversation;
  insert into public.contact_messages (conversation_id, sender_name, about, body)
  values (conversation, name, receive_message.about, message);
  -- Admins get at most twenty of these emails an hour, however many messages a program sends.
  if private.notifies_admins('new_message') and (
    select count(*) from public.contact_messages m where not m.is_reply and m.created_at > now() - interval '1 hour'
  ) <= 20 then
    perform private.notify_admins('admin-new-message', jsonb_build_object(
      'conversation', conversation, 'name', name, 'body', message), 'money');
  end if;
end $$;
comment on function public.receive_message(text, text, public.message_about, text) is
  'Stores a message of the contact page, which opens the conversation of its address, and emails the admins, at most '
  'twenty times an hour and unless they switched that off. Deletes conversations without a message for a year. Service '
  'role only.';
revoke all on function public.receive_message(text, text, public.message_about, text) from public, anon, authenticated;
grant execute on function public.receive_message(text, text, public.message_about, text) to service_role;

create type public.message_decision as enum ('ok', 'settled', 'changed', 'gone');
comment on type public.message_decision is
  'Result of an admin''s decision on a conversation. settled: another admin decided first. changed: it has a newer message.';

create function private.clear_due_reminder(conversation uuid) returns void
language sql security definer set search_path = '' as $$
  update public.contact_conversations c set remind_on = null, reminder_note = null
   where c.id = clear_due_reminder.conversation and c.remind_on <= (now() at time zone 'Africa/Lagos')::date
$$;
comment on function private.clear_due_reminder(uuid) is
  'Removes the reminder of a conversation if its day has come. One on a later day remains.';
revoke all on function private.clear_due_reminder(uuid) from public;

-- Saves the reply, its email and its log entry atomically.
create function private.send_reply(conversation public.contact_conversations, reply text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sent_reply constant text := btrim(send_reply.reply);
  email_id uuid;
begin
  email_id := private.queue_email_to(conversation.email, 'message-answered', null, jsonb_build_object(
    'reply', sent_reply, 'body', conversation.body));
  insert into public.contact_messages (conversation_id, is_reply, author_id, body, email_id)
  values (conversation.id, true, (select auth.uid()), sent_reply, email_id);
  update public.contact_conversations c
     set newest_at = now(), open_since = null, is_answered = true, words = right(c.words || ' ' || sent_reply, 20000)
   where c.id = conversation.id;
  perform private.clear_due_reminder(conversation.id);
  insert into public.audit_log (actor_id, action, subject)
  values ((select auth.uid()), 'message.answered', conversation.id::text);
end $$;
comment on function private.send_reply(public.contact_conversations, text) is
  'Emails a reply to the person of a locked conversation, which is then answered, and logs it.';
revoke all on function private.send_reply(public.contact_conversations, text) from public;

create function public.answer_conversation(conversation uuid, reply text, expected_newest_at timestamptz)
returns public.message_decision
language plpgsql security definer set search_path = '' as $$
declare
  here public.contact_conversations;
begin
  perform private.require_admin_role('money');
  select * into here from public.contact_conversations where id = conversation for update;
  if not found then
    return 'gone';
  end if;
  if here.newest_at is distinct from expected_newest_at then
    return 'changed';
  end if;
  perform private.send_reply(here, answer_conversation.reply);
  return 'ok';
end $$;
comment on function public.answer_conversation(uuid, text, timestamptz) is
  'Emails a reply, to an open conversation or as a follow-up. Returns ok, gone, or changed if the conversation has another '
  'newest message than the admin read. Admins only, logged.';
revoke all on function public.answer_conversation(uuid, text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.answer_conversation(uuid, text, timestamptz) to authenticated;

create function public.answer_conversations(conversations uuid[], replies text[], seen_until timestamptz)
returns table (conversation uuid, outcome public.message_decision)
language plpgsql security definer set search_path = '' as $$
declare
  here public.contact_conversations;
  reply text;
begin
  perform private.require_admin_role('money');
  if cardinality(conversations) > 100 or cardinality(conversations) <> cardinality(replies) then
    raise exception 'At most 100 conversations at once, each with a reply' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two admins with the same conversations wait for each other, and do not deadlock.
  for conversation, reply in
    select distinct on (id) id, text from unnest(conversations, replies) as rows (id, text) order by id
  loop
    select * into here from public.contact_conversations c where c.id = conversation for update;
    if not found then
      outcome := 'gone';
    elsif here.open_since is null then
      outcome := 'settled';
    elsif (here.newest_at > seen_until) is not false then
      outcome := 'changed';
    else
      perform private.send_reply(here, reply);
      outcome := 'ok';
    end if;
    return next;
  end loop;
end $$;
comment on function public.answer_conversations(uuid[], text[], timestamptz) is
  'Emails each of up to 100 open conversations its reply, all or none. Those with a message after seen_until get none. '
  'Returns the outcome of each. Admins only, logged.';
revoke all on function public.answer_conversations(uuid[], text[], timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.answer_conversations(uuid[], text[], timestamptz) to authenticated;

create function public.set_conversations_open(conversations uuid[], opens boolean)
returns table (conversation uuid, outcome public.message_decision)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  if cardinality(conversations) > 100 then
    raise exception 'At most 100 conversations at once' using errcode = '22023';
  end if;
  for conversation in select distinct id from unnest(conversations) as id order by id loop
    update public.contact_conversations c set open_since = case when opens then now() end
     where c.id = conversation and (c.open_since is null) = opens;
    if found then
      outcome := 'ok';
      if not opens then
        perform private.clear_due_reminder(conversation);
      end if;
      insert into public.audit_log (actor_id, action, subject) values (
        (select auth.uid()), case when opens then 'message.reopened' else 'message.closed' end, conversation::text);
    else
      outcome := case
        when exists (select from public.contact_conversations c where c.id = conversation) then 'settled' else 'gone'
      end::public.message_decision;
    end if;
    return next;
  end loop;
end $$;
comment on function public.set_conversations_open(uuid[], boolean) is
  'Closes up to 100 conversations without a reply, or opens them again, all or none. Returns the outcome of each; settled: '
  'it was closed or open before. Admins only, logged.';
revoke all on function public.set_conversations_open(uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_conversations_open(uuid[], boolean) to authenticated;

create function public.set_conversation_reminder(conversation uuid, remind_on date, note text)
returns public.message_decision
language plpgsql security definer set search_path = '' as $$
declare
  line constant text := case when remind_on is not null then nullif(btrim(note), '') end;
begin
  perform private.require_admin_role('money');
  update public.contact_conversations c set remind_on = set_conversation_reminder.remind_on, reminder_note = line
   where c.id = conversation;
  if not found then
    return 'gone';
  end if;
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), case when remind_on is null then 'message.reminder_removed' else 'message.reminder_set' end,
    conversation::text, jsonb_strip_nulls(jsonb_build_object('remind_on', remind_on, 'reminder_note', line)));
  return 'ok';
end $$;
comment on function public.set_conversation_reminder(uuid, date, text) is
  'Shows a conversation on Today from this day, with a note of one line, or removes its reminder if the day is null. '
  'Admins only, logged.';
revoke all on function public.set_conversation_reminder(uuid, date, text) from public, anon, authenticated, service_role;
grant execute on function public.set_conversation_reminder(uuid, date, text) to authenticated;

create function private.record_reply_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.contact_messages set sent_at = new.sent_at where email_id = new.id and sent_at is null;
  return null;
end $$;
comment on function private.record_reply_sent() is
  'Trigger on outbox: records that the mail server accepted the reply to a message.';
revoke all on function private.record_reply_sent() from public;
create trigger record_reply_sent after update of sent_at on public.outbox
  for each row when (old.sent_at is null and new.sent_at is not null and new.template = 'message-answered')
  execute function private.record_reply_sent();

-- Today's kind `messages`, the longest waiting first. One with a reminder waits since its day.
create view private.due_messages as
  select c.id, c.sender_name, c.about, left(c.body, 200) as body, coalesce(c.open_since, c.newest_at) as created_at,
         d.remind_on, case when d.remind_on is not null then c.reminder_note end as reminder_note,
         row_number() over (order by least(c.open_since, d.remind_on::timestamp at time zone 'Africa/Lagos'), c.id) as place
    from public.contact_conversations c
   cross join lateral (
     select case when c.remind_on <= (now() at time zone 'Africa/Lagos')::date then c.remind_on end as remind_on
   ) d
   where c.open_since is not null or d.remind_on is not null;
comment on view private.due_messages is
  'Open conversations of the contact page and those with a reminder whose day has come, the longest waiting first.';
