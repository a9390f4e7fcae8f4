-- Prepares a self-managed PostgreSQL (docs/operating.md). Run it once with psql as a superuser. It creates the roles of
-- a hosted project, and the unprivileged role `lamplight`, which owns its database and may act as these roles.
-- PostgreSQL 15 lets only a superuser create a role that bypasses row security.
\set ON_ERROR_STOP on

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
-- The same statement timeouts as in supabase/migrations, which need a privileged role to set them.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create role lamplight login noinherit password :'password';
-- Compiling the plan of a search takes 50 times as long as running it.
alter role lamplight set jit = off;
grant anon, authenticated, service_role to lamplight;
-- Restore and move load rows with triggers disabled, because these ran at the source.
grant set on parameter session_replication_role to lamplight;
create database lamplight owner lamplight encoding 'UTF8' template template0;
revoke connect on database lamplight from public;

\connect lamplight
alter schema public owner to lamplight;
create schema extensions authorization lamplight;
create extension pg_trgm with schema extensions;
create extension unaccent with schema extensions;
create extension fuzzystrmatch with schema extensions;
