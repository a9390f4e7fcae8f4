-- Bundles: several works at one price (docs/decisions/0065). A bundle is a material whose files are those of its works,
-- so that its page, checkout, order, refund and share are those of any material.

create table private.bundle_parts (
  bundle_id uuid not null references public.research_materials (id) on delete cascade,
  part_id uuid not null references public.research_materials (id) on delete restrict,
  position integer not null check (position between 1 and 10),
  created_at timestamptz not null default now(),
  primary key (bundle_id, part_id),
  unique (bundle_id, position),
  constraint bundle_parts_are_other_works check (bundle_id <> part_id)
);
comment on table private.bundle_parts is
  'The works of a bundle, in order: all of Lamplight, or all of one author. Only create_bundle and change_bundle '
  'write it.';
create index bundle_parts_of_part_idx on private.bundle_parts (part_id);
revoke all on private.bundle_parts from public, anon, authenticated, service_role;

create view private.materials_with_work as
  select m.id as work_id, m.id as material_id from public.research_materials m
  union all
  select b.part_id, b.bundle_id from private.bundle_parts b;
comment on view private.materials_with_work is
  'The materials that contain a work: itself, and its bundles. Who bought one of them has the work.';
revoke all on private.materials_with_work from public, anon, authenticated, service_role;

create type public.bundle_creation as enum (
  'ok', 'unknown_work', 'too_few', 'in_a_bundle', 'not_one_author', 'other_share', 'not_below', 'sold'
);
comment on type public.bundle_creation is
  'Result of creating or changing a bundle. not_one_author: the works have different authors. other_share: their shares '
  'differ. not_below: the price is not below the sum. sold: buyers have its works, and their files by position.';

create function private.check_bundle(slugs text[], naira integer) returns public.bundle_creation
language plpgsql stable security definer set search_path = '' as $$
declare
  works public.research_materials[];
  shares public.material_shares[];
begin
  select array_agg(m) into works
    from public.research_materials m where m.slug = any (slugs) and m.deleted_at is null and not m.is_sample;
  select array_agg(s) into shares from public.material_shares s where s.material_id in (select w.id from unnest(works) w);
  return case
    when cardinality(slugs) not between 2 and 10 then 'too_few'
    when cardinality(works) is distinct from cardinality(slugs) then 'unknown_work'
    when exists (select from private.bundle_parts b where b.bundle_id in (select w.id from unnest(works) w)) then 'in_a_bundle'
    when shares is not null and (cardinality(shares) <> cardinality(works)
      or (select count(distinct s.profile_id) <> 1 or bool_or(s.profile_id is null) from unnest(shares) s)) then 'not_one_author'
    when (select count(distinct s.share_percent) > 1 from unnest(shares) s) then 'other_share'
    when naira >= (select sum(w.price) from unnest(works) w) then 'not_below'
    else 'ok' end;
end $$;
comment on function private.check_bundle(text[], integer) is
  'Returns whether works with these slugs can be a bundle at a price in naira, or why not.';
revoke all on function private.check_bundle(text[], integer) from public;

create function public.create_bundle(name text, slugs text[], naira integer, about text, kind text)
returns table (outcome public.bundle_creation, id uuid, of_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  works public.research_materials[];
  shares public.material_shares[];
  base text := left(trim(both '-' from regexp_replace(private.fold_words(name), '[^a-z0-9]+', '-', 'g')), 180);
begin
  perform private.require_admin_role('editor');
  select array_agg(m order by array_position(slugs, m.slug)) into works
    from public.research_materials m where m.slug = any (slugs) and m.deleted_at is null and not m.is_sample;
  select array_agg(s) into shares from public.material_shares s where s.material_id in (select w.id from unnest(works) w);
  outcome := private.check_bundle(slugs, naira);
  if outcome <> 'ok' then
    return next;
    return;
  end if;
  of_slug := case when base = '' or exists (select from public.research_materials m where m.slug = base)
    then base || case when base = '' then '' else '-' end || left(gen_random_uuid()::text, 8) else base end;
  insert into public.research_materials
    (slug, title, subject_area, category, programme, price, abstract, inside, origin, bundle_size)
  values (
    of_slug, btrim(name),
    (select case when count(distinct w.subject_area) = 1 then min(w.subject_area) else '' end from unnest(works) w), kind,
    (select case when count(distinct w.programme) = 1 and count(w.programme) = count(*) then min(w.programme) end
       from unnest(works) w),
    naira, nullif(btrim(about), ''),
    (select array_agg(left(w.title, 250) order by array_position(slugs, w.slug)) from unnest(works) w),
    'Each work names its own authors and sources.', cardinality(works))
  returning research_materials.id into id;
  insert into private.bundle_parts (bundle_id, part_id, position)
  select id, w.id, array_position(slugs, w.slug) from unnest(works) w;
  if shares is not null then
    -- Each of the works was announced to the student when it went on sale.
    insert into public.material_shares (material_id, profile_id, share_percent, notified_on_sale_at)
    values (id, shares[1].profile_id, shares[1].share_percent, now());
  end if;
  update public.research_materials m set sold_here = true
   where m.id = id and (select bool_and(w.sold_here) from unnest(works) w);
  return next;
end $$;
comment on function public.create_bundle(text, text[], integer, text, text) is
  'Creates a bundle of these works, by their slugs in order, as a draft, sold here if all of them are. '
  'about: what it is for, or empty. kind: its category. Subject and programme are those that all works have. The share of '
  'an author''s bundle is that of its works. Admins only.';
revoke all on function public.create_bundle(text, text[], integer, text, text) from public, anon, authenticated, service_role;
grant execute on function public.create_bundle(text, text[], integer, text, text) to authenticated;

create function public.work_sellers(slugs text[]) returns table (slug text, profile_id uuid, student text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money', 'editor');
  return query
    select m.slug, s.profile_id,
           case when private.has_admin_role('money', 'reviewer') then btrim(p.first_name || ' ' || p.last_name) end
      from public.research_materials m join public.material_shares s on s.material_id = m.id
      left join public.profiles p on p.id = s.profile_id
     where m.slug = any (slugs);
end $$;
comment on function public.work_sellers(text[]) is
  'Returns the students of works, by their slugs: named to the roles that may know them, null after the account was deleted. '
  'A work of Lamplight has no row. Admins only.';
revoke all on function public.work_sellers(text[]) from public, anon, authenticated, service_role;
grant execute on function public.work_sellers(text[]) to authenticated;

create function public.bundle_works(material uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'works', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', m.slug, 'title', m.title, 'price', m.price,
               'is_shown', m.published_at is not null) order by b.position), '[]')
        from private.bundle_parts b
        join public.research_materials m on m.id = b.part_id
        join public.research_materials bundle on bundle.id = b.bundle_id and bundle.published_at is not null
       where b.bundle_id = material),
    'bundles', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', m.slug, 'title', m.title, 'price', m.price,
               'works', p.works, 'sum', p.sum) order by m.price, m.slug), '[]')
        from private.bundle_parts b
        join public.research_materials m on m.id = b.bundle_id and m.published_at is not null and m.sold_here
       cross join lateral (
         select count(*) as works, sum(w.price) as sum
           from private.bundle_parts o join public.research_materials w on w.id = o.part_id
          where o.bundle_id = b.bundle_id) p
       where b.part_id = material and m.price < p.sum))
$$;
comment on function public.bundle_works(uuid) is
  'Returns the works of a published bundle, or none, and the bundles on sale that contain a work, with the number and sum '
  'of their works. Prices in naira. For everyone.';
revoke all on function public.bundle_works(uuid) from public;
grant execute on function public.bundle_works(uuid) to anon, authenticated, service_role;

create function private.price_of_parts(bundle uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select sum(m.price) from private.bundle_parts b join public.research_materials m on m.id = b.part_id where b.bundle_id = bundle
$$;
comment on function private.price_of_parts(uuid) is
  'Returns the sum of the prices of a bundle''s works in naira, null for other materials.';

create function private.require_price_below_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.price >= private.price_of_parts(new.id) then
    raise exception 'A bundle costs less than its works' using errcode = '23514', hint = 'not_below';
  end if;
  return new;
end $$;
comment on function private.require_price_below_parts() is 'Trigger: raises 23514 if a bundle would cost as much as its works.';
revoke all on function private.price_of_parts(uuid), private.require_price_below_parts() from public;
create trigger research_materials_price_below_parts before update of price on public.research_materials
  for each row when (new.price > old.price) execute function private.require_price_below_parts();

create type public.price_change as enum ('ok', 'gone', 'same', 'changed', 'not_below');
comment on type public.price_change is
  'Result of changing a price. same: it is the price already. changed: it is not the price that the admin saw. '
  'not_below: a bundle would cost as much as its works.';

create function public.change_prices(changes jsonb) returns table (id uuid, title text, outcome public.price_change)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  change record;
  work public.research_materials;
begin
  perform private.require_admin_role('editor');
  for change in
    select c.id, c.old_price, c.price from jsonb_to_recordset(changes) as c (id uuid, old_price integer, price integer)
     -- Bundles come last, because their price is compared with the new ones of their works.
     order by exists (select from private.bundle_parts b where b.bundle_id = c.id), c.id
  loop
    select * into work from public.research_materials m where m.id = change.id and m.deleted_at is null for update;
    id := change.id;
    title := work.title;
    outcome := case
      when work.id is null then 'gone'
      when work.price <> change.old_price then 'changed'
      when work.price = change.price then 'same'
      when change.price > work.price and change.price >= private.price_of_parts(work.id) then 'not_below'
      else 'ok' end;
    if outcome = 'ok' then
      update public.research_materials m set price = change.price where m.id = work.id;
    end if;
    return next;
  end loop;
end $$;
comment on function public.change_prices(jsonb) is
  'Changes prices in naira: an array of {id, old_price, price}, where old_price is what the admin saw. Returns the outcome of '
  'each, bundles last. Admins only, logged.';
revoke all on function public.change_prices(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.change_prices(jsonb) to authenticated;
