-- For the administrator of a PostgreSQL of one's own (docs/operating.md): run it once as a superuser, with psql. It makes the roles that a hosted
-- project has, and the role `lamplight`, which needs nothing of an administrator: it owns its database and may act as these roles. Making roles is
-- the administrator's, because PostgreSQL 15 lets only a superuser make one that row security does not hold back.
\set ON_ERROR_STOP on

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
-- What supabase/migrations set on a hosted project: nothing that a visitor or student sends holds the database for longer.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create role lamplight login noinherit password :'password';
grant anon, authenticated, service_role to lamplight;
-- A restore and a move load rows without their triggers, which did their work already.
grant set on parameter session_replication_role to lamplight;
create database lamplight owner lamplight encoding 'UTF8' template template0;
revoke connect on database lamplight from public;

\connect lamplight
alter schema public owner to lamplight;
create schema extensions authorization lamplight;
create extension pg_trgm with schema extensions;
create extension unaccent with schema extensions;
create extension fuzzystrmatch with schema extensions;
