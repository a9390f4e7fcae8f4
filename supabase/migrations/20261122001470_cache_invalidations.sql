-- What one process of the site forgot of its public reads, for the others, which ask every two seconds (docs/decisions/0034).

create table private.cache_invalidations (
  id bigint generated always as identity primary key,
  prefix text not null check (char_length(prefix) <= 300),
  process uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.cache_invalidations is
  'Beginnings of keys of the public cache that a process of the site forgot, because somebody changed what they hold.';
create index cache_invalidations_time_idx on private.cache_invalidations (created_at);

-- One at a time, so that ids follow one another as they become visible: who asks after an id misses none.
create function public.record_cache_invalidations(prefixes text[], by_process uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(4201122);
  delete from private.cache_invalidations where created_at < now() - interval '1 hour';
  insert into private.cache_invalidations (prefix, process) select distinct left(p, 300), by_process from unnest(prefixes) as p;
end $$;
comment on function public.record_cache_invalidations(text[], uuid) is
  'Tells the other processes of the site what this one forgot of its public reads. Service role only.';

create function public.cache_invalidations_since(after_id bigint, by_process uuid) returns table (last_id bigint, prefixes text[])
language sql stable security definer set search_path = '' as $$
  select coalesce(max(f.id), after_id, 0),
         coalesce(array_agg(distinct f.prefix) filter (where after_id is not null and f.process <> by_process), '{}')
    from private.cache_invalidations f
   where f.id > coalesce(after_id, 0)
$$;
comment on function public.cache_invalidations_since(bigint, uuid) is
  'What other processes forgot after this id, and the newest id. Without an id, the newest id alone. Service role only.';
revoke all on function public.record_cache_invalidations(text[], uuid), public.cache_invalidations_since(bigint, uuid)
  from public, anon, authenticated;
grant execute on function public.record_cache_invalidations(text[], uuid), public.cache_invalidations_since(bigint, uuid)
  to service_role;
