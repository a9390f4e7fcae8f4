// The statement of a student with five thousand lines, and the ledger with many (MONEY_LINES; `npm run test:hard` has a
// million). Measured by the database's row counters, because times mean nothing on a shared machine.
import { afterAll, expect, it } from 'vitest'
import { gatherPeople, type CurrentUser } from './people.ts'

const { ada, bola, admin, owner, as, stop } = await gatherPeople()
afterAll(stop)

/** Lines of the student whose statement is read, and of all others. */
const OWN = 5000
const OTHERS = Number(process.env.MONEY_LINES ?? 45_000)
const big = ['book_transactions', 'book_entries', 'sales', 'payouts', 'payout_steps', 'refunds']

// A session's counters include earlier requests, so the difference counts.
await as(owner).query(`
  create function public.rows_read_so_far() returns bigint[] language sql security definer set search_path = '' as $$
    select array[coalesce(sum(seq_tup_read), 0), coalesce(sum(idx_tup_fetch), 0)]::bigint[]
      from pg_catalog.pg_stat_xact_user_tables where schemaname = 'public' and relname = any ('{${big.join(',')}}') $$`)
await as(owner).query(`
  create function public.what_is_read(sql text) returns table (scanned bigint, fetched bigint)
  language plpgsql security definer set search_path = '' as $$
  declare
    before bigint[] := public.rows_read_so_far();
    after bigint[];
  begin
    execute sql;
    after := public.rows_read_so_far();
    return query select after[1] - before[1], after[2] - before[2];
  end $$`)
await as(owner).query(`grant execute on function public.what_is_read(text) to authenticated`)

/** Returns the rows read for a result: those of sequential scans, and those found by an index. */
async function rowsRead(user: CurrentUser, sql: string): Promise<{ scanned: number; fetched: number }> {
  const [row] = await as(user).query<{ scanned: number; fetched: number }>(`select * from public.what_is_read($1)`, [sql])
  return row ?? { scanned: Number.NaN, fetched: Number.NaN }
}

/** Inserts thousands of sales of a student as record_sale does, in a few statements. */
async function sold(profile: string, from: number, count: number): Promise<void> {
  const range = `generate_series(${from}, ${from + count - 1}) n`
  await as(owner)
    .query(`insert into public.sales (id, material_id, title, profile_id, provider, order_reference, source, gross_kobo, fee_kobo,
      share_basis, share_percent, share_kobo, paid_at, clears_at, written_at)
    select md5(n::text)::uuid, (select id from public.research_materials limit 1), 'Sold', '${profile}', 'selar', 'O-' || n, 'csv', 200000, 0,
      'gross', 50, 100000, now() - n * interval '10 seconds', now(), now() - n * interval '10 seconds' from ${range}`)
  const [before] = await as(owner).query<{ id: number }>(`select coalesce(max(id), 0)::int as id from public.book_transactions`)
  await as(owner).query(`insert into public.book_transactions (event_key, kind, subject, booked_at)
    select 'sale:' || md5(n::text)::uuid, 'sale', md5(n::text)::uuid, now() - n * interval '10 seconds' from ${range}`)
  // In the order of the sales, each with its lines.
  await as(owner).query(`insert into public.book_entries (transaction_id, account, profile_id, amount_kobo)
    select t.id, l.account, l.profile_id, l.kobo from public.book_transactions t
     cross join (values ('provider', null, 200000), ('platform', null, -100000), ('available', '${profile}'::uuid, -100000)) l (account, profile_id, kobo)
     where t.id > ${before?.id ?? 0} order by t.id`)
}

it('reads only the shown or the student’s own lines along indexes', { timeout: 1_800_000 }, async () => {
  await as(owner).query(`insert into public.research_materials (slug, title, category) values ('sold', 'Sold', 'seminar')`)
  for (const table of ['sales', 'book_transactions', 'book_entries']) {
    await as(owner).query(`alter table public.${table} disable trigger user`)
  }
  for (let from = 0; from < OTHERS / 3; from += 50_000) {
    await sold(bola.profileId, from, Math.min(50_000, Math.ceil(OTHERS / 3) - from))
  }
  await sold(ada.profileId, 10_000_000, OWN)
  await as(owner).query(`insert into private.book_balances (account, profile_id, balance_kobo)
    select account, profile_id, sum(amount_kobo) from public.book_entries group by account, profile_id`)
  await as(owner).query(`insert into private.book_days (day, account, kind, amount_kobo)
    select (t.booked_at at time zone 'Africa/Lagos')::date, e.account, t.kind, sum(e.amount_kobo)
      from public.book_entries e join public.book_transactions t on t.id = e.transaction_id group by 1, 2, 3`)
  for (const table of [...big.map((name) => `public.${name}`), 'private.book_days', 'private.book_balances']) {
    await as(owner).query(`analyze ${table}`)
  }

  const page = await rowsRead(ada, `select * from public.own_statement(null, 26)`)
  expect(page.scanned).toBeLessThan(1000)
  expect(page.fetched).toBeLessThan(5 * OWN)
  const later = await rowsRead(
    ada,
    `select * from public.own_statement((select max(id) - 4000 from public.book_transactions), 26)`,
  )
  expect(later.scanned).toBeLessThan(1000)
  expect(later.fetched).toBeLessThan(5 * OWN)
  const sums = await rowsRead(ada, `select public.own_earnings()`)
  expect(sums.scanned).toBeLessThan(1000)
  expect(sums.fetched).toBeLessThan(5 * OWN)

  const readings: [what: string, scanned: number, fetched: number, isQuick: boolean][] = []
  for (const [what, max] of [
    [`select * from public.balance_sheet(current_date)`, 100],
    [`select * from public.account_lines('bank')`, 200],
    [`select * from public.account_lines('provider')`, 400],
    [`select * from public.account_lines('available', '${ada.profileId}')`, 5 * OWN],
    [`select * from public.find_sales()`, 400],
    [`select * from public.find_sales('', now() - interval '1 day', '00000000-0000-0000-0000-000000000000')`, 400],
    [`select * from public.propose_payouts()`, 1000],
    [`select public.money_overview()`, 1000],
    [`select public.console_today()`, 1000],
    // Days without sales, between those of the two students.
    [`select public.views_to_sales(current_date - 900, current_date - 890, 'day')`, 100],
    [`select * from public.views_and_sales_rows(current_date - 900, current_date - 890)`, 100],
    [`select * from public.best_sold_materials(current_date - 900, current_date - 890)`, 100],
    [`select * from public.sales_by_week(current_date - 900, current_date - 890)`, 100],
  ] as const) {
    const read = await rowsRead(admin, what)
    readings.push([what, read.scanned, read.fetched, read.scanned < 1000 && read.fetched < max])
  }
  expect(readings.filter(([, , , isQuick]) => !isQuick)).toEqual([])
})
