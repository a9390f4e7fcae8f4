-- Discount codes of students for their own works (docs/decisions/0056), as their page shows them.

create function public.create_own_discount(
  percent integer, work text default '', last_day date default null, max_uses integer default null
) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  student public.profiles;
  made text;
begin
  select * into student from public.profiles p where p.id = private.own_profile_id();
  if not found or not private.students_have_codes() then
    raise exception 'Students have no codes' using errcode = '42501';
  end if;
  if work <> '' and not exists (
    select from public.material_shares s join public.research_materials m on m.id = s.material_id
     where m.slug = work and s.profile_id = student.id) then
    raise exception 'This is not a work of theirs' using errcode = '42501';
  end if;
  perform from public.profiles p where p.id = student.id for update;
  if (select count(*) from public.discount_codes d
       where d.profile_id = student.id and not d.is_stopped and d.deleted_at is null) >= 10 then
    return null;
  end if;
  -- A student who chose it would learn which codes exist.
  loop
    made := private.class_letters(student.first_name) || right(private.new_order_reference(), 4);
    exit when not exists (select from public.discount_codes d where d.code = made);
  end loop;
  insert into public.discount_codes (code, profile_id, kind, amount, works, last_day, max_uses)
  values (made, student.id, 'percent', percent, work, last_day, max_uses);
  return made;
end $$;
comment on function public.create_own_discount(integer, text, date, integer) is
  'Creates a discount code of the caller, of 1 to 40 percent, for all their works or the one with this slug, until a day in '
  'Lagos and for a number of orders. Returns the code, or null if ten are in use.';

create function public.stop_own_discount(discount uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.discount_codes set is_stopped = true
   where id = discount and profile_id = private.own_profile_id() and not is_stopped;
  return found;
end $$;
comment on function public.stop_own_discount(uuid) is
  'Ends a code of the caller; orders that began keep their price. Returns whether it was in use.';

create function public.own_discounts() returns table (
  id uuid, code text, percent integer, title text, last_day date, max_uses integer, is_stopped boolean, uses bigint,
  off_kobo bigint
)
language sql stable security definer set search_path = '' as $$
  select d.id, d.code, d.amount, (select m.title from public.research_materials m where m.id = any (d.material_ids)),
         d.last_day, d.max_uses, d.is_stopped, count(o.id), coalesce(sum(o.author_off_kobo), 0)::bigint
    from public.discount_codes d
    left join private.orders o on o.discount_id = d.id and o.state = 'paid'
     and private.is_discount_used(o, now())
   where d.profile_id = private.own_profile_id() and d.deleted_at is null
   group by d.id order by d.is_stopped, d.created_at desc
$$;
comment on function public.own_discounts() is
  'Returns the caller''s discount codes, those in use first: title of the work (null: all), paid orders, and what the codes '
  'took off the caller''s share in kobo.';

revoke all on function
  public.create_own_discount(integer, text, date, integer),
  public.stop_own_discount(uuid), public.own_discounts()
  from public, anon, authenticated, service_role;
grant execute on function
  public.create_own_discount(integer, text, date, integer), public.stop_own_discount(uuid), public.own_discounts()
  to authenticated;
