-- "Bought here" beside a comment, and star ratings, which only buyers may give (docs/decisions/0039). The mark reveals
-- only that the author of the comment bought the work.

create function private.has_bought(student uuid, material uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
      join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
      join private.orders o on lower(o.email) = lower(u.email)
      join private.materials_with_work w on w.material_id = o.material_id and w.work_id = material
     -- A test key buys nothing real.
     where p.id = student and o.amount_kobo > 0 and o.domain = 'live' and private.can_be_downloaded(o))
$$;
comment on function private.has_bought(uuid, uuid) is
  'Returns true if the confirmed address of a profile has a paid, unrefunded order of this material or of a '
  'bundle with it.';

create function private.mark_buyer_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.has_bought := private.has_bought(new.profile_id, new.material_id);
  new.stars := case when new.has_bought then new.stars end;
  return new;
end $$;
comment on function private.mark_buyer_comment() is
  'Trigger: marks a comment of a buyer, and removes stars of other authors, ignoring the input.';
create trigger material_comments_mark_buyer before insert on public.material_comments
  for each row execute function private.mark_buyer_comment();

create function private.mark_order_comments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.material_comments c
     set has_bought = b.bought, stars = case when b.bought then c.stars end
    from private.materials_with_work w, public.profiles p
    join auth.users u on u.id = p.user_id
   cross join lateral (select private.has_bought(p.id, w.work_id) as bought) b
   where lower(u.email) = lower(new.email) and c.profile_id = p.id
     and w.material_id = new.material_id and c.material_id = w.work_id
     and c.has_bought is distinct from b.bought;
  return null;
end $$;
comment on function private.mark_order_comments() is 'Trigger: updates mark and stars after a payment or a refund.';
create trigger orders_mark_comments after update on private.orders
  for each row when (private.can_be_downloaded(old) is distinct from private.can_be_downloaded(new) and new.email <> '')
  execute function private.mark_order_comments();

create table private.material_stars (
  material_id uuid primary key references public.research_materials (id) on delete cascade,
  ratings integer not null check (ratings >= 3),
  mean numeric(2, 1) not null check (mean between 1 and 5),
  rating_before numeric(2, 1) not null
);
comment on table private.material_stars is
  'Materials with at least three visible ratings of buyers: their mean is the rating. Others have the admin''s rating.';
comment on column private.material_stars.rating_before is
  'The admin''s rating, used again when there are fewer ratings.';
revoke all on private.material_stars from public, anon, authenticated, service_role;

create function private.sync_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The admin's value applies again when there are fewer ratings.
  update private.material_stars set rating_before = new.rating where material_id = new.id and mean <> new.rating;
  new.rating := coalesce((select s.mean from private.material_stars s where s.material_id = new.id), new.rating);
  return new;
end $$;
comment on function private.sync_rating() is
  'Trigger: sets a material''s rating to the mean of its ratings if there are at least three, ignoring the input.';
create trigger research_materials_sync_rating before update of rating on public.research_materials
  for each row execute function private.sync_rating();

create function private.count_stars() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  material uuid := case when tg_op = 'DELETE' then old.material_id else new.material_id end;
  counted record;
  editors numeric;
begin
  -- Serialised, so that each count includes the others.
  perform from public.research_materials where id = material for update;
  select count(*) as ratings, round(avg(c.stars), 1) as mean into counted
    from public.material_comments c
   where c.material_id = material and c.comment_status = 'shown' and c.stars is not null;
  if counted.ratings >= 3 then
    insert into private.material_stars as s (material_id, ratings, mean, rating_before)
    select m.id, counted.ratings, counted.mean, m.rating from public.research_materials m where m.id = material
    on conflict (material_id) do update set ratings = excluded.ratings, mean = excluded.mean;
    update public.research_materials set rating = counted.mean where id = material and rating <> counted.mean;
  else
    delete from private.material_stars where material_id = material returning rating_before into editors;
    update public.research_materials set rating = editors where id = material and rating <> editors;
  end if;
  return null;
end $$;
comment on function private.count_stars() is 'Trigger: counts the visible stars of a material, and sets its rating.';
create trigger material_comments_count_stars after insert or update of stars, comment_status or delete
  on public.material_comments for each row execute function private.count_stars();

create function public.own_stars(material uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('may_rate', private.has_bought(private.own_profile_id(), material), 'rated', (
    select jsonb_build_object('body', c.body, 'stars', c.stars, 'is_read', c.comment_status = 'shown')
      from public.material_comments c
     where c.profile_id = private.own_profile_id() and c.material_id = material and c.stars is not null
       and c.comment_status <> 'declined'))
$$;
comment on function public.own_stars(uuid) is
  'Returns true if the caller bought the material and may rate it, with their rating: {body, stars, is_read} or null.';

create type public.material_rating as enum ('ok', 'read', 'not_bought');
comment on type public.material_rating is 'Result of rating a material. read: an admin has read the earlier rating.';
create function public.rate_material(material uuid, words text, input integer) returns public.material_rating
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
  known public.material_comments;
begin
  if student is null or not private.has_bought(student, material)
    or not exists (select from public.research_materials m where m.id = material and m.published_at is not null) then
    return 'not_bought';
  end if;
  -- A double submission waits for the first one.
  perform from public.profiles where id = student for update;
  select * into known from public.material_comments c
   where c.profile_id = student and c.material_id = material and c.stars is not null and c.comment_status <> 'declined'
     for update;
  if known.comment_status = 'shown' then
    return 'read';
  end if;
  if known.id is null then
    insert into public.material_comments (material_id, profile_id, body, stars) values (material, student, words, input);
  else
    update public.material_comments set body = words, stars = input where id = known.id;
  end if;
  return 'ok';
end $$;
comment on function public.rate_material(uuid, text, integer) is
  'Comments on a material that the caller bought, with 1 to 5 stars, or changes the comment until an admin has read '
  'it. Returns ok, read, or not_bought.';

revoke all on function
  private.has_bought(uuid, uuid), private.mark_buyer_comment(), private.mark_order_comments(),
  private.sync_rating(), private.count_stars()
  from public;
revoke all on function public.own_stars(uuid), public.rate_material(uuid, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.own_stars(uuid), public.rate_material(uuid, text, integer) to authenticated;
