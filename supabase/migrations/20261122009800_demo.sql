-- The demo of a first start without settings (SEED=demo): made-up people, works and sales, which
-- server/seed/demo-history creates. Their addresses end in .example, which no email can reach.

create type public.demo_removal as enum ('ok', 'no_demo', 'real_sales', 'no_other_admin');
comment on type public.demo_removal is
  'Result of removing the demo. real_sales: the ledger has sales that are not samples. no_other_admin: every owner is of '
  'the demo.';

create function public.remove_demo() returns public.demo_removal
language plpgsql security definer set search_path = '' as $$
declare
  demo_users uuid[] := array(select id from auth.users where email like '%@lamplight.example');
  demo_profiles uuid[] := array(select id from public.profiles where user_id = any (demo_users));
begin
  if not exists (select from public.settings where group_name = 'demo') then
    return 'no_demo';
  end if;
  if exists (select from public.sales where not is_sample) then
    return 'real_sales';
  end if;
  if not exists (select from public.profiles where 'owner' = any (admin_roles) and id <> all (demo_profiles)) then
    return 'no_other_admin';
  end if;

  -- The ledger only ever grows, and its triggers refuse this. It may be emptied here, because no money of it moved.
  perform set_config('session_replication_role', 'replica', true);
  truncate public.book_transactions, public.book_entries, private.book_balances, private.book_days, private.book_earned,
    private.book_months, public.sales, public.refunds, private.pending_shares, private.unsettled_refunds,
    private.pending_sale_notifications, private.sale_emails, public.unmatched_sales, private.sale_notices, private.orders,
    private.receipts, private.order_reminders, private.refused_emails, private.newsletter_consents,
    private.newsletter_emails, private.alert_addresses, private.alerts, private.alert_tokens, private.alert_works,
    private.order_refunds, private.order_tokens, private.bundle_reductions,
    private.reading_places, private.order_downloads, private.payment_events,
    private.approved_files,
    public.payout_runs, public.payouts, public.payout_steps, private.payout_accounts, private.transfers,
    private.payouts_in_file, private.payouts_left_out,
    public.payout_holds, private.paystack_reconciliations, private.paystack_discrepancies,
    private.order_disputes, private.dispute_lists, public.views_and_clicks, private.topic_views,
    public.missed_searches, public.thesaurus_proposals, private.proposal_searches;
  delete from public.audit_log where actor_id = any (demo_users) or subject = any (demo_profiles::text[]);
  perform set_config('session_replication_role', 'origin', true);

  delete from public.research_materials
   where id in (select material_id from private.material_share_history where profile_id = any (demo_profiles));
  delete from public.material_uploads where user_id = any (demo_profiles);
  delete from auth.users where id = any (demo_users);
  delete from public.profiles where id = any (demo_profiles);
  delete from public.outbox where sent_at is null and recipient like '%.example';
  delete from public.settings where group_name = 'demo';
  insert into public.audit_log (actor_id, action, subject, details) values ((select auth.uid()), 'demo.removed', 'demo', '{}');
  return 'ok';
end $$;
comment on function public.remove_demo() is
  'Deletes the accounts, uploads, works, sales and ledger of the demo, and all visits. Returns ok, no_demo, real_sales or '
  'no_other_admin. Service role only.';
revoke all on function public.remove_demo() from public, anon, authenticated;
grant execute on function public.remove_demo() to service_role;
