-- Alerts: an address is emailed when a work appears on a search, a topic or a subject (docs/decisions/0059).

create type public.alert_kind as enum ('search', 'topic', 'subject');
comment on type public.alert_kind is
  'Target of an alert: the words of a search, a topic of the directory, or a subject area.';
create type public.alert_request as enum ('ok', 'unusable', 'too_many');
comment on type public.alert_request is
  'Result of a request for an alert. unusable: the words have a link, an address or a number, or the topic or subject does '
  'not exist. too_many: the address has twenty alerts.';

create table private.alert_addresses (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(btrim(email)) and char_length(email) between 3 and 320),
  checked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 year',
  expiry_emailed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.alert_addresses is
  'Addresses with alerts. Deleted with their last alert, a year after they were last renewed, and with the account.';
comment on column private.alert_addresses.checked_at is
  'When new works were last searched for this address: once a day, so that it gets at most one email a day.';
create index alert_addresses_checked_idx on private.alert_addresses (checked_at);

create table private.alerts (
  id uuid primary key default gen_random_uuid(),
  address_id uuid not null references private.alert_addresses (id) on delete cascade,
  kind public.alert_kind not null,
  wanted text not null check (wanted = btrim(wanted) and char_length(wanted) between 2 and 400),
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.alerts is
  'Targets of an address. One that is not confirmed is deleted after a day, and nothing is searched for it.';
create unique index alerts_once_idx on private.alerts (address_id, kind, lower(wanted));

create table private.alert_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  address_id uuid not null references private.alert_addresses (id) on delete cascade,
  alert_id uuid references private.alerts (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.alert_tokens is
  'SHA-256 of the tokens in the links of emails about alerts. With an alert, the link confirms it.';
create index alert_tokens_of_address_idx on private.alert_tokens (address_id, created_at);
create index alert_tokens_of_alert_idx on private.alert_tokens (alert_id);

create table private.alert_works (
  address_id uuid not null references private.alert_addresses (id) on delete cascade,
  material_id uuid not null references public.research_materials (id) on delete cascade,
  primary key (address_id, material_id)
);
comment on table private.alert_works is 'Works that an address was emailed, so that none is named twice.';
create index alert_works_of_material_idx on private.alert_works (material_id);
revoke all on private.alert_addresses, private.alerts, private.alert_tokens, private.alert_works
  from public, anon, authenticated, service_role;

-- Strangers choose the words of an email to an address that they type, so these cannot carry a message.
create function private.is_usable_alert(kind public.alert_kind, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'search' then char_length(wanted) between 2 and 100 and private.search_words(wanted) <> ''
      and wanted !~* '@|//|\d{6}|\.[a-z]{2}' and not private.has_hidden_characters(wanted)
    when 'topic' then exists (
      select from public.topics_directory t where lower(t.topic) = lower(wanted) and t.deleted_at is null)
    else wanted <> '' and (
      exists (select from public.research_materials m where lower(m.subject_area) = lower(wanted) and m.published_at is not null)
      or exists (select from public.topics_directory t where lower(t.subject_area) = lower(wanted) and t.deleted_at is null)) end
$$;
comment on function private.is_usable_alert(public.alert_kind, text) is
  'Returns true if an alert can watch this: a topic or subject area that exists, or the words of a search without a link, an '
  'address or a number.';

create function private.new_alert_token(of_address uuid, of_alert uuid default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token text := translate(encode(private.random_bytes(16), 'base64'), '+/=', '-_');
begin
  insert into private.alert_tokens (token_hash, address_id, alert_id)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), of_address, of_alert);
  return token;
end $$;
comment on function private.new_alert_token(uuid, uuid) is
  'Creates another token of 128 bits that opens the alerts of an address, and stores its hash. For emails only.';

create function private.save_alert(email text, kind public.alert_kind, wanted text) returns private.alerts
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known text := lower(btrim(save_alert.email));
  words text := btrim(save_alert.wanted);
  of_address private.alert_addresses;
  saved private.alerts;
begin
  insert into private.alert_addresses (email) values (known) on conflict (email) do nothing;
  select * into of_address from private.alert_addresses a where a.email = known for update;
  select * into saved from private.alerts a
   where a.address_id = of_address.id and a.kind = save_alert.kind and lower(a.wanted) = lower(words);
  if saved.id is null and (select count(*) from private.alerts a where a.address_id = of_address.id) < 20 then
    insert into private.alerts (address_id, kind, wanted) values (of_address.id, save_alert.kind, words) returning * into saved;
  end if;
  return saved;
end $$;
comment on function private.save_alert(text, public.alert_kind, text) is
  'Returns the alert of an address, and creates it unconfirmed first if it is new; null if the address has twenty others.';

create function private.confirm_alert(alert uuid) returns void
language sql security definer set search_path = '' as $$
  update private.alert_addresses d set expires_at = now() + interval '1 year', expiry_emailed_at = null,
         -- The first works that are searched for are those of after the confirmation.
         checked_at = case when exists (
           select from private.alerts o where o.address_id = d.id and o.confirmed_at is not null) then d.checked_at else now() end
    from private.alerts a where a.id = alert and d.id = a.address_id;
  update private.alerts set confirmed_at = coalesce(confirmed_at, now()) where id = alert
$$;
comment on function private.confirm_alert(uuid) is 'Confirms an alert, and renews the alerts of its address for a year.';

create function private.delete_alerts(of_address uuid, alert uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.alerts where address_id = of_address and (alert is null or id = alert);
  if not exists (select from private.alerts where address_id = of_address) then
    delete from public.outbox o using private.alert_addresses d
     where d.id = of_address and o.recipient = d.email and o.template like 'alert%' and o.profile_id is null;
    delete from private.alert_addresses where id = of_address;
  end if;
end $$;
comment on function private.delete_alerts(uuid, uuid) is
  'Deletes one alert of an address, or all (null). With the last one goes the address, its tokens and emails that wait.';

create function public.request_alert(address text, kind public.alert_kind, wanted text) returns public.alert_request
language plpgsql security definer set search_path = '' as $$
declare
  saved private.alerts;
begin
  if not private.is_usable_alert(kind, btrim(wanted)) then
    return 'unusable';
  end if;
  saved := private.save_alert(address, kind, wanted);
  -- Three such emails a day, however many programs type an address. The caller learns nothing of the address.
  if saved.id is not null and (
    select count(*) from private.alert_tokens t
     where t.address_id = saved.address_id and t.alert_id is not null and t.created_at > now() - interval '1 day') < 3 then
    perform private.queue_email_to(address, 'alert-confirm', null, jsonb_build_object(
      'kind', saved.kind, 'wanted', saved.wanted, 'token', private.new_alert_token(saved.address_id, saved.id)));
  end if;
  return 'ok';
end $$;
comment on function public.request_alert(text, public.alert_kind, text) is
  'Emails an address the link that confirms an alert, at most three in a day. Returns ok or unusable, the same for every '
  'address. Service role only.';

create function private.alert_list(of_address uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'wanted', a.wanted) order by a.created_at, a.id), '[]')
    from private.alerts a where a.address_id = of_address and a.confirmed_at is not null
$$;
comment on function private.alert_list(uuid) is 'Returns the confirmed alerts of an address: [{id, kind, wanted}].';

create function public.alerts_by_token(hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('address', private.masked_address(d.email), 'expires_at', d.expires_at,
           'alerts', private.alert_list(d.id), 'pending', case when a.confirmed_at is null and a.id is not null then
             jsonb_build_object('kind', a.kind, 'wanted', a.wanted) end)
    from private.alert_tokens t join private.alert_addresses d on d.id = t.address_id
    left join private.alerts a on a.id = t.alert_id
   where t.token_hash = hash
$$;
comment on function public.alerts_by_token(text) is
  'Returns the alerts that a token opens, by its hash: {address (masked), expires_at, alerts: [{id, kind, wanted}], pending: '
  '{kind, wanted} or null}. Null for an unknown token. Service role only.';

create function public.confirm_alerts(hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  opened private.alert_tokens;
begin
  select * into opened from private.alert_tokens t where t.token_hash = hash;
  perform private.confirm_alert(opened.alert_id);
  update private.alert_addresses set expires_at = now() + interval '1 year', expiry_emailed_at = null
   where id = opened.address_id;
  return opened.address_id is not null;
end $$;
comment on function public.confirm_alerts(text) is
  'Confirms the alert of a token, if it has one, and renews those of its address for a year. Returns false for an unknown '
  'token. Service role only.';

create function public.end_alerts(hash text, alert uuid default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  of_address constant uuid := (select t.address_id from private.alert_tokens t where t.token_hash = hash);
begin
  perform private.delete_alerts(of_address, alert);
  return of_address is not null;
end $$;
comment on function public.end_alerts(text, uuid) is
  'Deletes one alert of a token''s address, or all and the address (null). Returns false for an unknown token. Service role '
  'only.';

-- Signed-in students: the alerts of the confirmed address of their account, also those that it asked for as a guest.

create function private.own_alert_address() returns text
language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users u where u.id = (select auth.uid()) and u.email_confirmed_at is not null
$$;
comment on function private.own_alert_address() is 'Returns the confirmed address of the caller''s account, or null.';

create function public.own_alerts()
returns table (id uuid, kind public.alert_kind, wanted text, confirmed_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select a.id, a.kind, a.wanted, a.confirmed_at, d.expires_at
    from private.alert_addresses d join private.alerts a on a.address_id = d.id
   where d.email = private.own_alert_address() and a.confirmed_at is not null order by a.created_at, a.id
$$;
comment on function public.own_alerts() is 'Returns the caller''s alerts.';

create function public.add_own_alert(kind public.alert_kind, wanted text) returns public.alert_request
language plpgsql security definer set search_path = '' as $$
declare
  own constant text := private.own_alert_address();
  saved private.alerts;
begin
  if own is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  if not private.is_usable_alert(kind, btrim(wanted)) then
    return 'unusable';
  end if;
  saved := private.save_alert(own, kind, wanted);
  perform private.confirm_alert(saved.id);
  return case when saved.id is null then 'too_many' else 'ok' end;
end $$;
comment on function public.add_own_alert(public.alert_kind, text) is
  'Adds an alert for the address of the caller''s account, which is confirmed already.';

create function public.end_own_alert(alert uuid) returns void
language sql security definer set search_path = '' as $$
  select private.delete_alerts(a.address_id, a.id) from private.alerts a join private.alert_addresses d on d.id = a.address_id
   where a.id = alert and d.email = private.own_alert_address()
$$;
comment on function public.end_own_alert(uuid) is 'Deletes an alert of the caller.';

create function public.renew_own_alerts() returns void
language sql security definer set search_path = '' as $$
  update private.alert_addresses set expires_at = now() + interval '1 year', expiry_emailed_at = null
   where email = private.own_alert_address()
$$;
comment on function public.renew_own_alerts() is 'Keeps the caller''s alerts for a year from now.';

create function private.move_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.alert_addresses where email = lower(new.email)) then
    update private.alerts a set address_id = d.id
      from private.alert_addresses d, private.alert_addresses o
     where d.email = lower(new.email) and o.email = lower(old.email) and a.address_id = o.id and not exists (
       select from private.alerts b where b.address_id = d.id and b.kind = a.kind and lower(b.wanted) = lower(a.wanted));
    delete from private.alert_addresses where email = lower(old.email);
  else
    update private.alert_addresses set email = lower(new.email) where email = lower(old.email);
    delete from private.alert_tokens t using private.alert_addresses d where d.id = t.address_id and d.email = lower(new.email);
  end if;
  return new;
end $$;
comment on function private.move_alerts() is
  'Trigger on auth.users: the alerts of an account follow its confirmed address. Links in emails to the old address end.';
create trigger move_alerts after update of email on auth.users
  for each row when (old.email_confirmed_at is not null and lower(old.email) is distinct from lower(new.email))
  execute function private.move_alerts();

create function private.delete_alerts_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_alerts(d.id) from private.alert_addresses d
    where d.email = lower(old.email) and old.email_confirmed_at is not null;
  return old;
end $$;
comment on function private.delete_alerts_of_account() is
  'Trigger on auth.users: deletes the alerts of the account''s confirmed address.';
create trigger delete_account_3_delete_alerts before delete on auth.users for each row execute function
  private.delete_alerts_of_account();

create function private.new_works(kind public.alert_kind, wanted text, since timestamptz) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb;
begin
  if kind = 'subject' then
    return query
    select m.id from public.research_materials m
     where m.published_at > since and lower(m.subject_area) = lower(wanted) and m.list_category <> 'outline';
    return;
  end if;
  result := public.search_materials(left(wanted, 200), '{}', 'newest', 100);
  -- A corrected word is another one: the visitor of the shop sees that, the reader of an email does not.
  if result -> 'corrections' <> '[]' then
    result := public.search_materials(left(wanted, 200), '{}', 'newest', 100, 0, true);
  end if;
  return query
  select m.id
    from jsonb_array_elements(result -> 'materials') with ordinality as f (card, place)
    join jsonb_array_elements(result -> 'ranks') with ordinality as r (points, place) using (place)
    join public.research_materials m on m.id = (f.card ->> 'id')::uuid
   -- Exact matches, as in private.search_catalogue.
   where r.points::text::integer >= 10000 and m.published_at > since and m.list_category <> 'outline';
end $$;
comment on function private.new_works(public.alert_kind, text, timestamptz) is
  'Returns the works that were published since then and match an alert: all words of a search or topic, by the search of the '
  'shop, or the subject area. No outlines and no partial matches.';

create function private.tell_address(recipient private.alert_addresses, at_time timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  works jsonb;
  ids uuid[];
begin
  -- Scheduled works are published with the time that was planned, which may be before the last search.
  if exists (select from public.research_materials m where m.published_at > recipient.checked_at - interval '1 day') then
    select array_agg(n.id), jsonb_agg(jsonb_build_object('title', m.title, 'slug', m.slug, 'price', m.price,
             'kind', n.kind, 'wanted', n.wanted) order by m.published_at desc, m.id)
      into ids, works
      from (
        select distinct on (w.id) w.id, a.kind, a.wanted
          from private.alerts a,
               lateral private.new_works(
                 a.kind, a.wanted, greatest(a.confirmed_at, recipient.checked_at - interval '1 day')) as w (id)
         where a.address_id = recipient.id and a.confirmed_at is not null and not exists (
           select from private.alert_works k where k.address_id = recipient.id and k.material_id = w.id)
         order by w.id, a.created_at
         limit 40) n
      join public.research_materials m on m.id = n.id;
  end if;
  if works is not null then
    perform private.queue_email_to(recipient.email, 'alert-works', null,
      jsonb_build_object('works', works, 'token', private.new_alert_token(recipient.id)));
    insert into private.alert_works (address_id, material_id) select recipient.id, unnest(ids);
  elsif recipient.expires_at < at_time + interval '14 days' and recipient.expiry_emailed_at is null then
    perform private.queue_email_to(recipient.email, 'alert-expiring', null, jsonb_build_object(
      'expires_at', recipient.expires_at, 'alerts', private.alert_list(recipient.id),
      'token', private.new_alert_token(recipient.id)));
    update private.alert_addresses set expiry_emailed_at = at_time where id = recipient.id;
  else
    return false;
  end if;
  return true;
end $$;
comment on function private.tell_address(private.alert_addresses, timestamptz) is
  'Emails an address the works that appeared since its last email, 40 at most, or two weeks before its alerts end that they '
  'do. Returns true if it queued an email.';

create function private.email_alerts(at_time timestamptz default now(), max_rows integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due private.alert_addresses;
  emailed integer := 0;
begin
  delete from private.alert_addresses where expires_at <= at_time;
  delete from private.alerts where confirmed_at is null and created_at <= at_time - interval '1 day';
  delete from private.alert_addresses d where not exists (select from private.alerts a where a.address_id = d.id);
  delete from private.alert_tokens where created_at <= at_time - interval '1 year';
  for due in
    select d.* from private.alert_addresses d
     where d.checked_at <= at_time - interval '1 day'
       and exists (select from private.alerts a where a.address_id = d.id and a.confirmed_at is not null)
     order by d.checked_at limit least(greatest(max_rows, 1), 100)
     for update skip locked
  loop
    emailed := emailed + private.tell_address(due, at_time)::integer;
    update private.alert_addresses set checked_at = at_time where id = due.id;
  end loop;
  return emailed;
end $$;
comment on function private.email_alerts(timestamptz, integer) is
  'Emails addresses the works that appeared on their alerts, each once a day, and deletes alerts that were not confirmed in a '
  'day and addresses whose year is over. Returns how many emails it queued.';

create function public.email_alerts() returns integer
language sql security definer set search_path = '' as $$ select private.email_alerts() $$;
comment on function public.email_alerts() is 'As private.email_alerts. Service role only.';

create function public.alert_figures() returns table (kind public.alert_kind, wanted text, addresses bigint, newest timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('editor');
  return query
  select a.kind, min(a.wanted), count(*), max(a.confirmed_at) from private.alerts a
   where a.confirmed_at is not null group by a.kind, lower(a.wanted) order by 3 desc, 2 limit 200;
end $$;
comment on function public.alert_figures() is
  'Returns what addresses want to be told of, and how many want it, the most wanted first. No addresses. Admins only.';

revoke all on function
  private.is_usable_alert(public.alert_kind, text), private.new_alert_token(uuid, uuid),
  private.save_alert(text, public.alert_kind, text), private.confirm_alert(uuid), private.delete_alerts(uuid, uuid),
  private.alert_list(uuid), private.own_alert_address(), private.move_alerts(),
  private.delete_alerts_of_account(),
  private.new_works(public.alert_kind, text, timestamptz), private.tell_address(private.alert_addresses, timestamptz),
  private.email_alerts(timestamptz, integer)
  from public;
revoke all on function
  public.request_alert(text, public.alert_kind, text), public.alerts_by_token(text), public.confirm_alerts(text),
  public.end_alerts(text, uuid), public.email_alerts(), public.own_alerts(), public.add_own_alert(public.alert_kind, text),
  public.end_own_alert(uuid), public.renew_own_alerts(), public.alert_figures()
  from public, anon, authenticated, service_role;
grant execute on function
  public.request_alert(text, public.alert_kind, text), public.alerts_by_token(text), public.confirm_alerts(text),
  public.end_alerts(text, uuid), public.email_alerts()
  to service_role;
grant execute on function
  public.own_alerts(), public.add_own_alert(public.alert_kind, text), public.end_own_alert(uuid), public.renew_own_alerts(),
  public.alert_figures()
  to authenticated;
