-- Figures of class reps, for their own page and for the console. Neither shows who bought.

create function private.class_rep_figures(rep uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'opens', coalesce((select sum(o.opens) from private.class_rep_opens o
      where o.profile_id = rep and o.day > (now() at time zone 'Africa/Lagos')::date - 28), 0),
    'sales', count(s.id) filter (where s.state <> 'reversed'),
    'refunded', count(s.id) filter (where s.refunded),
    'gross_kobo', coalesce(sum(s.gross_kobo) filter (where s.state <> 'reversed'), 0),
    'earned_kobo', coalesce(sum(s.remaining_kobo) filter (where s.state <> 'reversed'), 0),
    'percent', private.class_rep_percent(rep, now()),
    'next_percent', (
      select jsonb_build_object('percent', n.share_percent, 'day', n.valid_from) from public.class_rep_shares n
       where n.profile_id = rep and n.valid_from > (now() at time zone 'Africa/Lagos')::date order by n.valid_from limit 1))
    from (
      select s.id, s.gross_kobo, private.remaining_share(s, rep) as remaining_kobo, private.share_state(s, rep) as state,
             exists (select from public.refunds r where r.sale_id = s.id) as refunded
        from public.sales s where s.rep_profile_id = rep) s
$$;
comment on function private.class_rep_figures(uuid) is
  'Returns what a class rep brought: opens of the link in 28 days, sales, those with a refund, their prices and the rep''s '
  'part in kobo after refunds, the percentage of today, and the next agreed one with its first day.';
revoke all on function private.class_rep_figures(uuid) from public;

create function public.own_class_rep() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  student uuid := private.own_profile_id();
begin
  if student is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object('code', r.code, 'agreed_at', r.agreed_at, 'stopped_at', r.stopped_at,
             'stop_reason', r.stop_reason, 'is_stopped_by_admin', r.stopped_by is not null)
           || private.class_rep_figures(r.profile_id)
      from public.class_reps r where r.profile_id = student);
end $$;
comment on function public.own_class_rep() is
  'Returns the caller''s class link with its figures (private.class_rep_figures); null without one.';

create function public.list_class_reps() returns table (
  profile_id uuid, student text, institution text, code text, agreed_at timestamptz, stopped_at timestamptz, stop_reason text,
  opens bigint, sales bigint, refunded bigint, gross_kobo bigint, earned_kobo bigint, percent integer, own_browser bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select r.profile_id, btrim(p.first_name || ' ' || p.last_name), coalesce(p."Institition", ''), r.code, r.agreed_at,
         r.stopped_at, r.stop_reason, (f.all ->> 'opens')::bigint, (f.all ->> 'sales')::bigint, (f.all ->> 'refunded')::bigint,
         (f.all ->> 'gross_kobo')::bigint, (f.all ->> 'earned_kobo')::bigint, (f.all ->> 'percent')::integer,
         (select count(*) from private.orders o
           where o.rep_profile_id = r.profile_id and o.is_reps_browser and o.sale_id is not null)
    from public.class_reps r
    join public.profiles p on p.id = r.profile_id
    cross join lateral (select private.class_rep_figures(r.profile_id) as all) f
   order by (f.all ->> 'gross_kobo')::bigint desc, r.agreed_at desc
   limit 500;
end $$;
comment on function public.list_class_reps() is
  'Returns class reps by the prices of what they sold, at most 500, with their figures (private.class_rep_figures). '
  'own_browser: sales in a browser in which the rep had opened their own page. Admins only.';
revoke all on function public.own_class_rep(), public.list_class_reps() from public, anon, authenticated, service_role;
grant execute on function public.own_class_rep(), public.list_class_reps() to authenticated;
