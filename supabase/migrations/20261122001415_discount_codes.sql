-- Discount codes of works that are sold here (docs/decisions/0056). Orders count their uses. A student's own codes take
-- what they take off from the student's share (20261122001443_checkout.sql).

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]{3,20}$'),
  profile_id uuid references public.profiles (id) on delete restrict,
  kind text not null check (kind in ('percent', 'naira')),
  amount integer not null check (amount between 1 and case kind when 'percent' then 100 else 10000000 end),
  category text check (
    category in ('research_project', 'thesis', 'seminar', 'client_care_study', 'proposal', 'study_aid')),
  works text not null default '' check (char_length(works) <= 10000),
  material_ids uuid[] not null default '{}',
  first_day date check (first_day between '1900-01-01' and '2100-01-01'),
  last_day date check (last_day between '1900-01-01' and '2100-01-01'),
  max_uses integer check (max_uses between 1 and 1000000),
  is_stopped boolean not null default false,
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discount_codes_days_are_in_order check (last_day >= first_day),
  constraint discount_codes_have_one_scope check (category is null or works = ''),
  constraint discount_codes_of_students_leave_a_share check (
    profile_id is null or (kind = 'percent' and amount <= 40 and category is null))
);
comment on table public.discount_codes is
  'Codes that buyers type, or bring in a link. Each address uses one once. Students read their own, admins all.';
comment on column public.discount_codes.code is 'In capitals without spaces (private.discount_key).';
comment on column public.discount_codes.profile_id is
  'The student whose works it is for, and whose share pays it; null for a code of the shop. Only create_own_discount sets it.';
comment on column public.discount_codes.amount is 'Percent or whole naira, as kind says.';
comment on column public.discount_codes.category is 'The category of works that it is for; null for all.';
comment on column public.discount_codes.works is
  'The works that it is for: their present slugs, one a line. Empty: all works.';
comment on column public.discount_codes.material_ids is 'The works of these lines. Set by a trigger.';
comment on column public.discount_codes.first_day is 'First day in Lagos; null for at once.';
comment on column public.discount_codes.last_day is 'Last day in Lagos, inclusive; null for no end.';
comment on column public.discount_codes.max_uses is 'How many orders may use it; null for no limit.';
comment on column public.discount_codes.is_stopped is 'An admin ended it. Orders that began before keep their price.';
comment on column public.discount_codes.deleted_at is 'As in research_materials.';
create index discount_codes_of_profile_idx on public.discount_codes (profile_id) where profile_id is not null;
create index discount_codes_changed_idx on public.discount_codes (updated_at desc, id desc);
create trigger discount_codes_touch before update on public.discount_codes
  for each row execute function private.touch_updated_at();
create trigger discount_codes_log after insert or update or delete on public.discount_codes
  for each row execute function private.log_admin_action(
    'discount', 'id', 'code', 'code,kind,amount,category,works,first_day,last_day,max_uses,is_stopped,deleted_at'
  );

alter table public.discount_codes enable row level security;
revoke all on public.discount_codes from anon, authenticated, service_role;
grant select, insert, update, delete on public.discount_codes to service_role;
grant select on public.discount_codes to authenticated;
grant insert (code, kind, amount, category, works, first_day, last_day, max_uses, is_stopped),
  update (code, kind, amount, category, works, first_day, last_day, max_uses, is_stopped, deleted_at)
  on public.discount_codes to authenticated;
create policy "A student reads their own discount codes, an admin of money all" on public.discount_codes
  for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('money')));
create policy "An admin of money adds discount codes" on public.discount_codes for insert to authenticated
  with check ((select private.has_admin_role('money')));
create policy "An admin of money changes discount codes" on public.discount_codes for update to authenticated
  using ((select private.has_admin_role('money'))) with check ((select private.has_admin_role('money')));

create function private.find_discounted_works() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known_lines text[] := case tg_op when 'UPDATE' then string_to_array(old.works, e'\n') else '{}' end;
  known_ids uuid[] := case tg_op when 'UPDATE' then old.material_ids else '{}' end;
  lines text[] := '{}';
  line text;
  work record;
begin
  new.material_ids := '{}';
  for line in select btrim(l) from regexp_split_to_table(new.works, '[\r\n]+') l where btrim(l) <> '' loop
    -- A line that was there stays with its work, also if that was deleted or its address went to another work.
    select known_ids[p.at] as id, coalesce(m.slug, line) as slug into work
      from array_position(known_lines, line) as p (at)
      left join public.research_materials m on m.id = known_ids[p.at]
     where p.at is not null;
    if not found then
      select m.id, m.slug into work from public.research_materials m
       where (m.deleted_at is null or m.id = any (known_ids)) and (
         m.slug = line
         or m.id = (select f.material_id from public.former_slugs f
                     where f.slug = line and f.material_id is not null));
      if not found then
        raise exception 'No work has the address %', line using errcode = '23514', hint = 'no_such_work';
      end if;
    end if;
    if work.id <> all (new.material_ids) then
      new.material_ids := new.material_ids || work.id;
      lines := lines || work.slug;
    end if;
  end loop;
  new.works := array_to_string(lines, e'\n');
  if cardinality(known_ids) > 0 and lines = '{}' and new.category is null then
    raise exception 'A code for some works does not become one for all' using errcode = '23514', hint = 'for_all_works';
  end if;
  return new;
end $$;
comment on function private.find_discounted_works() is
  'Trigger: finds the works of a code''s lines, and writes their present slugs. Raises 23514 with the hint no_such_work for '
  'any other line, and for_all_works if the last work is removed without a category.';

create function private.rename_discounted_work() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.discount_codes d
     set works = array_to_string(array_replace(string_to_array(d.works, e'\n'), old.slug, new.slug), e'\n')
   where new.id = any (d.material_ids);
  return null;
end $$;
comment on function private.rename_discounted_work() is
  'Trigger: writes another slug of a work into its codes, because a new work may take the old one.';
revoke all on function private.find_discounted_works(), private.rename_discounted_work() from public;
create trigger research_materials_rename_in_codes after update of slug on public.research_materials
  for each row when (old.slug <> new.slug) execute function private.rename_discounted_work();
create trigger discount_codes_find_works before insert or update of works on public.discount_codes
  for each row execute function private.find_discounted_works();

create function private.discount_key(code text) returns text
language sql immutable set search_path = '' as $$ select upper(regexp_replace(code, '\s', '', 'g')) $$;
comment on function private.discount_key(text) is 'Returns a typed code as it is stored: in capitals, without spaces.';

-- Paystack charges 50 naira at least. Rounding up to it would take more than a code says, or a bundle promises.
create function private.chargeable_kobo(rest bigint) returns bigint
language sql immutable set search_path = '' as $$ select case when rest < 5000 then 0 else rest end $$;
comment on function private.chargeable_kobo(bigint) is
  'Returns what is to be paid when this much of a price is left, in kobo: less than 50 naira is free.';

create function private.discounted_kobo(price integer, kind text, amount integer) returns bigint
language sql immutable set search_path = '' as $$
  select private.chargeable_kobo(
    price * 100::bigint - case kind when 'percent' then price::bigint * amount else amount * 100::bigint end)
$$;
comment on function private.discounted_kobo(integer, text, integer) is
  'Returns the kobo to pay for a price in naira after a discount in percent or naira. Less than 50 naira is free.';

revoke all on function
  private.discount_key(text), private.chargeable_kobo(bigint), private.discounted_kobo(integer, text, integer)
  from public;

create type public.discount_outcome as enum (
  'ok', 'unknown', 'not_begun', 'ended', 'other_work', 'used_before', 'used_up'
);
comment on type public.discount_outcome is
  'Result of a code at the checkout. ended: after its last day, or stopped. used_before: by this address.';
