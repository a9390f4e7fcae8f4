-- Lists and downloads of orders, and the protection and renewal of the files that were bought (docs/decisions/0033,
-- 0039).

create table private.order_downloads (
  id bigint generated always as identity primary key,
  order_id uuid not null references private.orders (id) on delete cascade,
  file_position integer not null default 1,
  bytes bigint not null default 0 check (bytes >= 0),
  created_at timestamptz not null default now()
);
comment on table private.order_downloads is 'Downloads of an order''s files, for the daily limit.';
comment on column private.order_downloads.file_position is
  'The file of the material: private.platform_files.position, or 1.';
comment on column private.order_downloads.bytes is
  'Bytes requested, less those that were not sent (docs/decisions/0039).';
create index order_downloads_of_order_idx on private.order_downloads (order_id, file_position, created_at desc);
revoke all on private.order_downloads from public, anon, authenticated, service_role;
revoke all on sequence private.order_downloads_id_seq
  from public, anon, authenticated, service_role;

-- A paid work must remain reviewable, so neither a withdrawal nor the deletion of its student's account removes it.
create function private.upload_has_buyers(upload uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.material_shares s
      join private.materials_with_work w on w.work_id = s.material_id
      join private.orders o on o.material_id = w.material_id
     where s.upload_id = upload and o.amount_kobo > 0 and private.can_be_downloaded(o))
$$;
comment on function private.upload_has_buyers(uuid) is
  'Returns true if a paid, unrefunded order has the file of this upload.';

create function public.upload_buyers(upload uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('reviewer');
  return (
    select count(*) from public.material_shares s
      join private.materials_with_work w on w.work_id = s.material_id
      join private.orders o on o.material_id = w.material_id
     where s.upload_id = upload and o.amount_kobo > 0 and private.can_be_downloaded(o));
end $$;
comment on function public.upload_buyers(uuid) is
  'Returns how many orders have the file of this upload, whose buyers would lose it on rejection. Admins only.';

create function private.retain_buyer_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.upload_has_buyers(old.id) then
    -- The student's account is being deleted: skip the row and go on.
    if pg_trigger_depth() > 1 then
      return null;
    end if;
    raise exception 'Somebody bought this work: it stays for its buyers' using errcode = '42501', hint = 'has_buyers';
  end if;
  return old;
end $$;
comment on function private.retain_buyer_file() is
  'Trigger: prevents the removal of an approved work that was bought; deleting its student''s account leaves it in '
  'place.';
create trigger material_uploads_retain_buyer_file before delete on public.material_uploads
  for each row when (old.upload_status <> 'rejected') execute function private.retain_buyer_file();

create function public.order_file(hash text, at_position integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  here private.orders;
  file record;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id where t.token_hash = hash;
  if not found then
    return null;
  end if;
  if not private.can_be_downloaded(here) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select f.*, (select count(*) > 1 from private.buyer_file(here.material_id)) as is_of_several into file
    from private.buyer_file(here.material_id) f where f.file_position = at_position;
  if not found then
    return jsonb_build_object('outcome', 'no_file');
  end if;
  return jsonb_build_object('outcome', 'ok', 'order', here.id, 'reference', here.reference, 'email', here.email,
    'title', here.title, 'path', file.file_path, 'name', file.file_name, 'sha256', file.file_sha256,
    'is_of_several', file.is_of_several);
end $$;
comment on function public.order_file(text, integer) is
  'Returns the file of an order at a position, without counting a download. outcome: ok, closed (not paid, or being '
  'refunded), no_file. Null for an unknown token. Service role only.';

create function private.max_downloads_a_day() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select nullif(substring(s.setting_value from '^\d{1,3}$'), '')::integer from public.settings s
     where s.group_name = 'orders' and s.setting_key = 'downloads_a_day'), 5)
$$;
comment on function private.max_downloads_a_day() is
  'Returns how often a file of an order can be downloaded in a day: the setting orders.downloads_a_day, or 5.';

create function private.is_downloaded_enough(of_order uuid, at_position integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= private.max_downloads_a_day() from private.order_downloads d
   where d.order_id = of_order and d.file_position = at_position and d.created_at > now() - interval '1 day'
$$;
comment on function private.is_downloaded_enough(uuid, integer) is
  'Returns true if a file of an order has reached its daily limit of downloads.';

create function public.consume_download(hash text, first_byte bigint, asked bigint, size bigint, at_position integer default 1)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
  started private.order_downloads;
begin
  select o.* into here from private.order_tokens t join private.orders o on o.id = t.order_id
   where t.token_hash = hash for update of o;
  if not found then
    return null;
  end if;
  if not private.can_be_downloaded(here) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  -- Resuming a download within the hour is not counted again until twice the file's size was sent.
  select * into started from private.order_downloads d
   where d.order_id = here.id and d.file_position = at_position and d.created_at > now() - interval '1 hour'
   order by d.created_at desc, d.id desc limit 1;
  if first_byte > 0 and started.bytes + asked <= 2 * size then
    update private.order_downloads set bytes = bytes + asked where id = started.id;
    return jsonb_build_object('outcome', 'ok', 'download', started.id);
  end if;
  if private.is_downloaded_enough(here.id, at_position) then
    return jsonb_build_object('outcome', 'too_many', 'max', private.max_downloads_a_day());
  end if;
  insert into private.order_downloads (order_id, file_position, bytes) values (here.id, at_position, asked)
  returning * into started;
  return jsonb_build_object('outcome', 'ok', 'download', started.id);
end $$;
comment on function public.consume_download(text, bigint, bigint, bigint, integer) is
  'Counts a download of one file of an order, from its first byte, the bytes requested and the size. Each file has a '
  'separate limit. Resuming within the hour is not counted while the total stays within twice the file''s size. '
  'outcome: ok (with the id of the download), closed, too_many (private.max_downloads_a_day). Null for an unknown '
  'token. Service role only.';

create function public.release_unsent_transfer(download bigint, unsent bigint) returns void
language sql security definer set search_path = '' as $$
  update private.order_downloads set bytes = greatest(bytes - unsent, 0) where id = download
$$;
comment on function public.release_unsent_transfer(bigint, bigint) is
  'Subtracts the bytes that an interrupted download did not send. Service role only.';

-- Buyers get the better file by their existing link.
create function private.notify_buyers_of_new_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  here private.orders;
begin
  for here in
    update private.orders o set renewed_at = now()
      from public.material_shares s join private.materials_with_work w on w.work_id = s.material_id
     where s.upload_id = new.id and o.material_id = w.material_id and private.can_be_downloaded(o) and o.email <> ''
       and o.paid_at < new.file_replaced_at and coalesce(o.renewed_at, '-infinity') < new.file_replaced_at
    returning o.*
  loop
    perform private.notify_buyer(here, 'order-renewed');
  end loop;
  return null;
end $$;
comment on function private.notify_buyers_of_new_file() is
  'Trigger: emails the buyers of a work when another file of it is approved, once per file.';
create trigger material_uploads_5_notify_buyers after update of upload_status on public.material_uploads
  for each row when (
    new.upload_status = 'approved' and old.upload_status <> 'approved' and new.file_replaced_at is not null
  ) execute function private.notify_buyers_of_new_file();

revoke all on function
  private.upload_has_buyers(uuid), private.retain_buyer_file(), private.notify_buyers_of_new_file(),
  private.max_downloads_a_day(), private.is_downloaded_enough(uuid, integer)
  from public;
revoke all on function
  public.order_file(text, integer), public.consume_download(text, bigint, bigint, bigint, integer),
  public.release_unsent_transfer(bigint, bigint)
  from public, anon, authenticated, service_role;
grant execute on function
  public.order_file(text, integer), public.consume_download(text, bigint, bigint, bigint, integer),
  public.release_unsent_transfer(bigint, bigint)
  to service_role;
revoke all on function
  public.upload_buyers(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.upload_buyers(uuid)
  to authenticated;

create function public.email_orders(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known text := lower(btrim(address));
  rows jsonb;
begin
  select jsonb_agg(jsonb_build_object('title', o.title, 'reference', o.reference, 'paid_at', o.paid_at,
           'token', private.new_order_token(o.id)))
    into rows from (
      select * from private.orders p where lower(p.email) = known and known <> '' and p.state = 'paid'
       order by p.paid_at desc limit 30
    ) o;
  if rows is not null then
    perform private.queue_email_to(known, 'orders-found', null, jsonb_build_object('orders', rows));
  end if;
end $$;
comment on function public.email_orders(text) is
  'Emails an address the links of its newest thirty paid orders, if it has any. Service role only.';

create function public.own_orders()
returns table (
  id uuid, material_id uuid, title text, reference text, paid_at timestamptz, amount_kobo bigint, gives_file boolean
)
language sql stable security definer set search_path = '' as $$
  select o.id, o.material_id, o.title, o.reference, o.paid_at, o.amount_kobo, private.can_be_downloaded(o)
    from auth.users u join private.orders o on lower(o.email) = lower(u.email)
   where u.id = (select private.own_account_id()) and u.email_confirmed_at is not null and o.state = 'paid'
   order by o.paid_at desc limit 100
$$;
comment on function public.own_orders() is
  'Returns the caller''s purchases: paid orders of the account''s confirmed address. gives_file is false once the money '
  'goes back.';

create function public.own_purchase(material uuid) returns table (id uuid, material_id uuid, title text, paid_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.id, o.material_id, o.title, o.paid_at
    from auth.users u
    join private.orders o on lower(o.email) = lower(u.email)
    join private.materials_with_work w on w.material_id = o.material_id and w.work_id = material
   where u.id = (select private.own_account_id()) and u.email_confirmed_at is not null and private.can_be_downloaded(o)
   order by o.paid_at desc limit 1
$$;
comment on function public.own_purchase(uuid) is
  'Returns the caller''s newest order that gives a work, itself or in a bundle (material_id), by the confirmed address.';

create function public.open_own_order(of_order uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.own_orders() o where o.id = of_order) then
    return null;
  end if;
  return private.new_order_token(of_order);
end $$;
comment on function public.open_own_order(uuid) is
  'Returns another token that opens an order of the caller; null if the order is not theirs.';

-- Deleting an account also anonymises its orders. Existing links continue to open them.
create function private.anonymise_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.receipts r using private.orders o
   where o.id = r.order_id and r.number is null and lower(o.email) = lower(old.email);
  update private.receipts r set payer_name = '', payer_school = ''
    from private.orders o where o.id = r.order_id and lower(o.email) = lower(old.email);
  update private.orders set email = '' where lower(email) = lower(old.email);
  return null;
end $$;
comment on function private.anonymise_buyer() is
  'Trigger on auth.users: removes the address of a deleted account from its orders, and names from their receipts.';
create trigger orders_anonymise_buyer after delete on auth.users
  for each row when (old.email_confirmed_at is not null) execute function private.anonymise_buyer();

-- Addresses of users who did not buy are not needed.
create function public.purge_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.orders where state in ('pending', 'failed', 'abandoned') and created_at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function public.purge_unpaid_orders() is
  'Deletes orders that were not paid within thirty days. Returns how many. Service role only.';
revoke all on function private.anonymise_buyer() from public;
revoke all on function public.email_orders(text), public.purge_unpaid_orders() from public, anon, authenticated, service_role;
grant execute on function public.email_orders(text), public.purge_unpaid_orders() to service_role;
revoke all on function public.own_orders(), public.own_purchase(uuid), public.open_own_order(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.own_orders(), public.own_purchase(uuid), public.open_own_order(uuid) to authenticated;
