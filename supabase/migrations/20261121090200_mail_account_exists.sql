-- Somebody gave an address at sign-up, or as the new one of an account, and it has an account already. The page says nothing of it; its owner
-- gets a mail (DESIGN, departures). Whoever is not signed in may cause it, so it is one an hour at most, and the answer is always the same.

create index outbox_by_recipient_idx on public.outbox (recipient, template, created_at desc);

create function public.mail_account_exists(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known text := lower(btrim(address));
begin
  perform private.queue_mail_to(u.email, 'account-exists', p.id)
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.email = known and not exists (
    select 1 from public.outbox o
    where o.recipient = known and o.template = 'account-exists' and o.created_at > now() - interval '1 hour'
  );
end $$;
comment on function public.mail_account_exists(text) is
  'Mails the owner of an address that it was given although it has an account; once an hour at most. Says nothing to who asks.';
revoke all on function public.mail_account_exists(text) from public;
grant execute on function public.mail_account_exists(text) to anon, authenticated, service_role;
