-- The dashboard of money: takings, refunds and balances of any range of days, all from the ledger.

-- A day's events of the ledger as amounts that are positive in the usual case. A reversed sale reduces the takings of
-- the day on which it was reversed, so the figures of a past day never change.
create view private.money_days as
  select d.day,
         coalesce(sum(d.amount_kobo) filter (where d.kind in ('sale', 'reversal') and d.account in ('provider', 'fees')), 0)
           as takings_kobo,
         coalesce(-sum(d.amount_kobo) filter (where d.kind = 'refund' and d.account = 'refunds_owed'), 0) as refunds_kobo,
         coalesce(-sum(d.amount_kobo) filter (
           where d.kind in ('sale', 'reversal', 'refund') and d.account in ('waiting', 'available')), 0) as shares_kobo,
         coalesce(sum(d.amount_kobo) filter (where d.account = 'fees'), 0) as fees_kobo,
         coalesce(-sum(d.amount_kobo) filter (where d.account in ('platform', 'fees')), 0) as kept_kobo,
         coalesce(sum(d.amount_kobo) filter (where d.account in ('provider', 'bank')), 0) as held_kobo,
         coalesce(-sum(d.amount_kobo) filter (where d.account in ('waiting', 'available', 'payouts_on_way')), 0)
           as owed_students_kobo,
         coalesce(-sum(d.amount_kobo) filter (where d.account = 'refunds_owed'), 0) as owed_buyers_kobo
    from private.book_days d
   group by d.day;
comment on view private.money_days is
  'Sums of the ledger per day in Lagos. takings, refunds, shares and fees: of that day. held, owed_students, owed_buyers: '
  'the change of these balances.';
revoke all on private.money_days from public, anon, authenticated, service_role;

create function public.money_figures(since date, until date, step public.period_step) returns table (
  starts_on date, ends_on date, sales bigint, takings_kobo bigint, refunds bigint, refunds_kobo bigint, shares_kobo bigint,
  fees_kobo bigint, kept_kobo bigint, held_kobo bigint, owed_students_kobo bigint, owed_buyers_kobo bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  with periods as (
    select p.starts_on, p.ends_on from private.report_periods(since, until, step) p
  ),
  counted as (
    select (t.booked_at at time zone 'Africa/Lagos')::date as day,
           count(*) filter (where t.kind = 'sale') - count(*) filter (where t.kind = 'reversal') as sales,
           count(*) filter (where t.kind = 'refund') as refunds
      from public.book_transactions t
     where t.booked_at >= since::timestamp at time zone 'Africa/Lagos'
       and t.booked_at < (until + 1)::timestamp at time zone 'Africa/Lagos'
       and t.kind in ('sale', 'reversal', 'refund')
     group by 1
  ),
  summed as (
    select p.starts_on, p.ends_on, coalesce(sum(c.sales), 0)::bigint as sales, coalesce(sum(c.refunds), 0)::bigint as refunds,
           coalesce(sum(d.takings_kobo), 0)::bigint as takings_kobo, coalesce(sum(d.refunds_kobo), 0)::bigint as refunds_kobo,
           coalesce(sum(d.shares_kobo), 0)::bigint as shares_kobo, coalesce(sum(d.fees_kobo), 0)::bigint as fees_kobo,
           coalesce(sum(d.kept_kobo), 0)::bigint as kept_kobo, coalesce(sum(d.held_kobo), 0) as held_kobo,
           coalesce(sum(d.owed_students_kobo), 0) as owed_students_kobo, coalesce(sum(d.owed_buyers_kobo), 0) as owed_buyers_kobo
      from periods p
      left join private.money_days d on d.day between p.starts_on and p.ends_on
      left join counted c on c.day = d.day
     group by p.starts_on, p.ends_on
  ),
  opening as (
    select coalesce(sum(d.held_kobo), 0) as held_kobo, coalesce(sum(d.owed_students_kobo), 0) as owed_students_kobo,
           coalesce(sum(d.owed_buyers_kobo), 0) as owed_buyers_kobo
      from private.money_days d where d.day < since
  )
  select s.starts_on, s.ends_on, s.sales, s.takings_kobo, s.refunds, s.refunds_kobo, s.shares_kobo, s.fees_kobo, s.kept_kobo,
         (o.held_kobo + sum(s.held_kobo) over w)::bigint,
         (o.owed_students_kobo + sum(s.owed_students_kobo) over w)::bigint,
         (o.owed_buyers_kobo + sum(s.owed_buyers_kobo) over w)::bigint
    from summed s cross join opening o
  window w as (order by s.starts_on)
   order by s.starts_on;
end $$;
comment on function public.money_figures(date, date, public.period_step) is
  'Returns the figures of the ledger for days in Lagos, first and last inclusive, by period. sales: less reversed ones. '
  'kept: by Lamplight, after shares, refunds and fees. held, owed_students and owed_buyers: balances at the end of the '
  'period. At most ten years, or a year by day. Admins only.';
revoke all on function public.money_figures(date, date, public.period_step) from public, anon, authenticated, service_role;
grant execute on function public.money_figures(date, date, public.period_step) to authenticated;

-- The accountant's lines: every event that changed takings, fees, refunds, shares or what Lamplight keeps, with the
-- definitions of private.money_days, so that their sums are its figures (docs/decisions/0064).
create function private.vat_in(kobo bigint, at_time timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select round(kobo * r.vat_hundredths / (10000.0 + r.vat_hundredths))::bigint from private.book_rule(at_time) r
$$;
comment on function private.vat_in(bigint, timestamptz) is
  'Returns the value-added tax in a price in kobo, by the rule of the time, rounded to the nearest kobo.';
revoke all on function private.vat_in(bigint, timestamptz) from public;

create function public.accountant_lines(since date, until date, after_id bigint default 0, max_rows integer default 1000)
returns table (
  id bigint, day date, kind public.book_transaction_kind, provider text, reference text, title text, takings_kobo bigint,
  fees_kobo bigint, refunds_kobo bigint, authors_kobo bigint, reps_kobo bigint, kept_kobo bigint, vat_kobo bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  perform private.report_periods(since, until, 'whole');
  return query
  select t.id, (t.booked_at at time zone 'Africa/Lagos')::date, t.kind, s.provider, s.order_reference, s.title,
         l.takings, l.fees, l.refunds, l.authors, l.reps, l.kept,
         coalesce(private.vat_in(l.takings - l.refunds, s.paid_at), 0)
    from public.book_transactions t
    left join public.refunds r on r.id = t.subject and t.kind = 'refund'
    left join public.sales s on s.id = coalesce(r.sale_id, t.subject) and t.kind in ('sale', 'reversal', 'refund')
   cross join lateral (
     select coalesce(sum(e.amount_kobo) filter (
              where t.kind in ('sale', 'reversal') and e.account in ('provider', 'fees')), 0)::bigint as takings,
            coalesce(sum(e.amount_kobo) filter (where e.account = 'fees'), 0)::bigint as fees,
            coalesce(-sum(e.amount_kobo) filter (where t.kind = 'refund' and e.account = 'refunds_owed'), 0)::bigint
              as refunds,
            coalesce(-sum(e.amount_kobo) filter (
              where s.id is not null and e.profile_id is distinct from s.rep_profile_id
                and e.account in ('waiting', 'available')), 0)::bigint as authors,
            coalesce(-sum(e.amount_kobo) filter (
              where s.id is not null and e.profile_id = s.rep_profile_id
                and e.account in ('waiting', 'available')), 0)::bigint as reps,
            coalesce(-sum(e.amount_kobo) filter (where e.account in ('platform', 'fees')), 0)::bigint as kept
       from public.book_entries e where e.transaction_id = t.id) l
   where t.booked_at >= since::timestamp at time zone 'Africa/Lagos'
     and t.booked_at < (until + 1)::timestamp at time zone 'Africa/Lagos'
     and t.id > after_id and (l.takings, l.fees, l.refunds, l.authors, l.reps, l.kept) <> (0, 0, 0, 0, 0, 0)
   order by t.id
   limit least(greatest(max_rows, 1), 1000);
end $$;
comment on function public.accountant_lines(date, date, bigint, integer) is
  'Returns the events of the ledger for days in Lagos, first and last inclusive, at most ten years, that changed what '
  'Lamplight takes or keeps, in kobo and in the order of recording. A refund takes shares back, which are negative then. '
  'Their sums are those of public.money_figures. vat: in takings less refunds, by the rule of the payment. after_id: the '
  'last line of the page before. Admins only.';
revoke all on function public.accountant_lines(date, date, bigint, integer) from public, anon, authenticated, service_role;
grant execute on function public.accountant_lines(date, date, bigint, integer) to authenticated;
