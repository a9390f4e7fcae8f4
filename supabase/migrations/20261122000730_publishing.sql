-- Scheduled publishing, and the usual prices.

create function private.can_be_had(material public.research_materials) returns boolean
language sql immutable set search_path = '' as $$
  select (material.price = 0 or material.selar_link is not null or material.sold_here or material.is_sample)
     and material.category <> '' and material.title <> 'Untitled draft'
$$;
comment on function private.can_be_had(public.research_materials) is
  'Returns true if a material has a title and a category, and visitors can buy it or have it for free, or it is a sample.';
revoke all on function private.can_be_had(public.research_materials) from public;

create function private.can_see(material public.research_materials) returns boolean
language sql stable set search_path = '' as $$
  select material.published_at is not null or private.has_admin_role('editor')
$$;
comment on function private.can_see(public.research_materials) is
  'Returns true if a material is published, or the caller is an editor, who previews it before.';
revoke all on function private.can_see(public.research_materials) from public;

-- Drafts with a publish_at in the past become public. The rows' own triggers update the search. A material that lacks
-- its title or category, or that nobody could buy, waits for them, and Today says so (private.due_links).
create function public.publish_scheduled() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant jsonb := '{"research_materials": "material", "writing_services": "service", "blog_posts": "post",
    "courses": "course"}';
  catalogue text;
  kind text;
  due uuid;
  published text[] := '{}';
begin
  for catalogue, kind in select key, value from jsonb_each_text(kinds) loop
    for due in execute format(
        'select id from public.%I where publish_at <= now() and %s order by publish_at for update', catalogue,
        case catalogue when 'research_materials' then 'private.can_be_had(research_materials)' else 'true' end) loop
      execute format('update public.%I set %s where id = $1', catalogue,
        case catalogue when 'courses' then 'status = ''active''' else 'published_at = publish_at' end) using due;
      -- A post is new on the day on which it appears.
      update public.blog_posts set upload_date = greatest(upload_date, published_at) where id = due;
      insert into public.audit_log (action, subject, details)
      values (kind || '.published', due::text, '{"scheduled": true}');
      published := published || kind;
    end loop;
  end loop;
  return published;
end $$;
comment on function public.publish_scheduled() is
  'Publishes the drafts whose publish_at has come, except materials that are incomplete or that nobody can buy, and logs '
  'each. Returns the kind of each published row. Service role only.';
revoke all on function public.publish_scheduled() from public, anon, authenticated;
grant execute on function public.publish_scheduled() to service_role;

-- Typical prices of a category, shown to students who consider uploading a work.
create function public.usual_prices() returns table (category text, is_sample boolean, works integer, low integer, high integer)
-- Runs with the caller's rights and reads only published materials.
language sql stable security invoker set search_path = '' as $$
  select m.category, m.is_sample, count(*)::integer,
         percentile_disc(0.25) within group (order by m.price), percentile_disc(0.75) within group (order by m.price)
    from public.research_materials m
   where m.published_at is not null and m.price > 0
   group by m.category, m.is_sample
$$;
comment on function public.usual_prices() is
  'Returns for each category, separately for samples: the number of priced published works, and the quartiles (naira) '
  'of their prices.';
revoke all on function public.usual_prices() from public;
grant execute on function public.usual_prices() to anon, authenticated, service_role;
