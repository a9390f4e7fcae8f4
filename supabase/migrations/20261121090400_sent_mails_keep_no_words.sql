-- What a mail said is of no use once it is sent, and some hold links that sign people in.

create or replace function public.note_mail_sent(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.outbox where id = mail and profile_id is null;
  update public.outbox set sent_at = now(), dead_at = null, last_error = null, details = '{}' where id = mail and sent_at is null;
end $$;
comment on function public.note_mail_sent(uuid) is 'The mail was taken by the mail server; what it said is forgotten, and all of it when it was nobody''s. Service role only.';
