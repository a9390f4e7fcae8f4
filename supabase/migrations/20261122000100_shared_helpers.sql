-- Extensions, triggers and functions that several migrations use, and a schema that the API does not serve.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- PostgREST serves only the schema public, so these functions cannot be called from outside.
create schema if not exists private;
grant usage on schema private to anon, authenticated, service_role;

-- Limits how long one request occupies the database. Hosted projects have the same limits; PGlite has no timer and
-- ignores them (docs/decisions/0030). On self-managed PostgreSQL the site's role may not alter roles, so its
-- administrator sets them (supabase/own-postgresql.sql).
do $$ begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon' and 'statement_timeout=3s' = any (rolconfig)) then
    raise;
  end if;
end $$;

-- Compiling the plan of a search takes 50 times as long as running it. PostgREST applies it to each request. On
-- self-managed PostgreSQL the site's role has the setting.
do $$ begin
  alter role anon set jit = off;
  alter role authenticated set jit = off;
  alter role service_role set jit = off;
exception when insufficient_privilege then
  null;
end $$;

-- PostgreSQL has no built-in function for random bytes. Loading pgcrypto would add 250 ms to each start of PGlite.
create function private.random_bytes(how_many integer) returns bytea
language sql volatile set search_path = '' as $$
  select substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, how_many)
$$;
comment on function private.random_bytes(integer) is
  'Returns up to 32 random bytes with 244 bits of entropy, enough for secrets.';
revoke all on function private.random_bytes(integer) from public;

-- Applies the same rule as hasHiddenCharacters in app/platform/forms/fields.ts: Unicode's control and format
-- characters. A test compares the two.
create function private.has_hidden_characters(words text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select words ~ ('[' ||
    '\u0001-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2' ||
    '\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd' ||
    '\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f' ||
    ']')
$$;
comment on function private.has_hidden_characters(text) is
  'Returns true if a text has a control, bidirectional or other format character, which makes two addresses look the '
  'same.';
revoke all on function private.has_hidden_characters(text) from public;
-- Check constraints run with the rights of the role that writes the row.
grant execute on function private.has_hidden_characters(text) to authenticated, service_role;

create function private.fold_words(written text) returns text
language sql stable parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent',
    regexp_replace(normalize(written, nfd), '[\u0300-\u036f\u0640\u064b-\u065f\u0670''’‘ʼʹ`´]', '', 'g')))
$$;
comment on function private.fold_words(text) is
  'Returns a text in lower case without accents, vowel signs and apostrophes, so that Olanrewaju finds Ọláńrewájú and '
  'OBrien O''Brien.';

create function private.word_patterns(search text) returns text[]
language sql stable parallel safe set search_path = '' as $$
  select array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%')
    from (
      select word from regexp_split_to_table(private.fold_words(left(coalesce(search, ''), 200)), '\s+') as words (word)
       where word <> '' limit 6
    ) typed
$$;
comment on function private.word_patterns(text) is
  'Returns patterns that match a text of private.fold_words with all words of a search; null for an empty search.';
revoke all on function private.fold_words(text), private.word_patterns(text) from public;

create function private.first_words(words text, max_chars integer) returns text
language sql immutable set search_path = '' as $$
  select case when char_length(line) > max_chars then rtrim(left(line, max_chars - 1)) || '…' else line end
    from (select btrim(regexp_replace(words, '\s+', ' ', 'g')) as line) one
$$;
comment on function private.first_words(text, integer) is 'Returns a text in one line, cut to this many characters.';
revoke all on function private.first_words(text, integer) from public;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Trigger: sets updated_at.';
revoke all on function private.touch_updated_at() from public;

create function private.prevent_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% rows are only ever added', tg_table_name using errcode = '42501';
end $$;
comment on function private.prevent_update() is 'Trigger: rejects updates of an append-only table, for every role.';
revoke all on function private.prevent_update() from public;

create function private.hide_while_deleted() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.deleted_at := now();
    new.shown_before := old.published_at::text;
    new.published_at := null;
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.published_at := old.shown_before::timestamptz;
    new.shown_before := null;
  else
    new.shown_before := old.shown_before;
  end if;
  return new;
end $$;
comment on function private.hide_while_deleted() is
  'Trigger on tables with published_at: hides a deleted row and restores its visibility when the deletion is undone.';
revoke all on function private.hide_while_deleted() from public;

create type public.period_step as enum ('day', 'week', 'month', 'whole');
comment on type public.period_step is
  'Periods into which reports split a range of days. week: seven days from the first one. whole: all days as one period.';

create function private.report_periods(since date, until date, step public.period_step)
returns table (starts_on date, ends_on date)
language plpgsql immutable set search_path = '' as $$
declare
  period_length constant interval := case step
    when 'day' then interval '1 day' when 'week' then interval '7 days' when 'month' then interval '1 month'
    else interval '20 years' end;
begin
  if since is null or until is null or step is null or until < since or until - since > 3660
    or (step = 'day' and until - since > 366) then
    raise exception 'Not a range of days' using errcode = '22023';
  end if;
  return query
  select greatest(since, p.first::date), least(until, (p.first + period_length - interval '1 day')::date)
    from generate_series(
      case step when 'month' then date_trunc('month', since::timestamp) else since::timestamp end, until::timestamp, period_length
    ) p (first);
end $$;
comment on function private.report_periods(date, date, public.period_step) is
  'Splits a range of days, first and last inclusive, into periods: calendar months, as far as they are in the range, or '
  'days or weeks from its first day. Rejects more than ten years, or more than a year by day. For definer functions only.';
revoke all on function private.report_periods(date, date, public.period_step) from public;
