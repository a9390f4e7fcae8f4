-- What is taken out of the console as a file is in the log, and whoever takes it has just given their password.

create function public.log_export(of_what text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.only_operators();
  if not private.signed_in_just_now() then
    raise exception 'Sign in again first: the session is older than five minutes' using errcode = '42501', hint = 'sign_in_again';
  end if;
  if of_what is null or of_what not in ('topics') then
    raise exception 'There is no such export' using errcode = '22023';
  end if;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'catalogue.exported', of_what);
end $$;
comment on function public.log_export(text) is 'Notes that the topics were taken out as a file. Operators who signed in within five minutes only.';
revoke all on function public.log_export(text) from public, anon, authenticated, service_role;
grant execute on function public.log_export(text) to authenticated;
