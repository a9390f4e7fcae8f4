-- The console's lists at ten thousand rows: each part is read along an index, so that its first page and its last cost the same.

create index material_uploads_answered_idx on public.material_uploads (upload_status, updated_at desc, id desc);
create index material_uploads_asked_idx on public.material_uploads (updated_at desc, id desc)
  where upload_status = 'pending' and waiting_since is null;
create index material_comments_by_status_and_id_idx on public.material_comments (comment_status, created_at, id);
drop index public.material_comments_by_status_idx;
create index topics_directory_samples_idx on public.topics_directory (is_sample, updated_at desc, id desc) where deleted_at is null;
create index topics_directory_deleted_idx on public.topics_directory (updated_at desc, id desc) where deleted_at is not null;
