-- What one process of the site forgot of its public reads, for the others, which ask every two seconds (docs/decisions/0034).

create table private.forgotten_reads (
  id bigint generated always as identity primary key,
  prefix text not null check (char_length(prefix) <= 300),
  process uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.forgotten_reads is
  'Beginnings of keys of the public cache that a process of the site forgot, because somebody changed what they hold.';
create index forgotten_reads_by_time_idx on private.forgotten_reads (created_at);

-- One at a time, so that ids follow one another as they become visible: who asks after an id misses none.
create function public.note_forgotten_reads(prefixes text[], by_process uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(4201122);
  delete from private.forgotten_reads where created_at < now() - interval '1 hour';
  insert into private.forgotten_reads (prefix, process) select distinct left(p, 300), by_process from unnest(prefixes) as p;
end $$;
comment on function public.note_forgotten_reads(text[], uuid) is
  'Tells the other processes of the site what this one forgot of its public reads. Service role only.';

create function public.forgotten_reads_since(after_id bigint, by_process uuid) returns table (last_id bigint, prefixes text[])
language sql stable security definer set search_path = '' as $$
  select coalesce(max(f.id), after_id, 0),
         coalesce(array_agg(distinct f.prefix) filter (where after_id is not null and f.process <> by_process), '{}')
    from private.forgotten_reads f
   where f.id > coalesce(after_id, 0)
$$;
comment on function public.forgotten_reads_since(bigint, uuid) is
  'What other processes forgot after this id, and the newest id. Without an id, the newest id alone. Service role only.';
revoke all on function public.note_forgotten_reads(text[], uuid), public.forgotten_reads_since(bigint, uuid)
  from public, anon, authenticated;
grant execute on function public.note_forgotten_reads(text[], uuid), public.forgotten_reads_since(bigint, uuid)
  to service_role;
