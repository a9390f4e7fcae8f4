-- Queries without results, so that admins can add what is missing. They store words, the week and the number of
-- distinct visitors, but no user or address. The process distinguishes visitors in memory.

create table public.missed_searches (
  words text not null check (char_length(words) between 1 and 100),
  week date not null check (extract(isodow from week) = 1),
  kind text not null check (kind in ('material', 'topic')),
  visitors integer not null default 1 check (visitors > 0),
  examined_at timestamptz,
  primary key (week, kind, words)
);
comment on table public.missed_searches is
  'Queries without an exact match, by plain words and week (its Monday, in Lagos), stored for twelve weeks. Admins see '
  'those of at least three visitors in one week.';
comment on column public.missed_searches.examined_at is
  'When thesaurus entries were last proposed for it. Null: they will be.';
alter table public.missed_searches enable row level security;
revoke all on public.missed_searches from anon, authenticated, service_role;
grant select on public.missed_searches to authenticated;
create policy "An admin reads searches that three or more visitors missed" on public.missed_searches for select to authenticated
  using (visitors >= 3 and (select private.has_admin_role('editor')));

-- Spelling variants are the same query. Possible addresses and phone numbers are not stored.
create function public.record_missed_search(words text, kind text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plain_query text := left(private.search_words(left(record_missed_search.words, 200)), 100);
  this_week date := date_trunc('week', now() at time zone 'Africa/Lagos')::date;
begin
  if plain_query = '' or record_missed_search.words ~ '@|[0-9]{6}' then
    return;
  end if;
  insert into public.missed_searches as known (words, week, kind)
  values (plain_query, this_week, record_missed_search.kind)
  on conflict (week, kind, words) do update set visitors = known.visitors + 1;
  delete from public.missed_searches m where m.week < this_week - 84;
end $$;
comment on function public.record_missed_search(text, text) is
  'Counts one more visitor for a missed query this week, and deletes those older than twelve weeks. Service role only.';
revoke all on function public.record_missed_search(text, text) from public, anon, authenticated;
grant execute on function public.record_missed_search(text, text) to service_role;
