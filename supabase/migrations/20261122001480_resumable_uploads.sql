-- Resumable uploads in chunks, for several processes of the site (docs/decisions/0040). Each chunk is an object of the
-- bucket `upload-sessions`, which only the secret key reads and writes; the progress is stored here for every process.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('upload-sessions', 'upload-sessions', false, 52428800, null)
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table private.upload_sessions (
  id text primary key check (id ~ '^[0-9a-f-]{36}\.[0-9a-f]{32}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  file_name text not null check (char_length(file_name) <= 1000),
  size bigint not null check (size between 1 and 52428800),
  arrived bigint not null default 0 check (arrived between 0 and size),
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz not null default '-infinity'
);
comment on table private.upload_sessions is
  'Upload sessions: files that arrive in chunks, or have arrived and wait for their form.';
comment on column private.upload_sessions.size is 'Bytes, as announced by the sender.';
comment on column private.upload_sessions.claimed_by is
  'Id of the caller that processes the file. Valid until claimed_until, which it renews.';
create index upload_sessions_user_idx on private.upload_sessions (user_id);

create table private.upload_chunks (
  upload_session_id text not null references private.upload_sessions (id) on delete cascade,
  starts_at bigint not null check (starts_at >= 0),
  object text not null unique check (char_length(object) between 1 and 1000),
  primary key (upload_session_id, starts_at)
);
comment on table private.upload_chunks is 'Objects of the bucket upload-sessions with the bytes of an upload session.';

create function private.remove_chunk() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.file_removals (place, path) values ('upload-sessions', old.object) on conflict do nothing;
  return null;
end $$;
comment on function private.remove_chunk() is
  'Trigger: orders the removal of a chunk when its upload session is deleted.';
revoke all on function private.remove_chunk() from public;
create trigger remove_chunk after delete on private.upload_chunks
  for each row execute function private.remove_chunk();

create function public.start_upload_session(
  upload_session text, owner uuid, name text, bytes bigint, max_bytes bigint, max_upload_sessions integer,
    under_way_seconds integer
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  held bigint;
  counted integer;
  oldest record;
begin
  -- Sessions of one user start one at a time. Otherwise several would count the same free space.
  perform pg_advisory_xact_lock(4201123, hashtext(owner::text));
  select coalesce(sum(p.size), 0), count(*) into held, counted from private.upload_sessions p where p.user_id = owner;
  for oldest in
    select p.id, p.size from private.upload_sessions p
     where p.user_id = owner and p.claimed_until <= now() and p.touched_at < now() - make_interval(secs => under_way_seconds)
     order by p.touched_at, p.id
  loop
    exit when held + bytes <= max_bytes and counted < max_upload_sessions;
    delete from private.upload_sessions where id = oldest.id;
    held := held - oldest.size;
    counted := counted - 1;
  end loop;
  if held + bytes > max_bytes or counted >= max_upload_sessions then
    return false;
  end if;
  insert into private.upload_sessions (id, user_id, file_name, size) values (upload_session, owner, name, bytes);
  return true;
end $$;
comment on function public.start_upload_session(text, uuid, text, bigint, bigint, integer, integer) is
  'Starts an upload session. The user''s oldest sessions are deleted to free space, unless they may still be arriving; '
  'returns false if there is no space. Service role only.';

create function public.upload_session_details(upload_session text)
returns table (file_name text, size bigint, arrived bigint, started_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.file_name, p.size, p.arrived, p.started_at from private.upload_sessions p where p.id = upload_session
$$;
comment on function public.upload_session_details(text) is
  'Returns the progress of an upload session; no row if it does not exist. Service role only.';

create function public.add_chunk(upload_session text, starts_at bigint, bytes bigint, chunk text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two chunks that start at the same byte, the second waits for the row and then finds that more has arrived.
  update private.upload_sessions p set arrived = p.arrived + bytes, touched_at = now()
   where p.id = upload_session and p.arrived = starts_at and p.arrived + bytes <= p.size and bytes > 0;
  if not found then
    return false;
  end if;
  insert into private.upload_chunks (upload_session_id, starts_at, object) values (upload_session, add_chunk.starts_at, chunk);
  return true;
end $$;
comment on function public.add_chunk(text, bigint, bigint, text) is
  'Adds a stored object to an upload session; returns false if the session is at another byte, or gone. Service role '
  'only.';

create type public.upload_claim as enum ('taken', 'busy', 'none');
comment on type public.upload_claim is
  'Result of claiming a complete file. busy: another caller has it. none: it is incomplete or too old.';

create function public.claim_upload_session(upload_session text, taker uuid, lease_seconds integer, cached_seconds integer)
returns table (outcome public.upload_claim, file_name text, size bigint, chunks text[])
language plpgsql security definer set search_path = '' as $$
begin
  return query
    update private.upload_sessions p set claimed_by = taker, claimed_until = now() + make_interval(secs => lease_seconds)
     where p.id = upload_session and p.arrived = p.size and p.started_at > now() - make_interval(secs => cached_seconds)
       and (p.claimed_by = taker or p.claimed_until <= now())
    returning 'taken'::public.upload_claim, p.file_name, p.size,
              (select array_agg(e.object order by e.starts_at) from private.upload_chunks e where e.upload_session_id = p.id);
  if not found then
    return query
      select case when p.arrived = p.size and p.claimed_until > now() then 'busy' else 'none' end::public.upload_claim,
             p.file_name, p.size, '{}'::text[]
        from private.upload_sessions p where p.id = upload_session;
  end if;
end $$;
comment on function public.claim_upload_session(text, uuid, integer, integer) is
  'Claims a complete file for a number of seconds, or renews the claim: "taken" with its objects in order, "busy" '
  'while another caller has it, "none" or no row if it is incomplete, too old or gone. Service role only.';

create function public.release_upload_session(upload_session text, taker uuid) returns void
language sql security definer set search_path = '' as $$
  update private.upload_sessions set claimed_by = null, claimed_until = '-infinity' where id = upload_session
    and claimed_by = taker
$$;
comment on function public.release_upload_session(text, uuid) is
  'Releases a claim of claim_upload_session. Service role only.';

create function public.remove_upload_session(upload_session text) returns boolean
language sql security definer set search_path = '' as $$
  with removed as (delete from private.upload_sessions where id = upload_session returning 1)
  select exists (select from removed)
$$;
comment on function public.remove_upload_session(text) is
  'Removes an upload session; returns false if it does not exist. Service role only.';

create function public.sweep_upload_sessions(cached_seconds integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  old_ones integer;
  orphans integer;
begin
  delete from private.upload_sessions where started_at < now() - make_interval(secs => cached_seconds) and claimed_until <= now();
  get diagnostics old_ones = row_count;
  -- A process that crashes between storing and recording a chunk leaves an orphaned object.
  insert into public.file_removals (place, path)
    select o.bucket_id, o.name from storage.objects o
     where o.bucket_id = 'upload-sessions' and o.created_at < now() - interval '1 hour'
       and not exists (select from private.upload_chunks e where e.object = o.name)
    on conflict do nothing;
  get diagnostics orphans = row_count;
  return old_ones + orphans;
end $$;
comment on function public.sweep_upload_sessions(integer) is
  'Removes expired upload sessions, and chunks without a session. Returns how many. Service role only.';

revoke all on function
  public.start_upload_session(text, uuid, text, bigint, bigint, integer, integer), public.upload_session_details(text),
  public.add_chunk(text, bigint, bigint, text), public.claim_upload_session(text, uuid, integer, integer),
  public.release_upload_session(text, uuid), public.remove_upload_session(text), public.sweep_upload_sessions(integer)
  from public, anon, authenticated;
grant execute on function
  public.start_upload_session(text, uuid, text, bigint, bigint, integer, integer), public.upload_session_details(text),
  public.add_chunk(text, bigint, bigint, text), public.claim_upload_session(text, uuid, integer, integer),
  public.release_upload_session(text, uuid), public.remove_upload_session(text), public.sweep_upload_sessions(integer)
  to service_role;
