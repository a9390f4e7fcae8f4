-- Temporary functions for the mapping of old rows (mapping.ts). They exist only in the session of the adoption.

create function pg_temp.words(value text) returns text language sql as $$
  select nullif(btrim(value), '')
$$;

-- A value of a list, however it was written: 'Case Study', 'case-study' and 'CASE_STUDY' are case_study.
create function pg_temp.word(value text) returns text language sql as $$
  select lower(btrim(regexp_replace(btrim(value), '[\s_-]+', '_', 'g'), '_'))
$$;

-- 12,000 and 12000.00 are 12000; anything but a number is null.
create function pg_temp.number(value text) returns numeric language plpgsql as $$
begin
  return regexp_replace(value, '[,\s₦]', '', 'g')::numeric;
exception when others then
  return null;
end $$;

create function pg_temp.whole(value text) returns integer language sql as $$
  select case when abs(n) < 2000000000 then round(n)::integer end from pg_temp.number(value) n
$$;

create function pg_temp.rating(value text) returns numeric language sql as $$
  select case when n between 0 and 5 then round(n, 1) else 0 end from coalesce(pg_temp.number(value), 0) n
$$;

create function pg_temp.moment(value text) returns timestamptz language plpgsql as $$
begin
  return value::timestamptz;
exception when others then
  return null;
end $$;

-- An id stays what it is; any other text becomes the same uuid wherever it occurs.
create function pg_temp.id_of(kind text, value text) returns uuid language plpgsql as $$
begin
  return value::uuid;
exception when others then
  return md5(kind || ' ' || value)::uuid;
end $$;

create function pg_temp.slug_of(value text, otherwise text) returns text language sql as $$
  select coalesce(nullif(btrim(left(regexp_replace(lower(coalesce(value, '')), '[^a-z0-9]+', '-', 'g'), 180), '-'), ''), otherwise)
$$;
