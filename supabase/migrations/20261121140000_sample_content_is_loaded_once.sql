-- The sample content is loaded once in the life of a database. What an operator changed, and what they deleted, then stays as they left it,
-- on whatever machine the site starts next.

create function public.note_sample_content(loaded jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, details) values ('sample_content.loaded', 'sample content', loaded)
$$;
comment on function public.note_sample_content(jsonb) is 'Notes in the audit log that the sample content was loaded, with how much of each kind. Service role only.';
revoke all on function public.note_sample_content(jsonb) from public, anon, authenticated;
grant execute on function public.note_sample_content(jsonb) to service_role;

-- A database that was filled before there was such a note was filled all the same.
insert into public.audit_log (action, subject)
select 'sample_content.loaded', 'sample content'
where exists (select from public.research_materials where is_sample)
  or exists (select from public.topics_directory where is_sample)
  or exists (select from public.blog_posts where is_sample);
