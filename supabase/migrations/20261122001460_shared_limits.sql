-- Rate limit counters that several processes of the site share (docs/decisions/0017). They do not identify users: a key
-- is a keyed hash, and each row expires.

create table private.rate_limit_counters (
  key text primary key check (char_length(key) = 43),
  counted integer not null check (counted >= 0),
  ends_at timestamptz not null
);
comment on table private.rate_limit_counters is 'Number of attempts until ends_at, by the hash of limit and subject.';
create index rate_limit_counters_ends_idx on private.rate_limit_counters (ends_at);

create function public.count_attempt(try_key text, seconds integer)
returns table (counted integer, wait_ms integer)
language sql security definer set search_path = '' as $$
  insert into private.rate_limit_counters as t (key, counted, ends_at)
  values (try_key, 1, now() + make_interval(secs => seconds))
  on conflict (key) do update
     set counted = case when t.ends_at <= now() then 1 else least(t.counted, 1000000) + 1 end,
         ends_at = case when t.ends_at <= now() then excluded.ends_at else t.ends_at end
  returning t.counted, (extract(epoch from t.ends_at - now()) * 1000)::integer
$$;
comment on function public.count_attempt(text, integer) is
  'Counts an attempt. Returns the current count, and the milliseconds until it expires; the window starts at the first '
  'attempt. Service role only.';

create function public.refund_rate_limit(try_key text) returns void
language sql security definer set search_path = '' as $$
  update private.rate_limit_counters set counted = counted - 1 where key = try_key and counted > 0 and ends_at > now()
$$;
comment on function public.refund_rate_limit(text) is 'Refunds one attempt, if it has not expired. Service role only.';

create function public.purge_rate_limits() returns integer
language sql security definer set search_path = '' as $$
  with forgotten as (delete from private.rate_limit_counters where ends_at <= now() returning 1)
  select count(*)::integer from forgotten
$$;
comment on function public.purge_rate_limits() is 'Removes expired counters. Returns how many. Service role only.';
revoke all on function public.count_attempt(text, integer), public.refund_rate_limit(text), public.purge_rate_limits()
  from public, anon, authenticated;
grant execute on function public.count_attempt(text, integer), public.refund_rate_limit(text),
  public.purge_rate_limits() to service_role;
