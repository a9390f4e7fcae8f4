-- The admin console's page of one student or buyer: orders, payouts and admins' notes. Profiles, uploads and emails are
-- read with the rights of admins.

create table private.person_notes (
  id uuid primary key,
  profile_id uuid references public.profiles (id) on delete cascade,
  email text check (email = lower(email) and char_length(email) between 3 and 254),
  words text not null check (char_length(words) between 1 and 2000),
  author_id uuid,
  created_at timestamptz not null default now(),
  constraint person_notes_of_one_person check ((profile_id is null) <> (email is null))
);
comment on table private.person_notes is
  'Remarks of admins about a student or a buyer. The person finds them in the file of their data; nobody else reads '
  'them. Deleted with the account.';
comment on column private.person_notes.email is 'Address of a buyer without an account.';
create index person_notes_of_profile_idx on private.person_notes (profile_id, created_at desc);
create index person_notes_of_email_idx on private.person_notes (email, created_at desc) where email is not null;
revoke all on private.person_notes from public, anon, authenticated, service_role;

create function private.account_of_address(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from auth.users u join public.profiles p on p.user_id = u.id
   where lower(u.email) = lower(btrim(address)) and u.email_confirmed_at is not null
$$;
comment on function private.account_of_address(text) is
  'Returns the profile of the account that confirmed this address, or null.';

create function private.is_buyer(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.orders o where lower(o.email) = lower(btrim(address)) and o.email <> '')
$$;
comment on function private.is_buyer(text) is 'Returns true if an order has this address.';

-- The newest 200 that are neither orders nor payouts, which person_details lists whole.
create function private.person_events(student uuid, address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with of_address as (select * from private.orders o where lower(o.email) = address and o.email <> '')
  select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc, e.kind), '[]') from (
    select * from (
      select 'refund_asked' as kind, o.refund_asked_at as at, o.title, o.id::text as record, null::bigint as amount_kobo,
             null as currency, null as state
        from of_address o where o.refund_asked_at is not null
      union all
      select 'refund', r.made_at, o.title, o.id::text, r.amount_kobo, r.currency, r.status
        from private.order_refunds r join of_address o on o.id = r.order_id
      union all
      select 'dispute', d.created_at, o.title, o.id::text, d.amount_kobo, 'NGN', d.state
        from private.order_disputes d join of_address o on o.id = d.order_id
      union all
      select l.action, l.created_at, u.title, u.id::text, null, null, null
        from public.material_uploads u join public.audit_log l on l.subject = u.id::text
       where u.user_id = student
         and l.action in ('review.approved', 'review.rejected', 'review.changes_asked', 'review.reopened')
      union all
      select case when m.is_reply then 'reply' else 'message' end, m.created_at, private.first_words(m.body, 80), c.id::text,
             null, null, null
        from public.contact_conversations c join public.contact_messages m on m.conversation_id = c.id
       where c.email = address
      union all
      select l.action, l.created_at, coalesce(l.details ->> 'reason', ''), student::text, null, null, null
        from public.audit_log l
       where l.subject = student::text and l.action in ('account.blocked', 'account.unblocked')
      union all
      select 'sale', s.paid_at, s.title, s.id::text, s.share_kobo, s.currency, private.sale_state(s)::text
        from public.sales s where s.profile_id = student
      union all
      select 'hold', h.created_at, h.reason, h.id::text, null, null, null
        from public.payout_holds h where h.profile_id = student and h.payout_id is null
      union all
      select 'hold_ended', h.lifted_at, h.reason, h.id::text, null, null, null
        from public.payout_holds h
       where h.profile_id = student and h.payout_id is null and h.lifted_at is not null) every_event
    order by at desc, kind limit 200) e
$$;
comment on function private.person_events(uuid, text) is
  'Returns the refunds, disputes and messages of an address with our replies, and the decisions, sales, holds and '
  'blocks by admins of a student, newest first.';

create function private.masked_account(bank text, number text, changed_at timestamptz) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('bank_name', bank, 'masked_number', case
    when char_length(number) = 10 then repeat('•', 6) || right(number, 4)
    else repeat('•', char_length(number)) end, 'changed_at', changed_at)
$$;
comment on function private.masked_account(text, text, timestamptz) is
  'Returns a bank account with as many characters as its number has, of which the last four of a complete one are readable.';

create function private.student_page(student uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'first_name', p.first_name, 'last_name', p.last_name, 'institution', p."Institition",
    'earnings', private.student_earnings(student),
    'bank', (
      select private.masked_account(b.bank_name, b.account_number, b.changed_at)
        from public.profiles_bank_details b where b.profile_id = student),
    'unconfirmed_bank', (
      select private.masked_account(c.bank_name, c.account_number, c.asked_at)
        from public.account_checks c where c.profile_id = student and c.confirmed_at is null),
    'uploads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'title', u.title, 'upload_status', u.upload_status,
               'created_at', u.created_at, 'waiting_since', u.waiting_since, 'file_replaced_at', u.file_replaced_at,
               'file_removal_due', u.file_removal_due, 'file_removed_at', u.file_removed_at,
               'file_changed_at', u.file_changed_at, 'terms_version', u.terms_version, 'slug', m.slug)
               order by u.created_at desc), '[]')
        from public.material_uploads u
        left join public.material_shares s on s.upload_id = u.id and s.profile_id = student
        left join public.research_materials m on m.id = s.material_id and m.published_at is not null
       where u.user_id = student))
    from public.profiles p where p.id = student
$$;
comment on function private.student_page(uuid) is
  'Returns what a student''s own pages are made from: earnings (private.student_earnings), bank details and those to '
  'confirm, and uploads without their files and reviews, newest first, each with the slug of its page in the shop.';

create function public.person_details(of_profile uuid default null, of_email text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  student uuid := coalesce(of_profile, private.account_of_address(of_email));
  address text;
begin
  perform private.require_admin_role('money');
  if student is not null then
    -- Orders belong to a confirmed address alone.
    select case when u.email_confirmed_at is not null then lower(u.email) end into address
      from public.profiles p join auth.users u on u.id = p.user_id where p.id = student;
    if not found then
      return null;
    end if;
  else
    address := lower(btrim(of_email));
    if address is null or not private.is_buyer(address) then
      return null;
    end if;
  end if;
  return jsonb_build_object(
    'profile_id', student,
    'email', address,
    'order_count', (select count(*) from private.orders o where lower(o.email) = address and o.email <> ''),
    'spent_kobo', (
      select coalesce(sum(o.paid_kobo - o.refunded_kobo), 0) from private.orders o
       where lower(o.email) = address and o.email <> '' and o.paid_currency = 'NGN' and o.paid_kobo is not null),
    'orders', (
      select coalesce(jsonb_agg(n.page - 'payment_url' order by n.created_at desc, n.id), '[]') from (
        select o.id, o.created_at, private.order_page(o) || jsonb_build_object('reached_limit', case
                 when exists (
                   select from private.buyer_file(o.material_id) f where private.is_downloaded_enough(o.id, f.file_position))
                 then private.max_downloads_a_day() end,
               'downloads', (select count(*) from private.order_downloads d where d.order_id = o.id)) as page
          from private.orders o where lower(o.email) = address and o.email <> ''
         order by o.created_at desc, o.id limit 50) n),
    'payouts', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc, n.id), '[]') from (
        select p.id, p.run_id, p.amount_kobo, p.created_at, paid.done_at as paid_at, back.done_at as returned_at
          from public.payouts p
          left join public.payout_steps paid on paid.payout_id = p.id and paid.step = 'paid'
          left join public.payout_steps back on back.payout_id = p.id and back.step = 'returned'
         where p.profile_id = student order by p.created_at desc, p.id limit 50) n),
    'events', private.person_events(student, address),
    'hold', (
      select jsonb_build_object('id', h.id, 'reason', h.reason, 'created_at', h.created_at, 'is_return', h.payout_id is not null)
        from private.hold_on(student) h where h.id is not null),
    'student', private.student_page(student),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'words', n.words, 'created_at', n.created_at,
               'author', coalesce(nullif(btrim(a.first_name || ' ' || a.last_name), ''), 'An admin'))
               order by n.created_at desc, n.id), '[]')
        from private.person_notes n left join public.profiles a on a.user_id = n.author_id
       where n.profile_id = student or n.email = address)
  );
end $$;
comment on function public.person_details(uuid, text) is
  'Returns a student (of_profile) or a buyer (of_email), or null if there is none: orders as the buyer''s page shows them '
  '(private.order_page), without links, and reached_limit, the daily limit of downloads that one of their files has '
  'reached, and downloads; payouts and what holds them, events and notes; student (private.student_page), or null without '
  'an account. An address with an account is its student''s. Admins only.';

create function public.add_person_note(note_id uuid, of_profile uuid, of_email text, words text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := coalesce(of_profile, private.account_of_address(of_email));
begin
  perform private.require_admin_role('money');
  if btrim(coalesce(words, '')) = ''
     or (student is null and not private.is_buyer(of_email))
     or (student is not null and not exists (select from public.profiles p where p.id = student and p.user_id is not null)) then
    return false;
  end if;
  insert into private.person_notes (id, profile_id, email, words, author_id)
  values (note_id, student, case when student is null then lower(btrim(of_email)) end, left(btrim(words), 2000),
    (select auth.uid()))
  on conflict on constraint person_notes_pkey do nothing;
  if found then
    insert into public.audit_log (actor_id, action, subject)
    values ((select auth.uid()), 'note.added', coalesce(student, note_id)::text);
  end if;
  return true;
end $$;
comment on function public.add_person_note(uuid, uuid, text, text) is
  'Adds a note about a student or a buyer. note_id identifies the form, so that a double submission adds one. Returns '
  'false if there is no such person, or no words. Admins only, logged without the words.';

create function public.delete_person_note(note_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone private.person_notes;
begin
  perform private.require_admin_role('money');
  delete from private.person_notes where id = note_id returning * into gone;
  if gone.id is null then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject)
  values ((select auth.uid()), 'note.deleted', coalesce(gone.profile_id, gone.id)::text);
  return true;
end $$;
comment on function public.delete_person_note(uuid) is
  'Deletes a note. Returns false if it does not exist. Admins only, logged.';

create function public.accounts_of_addresses(addresses text[])
returns table (address text, profile_id uuid, first_name text, last_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  if cardinality(addresses) > 100 then
    raise exception 'At most 100 addresses at once' using errcode = '22023';
  end if;
  return query
    select asked, p.id, p.first_name, p.last_name
      from unnest(addresses) as asked join public.profiles p on p.id = private.account_of_address(asked);
end $$;
comment on function public.accounts_of_addresses(text[]) is
  'Returns the accounts that confirmed one of up to 100 addresses, with their names. Admins only.';

-- Omits the author of the note, who is an admin and not the subject of these data.
create function public.own_person_notes() returns table (words text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select n.words, n.created_at
    from private.person_notes n
   where n.profile_id = private.own_profile_id()
      or n.email = (
        select lower(u.email) from auth.users u where u.id = private.own_account_id() and u.email_confirmed_at is not null)
   order by n.created_at, n.id
$$;
comment on function public.own_person_notes() is
  'Returns the notes of admins about the caller and the caller''s confirmed address, oldest first, for the file of '
  'their data.';

-- Runs before the account's other data is removed, while the profile still names its account.
create function private.delete_notes_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.person_notes n
   where n.profile_id = (select p.id from public.profiles p where p.user_id = old.id)
      or (old.email_confirmed_at is not null and n.email = lower(old.email));
  return old;
end $$;
comment on function private.delete_notes_of_account() is 'Trigger on auth.users: deletes the notes about a deleted account.';
create trigger delete_account_1_notes before delete on auth.users for each row execute function
  private.delete_notes_of_account();

revoke all on function
  private.account_of_address(text), private.is_buyer(text), private.masked_account(text, text, timestamptz),
  private.student_page(uuid), private.person_events(uuid, text), private.delete_notes_of_account()
  from public;
revoke all on function
  public.person_details(uuid, text), public.add_person_note(uuid, uuid, text, text), public.delete_person_note(uuid),
  public.accounts_of_addresses(text[]), public.own_person_notes()
  from public, anon, authenticated, service_role;
grant execute on function
  public.person_details(uuid, text), public.add_person_note(uuid, uuid, text, text), public.delete_person_note(uuid),
  public.accounts_of_addresses(text[]), public.own_person_notes()
  to authenticated;
