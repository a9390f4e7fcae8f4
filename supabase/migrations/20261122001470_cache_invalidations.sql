-- Cache invalidations of the site's processes, which each process polls every two seconds (docs/decisions/0034).

create table private.cache_invalidations (
  id bigint generated always as identity primary key,
  prefix text not null check (char_length(prefix) <= 300),
  process uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.cache_invalidations is
  'Key prefixes of the public cache that a process invalidated after a change.';
create index cache_invalidations_time_idx on private.cache_invalidations (created_at);

-- Serialised, so that ids become visible in order and no reader misses one.
create function public.record_cache_invalidations(prefixes text[], by_process uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(4201122);
  delete from private.cache_invalidations where created_at < now() - interval '1 hour';
  insert into private.cache_invalidations (prefix, process) select distinct left(p, 300), by_process from unnest(prefixes) as p;
end $$;
comment on function public.record_cache_invalidations(text[], uuid) is
  'Publishes a process''s cache invalidations to the other processes. Service role only.';

create function public.cache_invalidations_since(after_id bigint, by_process uuid) returns table (last_id bigint, prefixes text[])
language sql stable security definer set search_path = '' as $$
  select coalesce(max(f.id), after_id, 0),
         coalesce(array_agg(distinct f.prefix) filter (where after_id is not null and f.process <> by_process), '{}')
    from private.cache_invalidations f
   where f.id > coalesce(after_id, 0)
$$;
comment on function public.cache_invalidations_since(bigint, uuid) is
  'Returns the invalidations of other processes after this id, and the newest id. Without an id, only the newest id. '
  'Service role only.';
revoke all on function public.record_cache_invalidations(text[], uuid), public.cache_invalidations_since(bigint, uuid)
  from public, anon, authenticated;
grant execute on function public.record_cache_invalidations(text[], uuid), public.cache_invalidations_since(bigint, uuid)
  to service_role;
