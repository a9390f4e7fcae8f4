-- Class reps: students who bring buyers by a link (docs/decisions/0057). Their share comes from the platform's part.

create table public.class_reps (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  code text not null unique check (code ~ '^[A-Z]{2,8}[0-9]{1,6}$'),
  agreed_at timestamptz not null default now(),
  stopped_at timestamptz,
  stop_reason text not null default '' check (char_length(stop_reason) <= 300),
  stopped_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint class_reps_reason_of_a_stop check (stopped_at is not null or (stop_reason = '' and stopped_by is null))
);
comment on table public.class_reps is 'Students who agreed to the terms of class reps, with the code of their link.';
comment on column public.class_reps.code is 'Part of the link: ?by=CODE. Not a secret.';
comment on column public.class_reps.stopped_by is 'auth.users.id of the admin who stopped it; null: the student.';
create trigger class_reps_touch before update on public.class_reps
  for each row execute function private.touch_updated_at();
create trigger class_reps_log after insert or update on public.class_reps
  for each row execute function private.log_admin_action('class_rep', 'profile_id', 'code', 'stopped_at,stop_reason');
alter table public.class_reps enable row level security;
revoke all on public.class_reps from anon, authenticated, service_role;
grant select (profile_id, code, agreed_at, stopped_at, stop_reason) on public.class_reps to authenticated;
create policy "A student reads their own class link, an admin every one" on public.class_reps for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));

create table public.class_rep_shares (
  profile_id uuid not null references public.class_reps (profile_id) on delete cascade,
  share_percent integer not null check (share_percent between 0 and 50),
  valid_from date not null check (valid_from between '1900-01-01' and '2100-01-01'),
  created_at timestamptz not null default now(),
  primary key (profile_id, valid_from)
);
comment on table public.class_rep_shares is
  'Shares that an admin agreed with a class rep, from a day in Lagos on. Without one the rule of money applies.';
create trigger class_rep_shares_log after insert or update on public.class_rep_shares
  for each row execute function private.log_admin_action('class_rep_share', 'profile_id', '', 'share_percent,valid_from');
alter table public.class_rep_shares enable row level security;
revoke all on public.class_rep_shares from anon, authenticated, service_role;
grant select on public.class_rep_shares to authenticated;
create policy "A student reads their own share as class rep, an admin all" on public.class_rep_shares
  for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));

create table private.class_rep_opens (
  profile_id uuid not null references public.class_reps (profile_id) on delete cascade,
  day date not null,
  opens bigint not null check (opens > 0),
  primary key (profile_id, day)
);
comment on table private.class_rep_opens is 'How often the link of a class rep was opened, by day in Lagos.';
revoke all on private.class_rep_opens from public, anon, authenticated, service_role;

create function private.class_rep_percent(rep uuid, at_time timestamptz) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select s.share_percent from public.class_rep_shares s
      where s.profile_id = rep and s.valid_from <= (at_time at time zone 'Africa/Lagos')::date
      order by s.valid_from desc limit 1),
    (private.book_rule(at_time)).rep_percent)
$$;
comment on function private.class_rep_percent(uuid, timestamptz) is
  'Returns the part of a price, in percent, that a class rep gets for a sale paid at this time.';

create function private.is_class_rep(rep uuid, at_time timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.class_reps r join public.profiles p on p.id = r.profile_id
     where r.profile_id = rep and p.deleted_at is null and coalesce(r.stopped_at, 'infinity') > at_time)
$$;
comment on function private.is_class_rep(uuid, timestamptz) is
  'Returns true if a sale paid at this time gives this class rep a share: the link was not stopped before.';

create function private.find_class_rep(typed text, material uuid, buyer text, account uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.profile_id
    from public.class_reps r
    join public.profiles p on p.id = r.profile_id and p.deleted_at is null
    join auth.users u on u.id = p.user_id
   where r.code = upper(btrim(typed)) and r.stopped_at is null
     and u.id is distinct from account and lower(u.email) <> lower(btrim(buyer))
     and not exists (select from public.material_shares s where s.material_id = material and s.profile_id = r.profile_id)
$$;
comment on function private.find_class_rep(text, uuid, text, uuid) is
  'Returns the class rep whose code gives a share of a purchase. Null for an unknown or stopped code, and if the rep is the '
  'buyer (by account or address) or the author.';
revoke all on function
  private.class_rep_percent(uuid, timestamptz), private.is_class_rep(uuid, timestamptz),
  private.find_class_rep(text, uuid, text, uuid)
  from public;

create function private.class_letters(first_name text) returns text
language sql immutable set search_path = '' as $$
  select case when letters ~ '..' then letters else 'CLASS' end
    from (select left(upper(regexp_replace(first_name, '[^A-Za-z]', '', 'g')), 8) as letters) of_name
$$;
comment on function private.class_letters(text) is
  'Returns 2 to 8 capital letters of a first name, with which a student''s codes begin.';

create function private.new_class_code(first_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  letters text := private.class_letters(first_name);
  made text;
begin
  for length in 1..6 loop
    made := letters || lpad(
      (('x' || encode(private.random_bytes(3), 'hex'))::bit(24)::integer % (10 ^ length)::integer)::text, length, '0');
    exit when not exists (select from public.class_reps r where r.code = made);
  end loop;
  return made;
end $$;
comment on function private.new_class_code(text) is
  'Returns a code that nobody has: letters of a first name and as few digits as are free.';
revoke all on function private.class_letters(text), private.new_class_code(text) from public;

create function public.become_class_rep() returns text
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
  made text;
begin
  if student is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  insert into public.class_reps (profile_id, code)
  select p.id, private.new_class_code(p.first_name) from public.profiles p where p.id = student
  on conflict (profile_id) do update set agreed_at = now(), stopped_at = null
    where public.class_reps.stopped_at is not null and public.class_reps.stopped_by is null
  returning code into made;
  return coalesce(made, (select r.code from public.class_reps r where r.profile_id = student and r.stopped_at is null));
end $$;
comment on function public.become_class_rep() is
  'Makes the caller a class rep, who agrees to the terms by it, and returns the code. A link that its student stopped works '
  'again; null if an admin stopped it.';

create function public.stop_own_class_link() returns void
language sql security definer set search_path = '' as $$
  update public.class_reps set stopped_at = now() where profile_id = private.own_profile_id() and stopped_at is null
$$;
comment on function public.stop_own_class_link() is
  'Stops the caller''s link: later sales give no share. Earlier ones stay.';

create function public.stop_class_rep(student uuid, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  update public.class_reps
     set stopped_at = coalesce(stopped_at, now()), stop_reason = btrim(reason), stopped_by = (select auth.uid())
   where profile_id = student and stopped_by is null;
  return found;
end $$;
comment on function public.stop_class_rep(uuid, text) is
  'Stops the link of a class rep, who can read the reason, also one that its student stopped before. Returns false if an '
  'admin stopped it before. Admins only, logged.';

create function public.restart_class_rep(student uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  update public.class_reps set stopped_at = null, stop_reason = '', stopped_by = null
   where profile_id = student and stopped_at is not null;
  return found;
end $$;
comment on function public.restart_class_rep(uuid) is
  'Lets a stopped link work again. Returns whether it was stopped. Admins only, logged.';

create function public.agree_class_rep_share(student uuid, percent integer, first_day date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin_role('money');
  if first_day < (now() at time zone 'Africa/Lagos')::date then
    raise exception 'Sales of that day may be recorded already' using errcode = '22023', hint = 'day_is_past';
  end if;
  insert into public.class_rep_shares as s (profile_id, share_percent, valid_from) values (student, percent, first_day)
  on conflict (profile_id, valid_from) do update set share_percent = excluded.share_percent;
end $$;
comment on function public.agree_class_rep_share(uuid, integer, date) is
  'Changes the share of a class rep, in percent of the price, from a day in Lagos on, today or later. Admins only, logged.';
revoke all on function
  public.become_class_rep(), public.stop_own_class_link(), public.stop_class_rep(uuid, text), public.restart_class_rep(uuid),
  public.agree_class_rep_share(uuid, integer, date)
  from public, anon, authenticated, service_role;
grant execute on function
  public.become_class_rep(), public.stop_own_class_link(), public.stop_class_rep(uuid, text), public.restart_class_rep(uuid),
  public.agree_class_rep_share(uuid, integer, date)
  to authenticated;
