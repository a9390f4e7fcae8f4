-- The rules of money with their history (docs/decisions/0031). A sale follows the rule in force when the buyer paid.
create table public.book_rules (
  id bigint generated always as identity primary key,
  refund_days integer not null check (refund_days between 0 and 60),
  minimum_kobo bigint not null check (minimum_kobo between 0 and 100000000),
  run_weekday integer not null check (run_weekday between 1 and 7),
  hold_hours integer not null check (hold_hours between 0 and 336),
  share_percent integer not null default 50 check (share_percent between 0 and 100),
  rep_percent integer not null default 10 check (rep_percent between 0 and 50),
  share_basis text not null check (share_basis in ('gross', 'net')),
  fee_hundredths integer not null check (fee_hundredths between 0 and 5000),
  fee_fixed_kobo bigint not null check (fee_fixed_kobo between 0 and 1000000),
  vat_hundredths integer not null default 0 check (vat_hundredths between 0 and 2500),
  valid_from timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table public.book_rules is
  'Rules of refunds, shares and payouts. The newest row is in force; the others are the history. Readable by everyone.';
comment on column public.book_rules.refund_days is
  'Days after payment in which a buyer may request a refund. The share waits that long.';
comment on column public.book_rules.minimum_kobo is 'Minimum payout.';
comment on column public.book_rules.run_weekday is 'Day of payout runs: 1 is Monday, 7 is Sunday, in Lagos.';
comment on column public.book_rules.hold_hours is 'Hours after a change of bank details without payouts.';
comment on column public.book_rules.share_percent is
  'The student''s part of each sale that an approval offers and texts name. A work retains the part agreed for it.';
comment on column public.book_rules.rep_percent is
  'A class rep''s part of the price, unless another one was agreed with the rep. It is taken from the platform''s part.';
comment on column public.book_rules.share_basis is
  'gross: the share is a part of the price. net: of the price less the provider''s fee.';
comment on column public.book_rules.fee_hundredths is
  'The provider''s fee in hundredths of a percent (400 is 4 %), for sales without a reported fee.';
comment on column public.book_rules.fee_fixed_kobo is 'The provider''s additional fixed fee per sale.';
comment on column public.book_rules.vat_hundredths is
  'Value-added tax in the price, in hundredths of a percent of the price without it (750 is 7.5 %); 0: none is charged. '
  'Receipts and the accountant''s export name it; shares are of the whole price.';
create index book_rules_valid_from_idx on public.book_rules (valid_from desc, id desc);
create trigger book_rules_are_append_only before update or delete on public.book_rules
  for each row execute function private.prevent_update();
create trigger book_rules_prevent_truncate before truncate on public.book_rules
  for each statement execute function private.prevent_update();
create function private.log_money_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before public.book_rules;
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null;
  end if;
  select * into before from public.book_rules where id <> new.id order by valid_from desc, id desc limit 1;
  insert into public.audit_log (actor_id, action, subject, details)
  select (select auth.uid()), 'book_rule.added', new.id::text, jsonb_build_object('changes',
           coalesce(jsonb_object_agg(present.key, jsonb_build_array(past.value, present.value)), '{}'::jsonb))
    from jsonb_each(to_jsonb(new) - '{id,valid_from,created_at}'::text[]) present
    join jsonb_each(to_jsonb(before)) past on past.key = present.key
   where past.value <> present.value;
  return null;
end $$;
comment on function private.log_money_rules() is
  'Trigger: logs an admin''s new rules to audit_log as their difference from the rules before.';
revoke all on function private.log_money_rules() from public;
create trigger book_rules_log after insert on public.book_rules
  for each row execute function private.log_money_rules();
-- SPEC 9 defines the window and the half; the minimum, the day and the hold are our choice. The fee is Selar's, from
-- its help page.
insert into public.book_rules
  (refund_days, minimum_kobo, run_weekday, hold_hours, share_basis, fee_hundredths, fee_fixed_kobo, valid_from)
values (7, 200000, 5, 48, 'gross', 400, 5000, '2026-01-01T00:00:00Z');

create function private.book_rule(at_time timestamptz) returns public.book_rules
language sql stable security definer set search_path = '' as $$
  (select r from public.book_rules r where r.valid_from <= at_time order by r.valid_from desc, r.id desc limit 1)
  union all
  (select r from public.book_rules r order by r.valid_from, r.id limit 1)
  limit 1
$$;
comment on function private.book_rule(timestamptz) is
  'Returns the rule in force at a time; the first one for earlier times.';
revoke all on function private.book_rule(timestamptz) from public;

alter table public.book_rules enable row level security;
revoke all on public.book_rules from anon, authenticated, service_role;
grant select on public.book_rules to anon, authenticated, service_role;
create policy "Everybody reads the rules of money" on public.book_rules for select to anon, authenticated using (true);
