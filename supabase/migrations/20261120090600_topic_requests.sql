-- What a student could not find and asks for. The dashboard counts them (SPEC 2 and 7).

create table public.topic_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  topic text not null check (char_length(btrim(topic)) between 1 and 400),
  programme text check (char_length(programme) <= 100),
  specialty text check (char_length(specialty) <= 100),
  deadline date,
  contact text check (char_length(contact) <= 200),
  request_status text not null default 'open' check (request_status in ('open', 'answered', 'closed')),
  answer text check (char_length(answer) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.topic_requests is 'Topics that students ask for.';
comment on column public.topic_requests.user_id is 'The profile''s id, as the specification has it.';
create index topic_requests_of_profile_idx on public.topic_requests (user_id, created_at desc);
create trigger topic_requests_touch before update on public.topic_requests for each row execute function private.touch_updated_at();

alter table public.topic_requests enable row level security;
revoke all on public.topic_requests from anon, authenticated;
grant select on public.topic_requests to authenticated;
grant insert (user_id, topic, programme, specialty, deadline, contact) on public.topic_requests to authenticated;
grant update (request_status, answer) on public.topic_requests to authenticated;

create policy "A student reads their own requests, an operator every request" on public.topic_requests for select to authenticated
  using (user_id = (select private.own_profile_id()) or (select private.is_operator()));
create policy "A student asks for a topic" on public.topic_requests for insert to authenticated
  with check (user_id = (select private.own_profile_id()) and request_status = 'open' and answer is null);
create policy "An operator answers requests" on public.topic_requests for update to authenticated
  using ((select private.is_operator())) with check ((select private.is_operator()));
