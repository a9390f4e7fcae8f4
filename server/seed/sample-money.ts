import type { Database } from '../backend/database.ts'

const DAY_MS = 24 * 3_600_000
/** What a work without a price was sold for, in naira. */
const OUTLINE_PRICE = 2500

/** What happened to the demo student's three works: days ago, and which work was sold or refunded. */
const story = [
  { ago: 41, sold: 0 },
  { ago: 38, sold: 1 },
  { ago: 36, sold: 0 },
  { ago: 33, sold: 2 },
  { ago: 31, sold: 1, refunded: 28 },
  { ago: 27, sold: 0 },
  { ago: 24, sold: 0 },
  { ago: 20, sold: 2 },
  { ago: 17, sold: 1 },
  { ago: 12, sold: 0 },
  { ago: 3, sold: 2 },
  { ago: 1, sold: 0 },
] as const

/**
 * A small history of money for the demo student, so that the statement, the run, the plots and Today can be looked at: three works, a dozen sales, a
 * refund, one payout paid and one due. It is written by the functions of the books with past dates, and marked as a sample. Only for an embedded
 * backend with SEED=demo; does nothing where there is any sale already.
 * @param database as its owner. @param now in milliseconds.
 */
export async function makeSampleMoney(database: Pick<Database, 'query'>, student: string, now = Date.now()): Promise<void> {
  const at = (ago: number) => new Date(now - ago * DAY_MS).toISOString()
  const [there] = (await database.query(
    `select p.id as profile, exists (select from public.sales) as has_sales
       from public.profiles p join auth.users u on u.id = p.user_id where u.email = $1`,
    [student],
  )) as { profile: string; has_sales: boolean }[]
  const works = (await database.query(
    `select id, case when price > 0 then price else $1 end as price from public.research_materials
      where is_sample order by price = 0, slug limit 3`,
    [OUTLINE_PRICE],
  )) as { id: string; price: number }[]
  if (!there || there.has_sales || works.length < 3) {
    return
  }
  for (const { id } of works) {
    await database.query(
      `insert into public.material_shares (material_id, profile_id) values ($1, $2) on conflict (material_id) do nothing`,
      [id, there.profile],
    )
  }
  await saveBankDetails(database, there.profile, at(60))

  const events = [
    ...story.map(({ ago, sold }) => ({
      ago,
      do: () =>
        database.query(
          `select private.record_sale($1, 'selar', $2, $3, null, $4::timestamptz, 'csv', $4::timestamptz, false, true)`,
          [works[sold]?.id, `SAMPLE-${ago}`, (works[sold]?.price ?? 0) * 100, at(ago)],
        ),
    })),
    ...story.flatMap((sale) =>
      'refunded' in sale
        ? [
            {
              ago: sale.refunded,
              do: () =>
                database.query(
                  `select private.settle_refund(r.refund_id, $2::timestamptz) from public.sales s
                     cross join lateral private.record_refund(s.id, 'sample', null, 'A sample refund', $2::timestamptz) r
                    where s.order_reference = $1`,
                  [`SAMPLE-${sale.ago}`, at(sale.refunded)],
                ),
            },
          ]
        : [],
    ),
    { ago: 14, do: () => payAll(database, there.profile, at(14), at(13)) },
    { ago: 0, do: () => database.query(`select private.clear_shares($1::timestamptz)`, [at(0)]) },
  ].toSorted((one, other) => other.ago - one.ago)
  for (const event of events) {
    await event.do()
  }
}

/** As a student gives them, but long enough ago that a run pays to them, and without the mail of a change. */
async function saveBankDetails(database: Pick<Database, 'query'>, profile: string, since: string): Promise<void> {
  await database.query(`alter table public.profiles_bank_details disable trigger user`)
  await database.query(
    `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name, changed_at)
     values ($1, 'First Bank', '0000014579', 'Adaeze Sample', $2::timestamptz) on conflict (profile_id) do nothing`,
    [profile, since],
  )
  await database.query(`alter table public.profiles_bank_details enable trigger user`)
}

/** A run of all that is available, which the bank then paid. */
async function payAll(database: Pick<Database, 'query'>, profile: string, when: string, paid: string): Promise<void> {
  await database.query(`select private.clear_shares($1::timestamptz)`, [when])
  await database.query(
    `select private.confirm_run('the sample run', jsonb_build_array(jsonb_build_object('profile', v.profile_id, 'kobo', v.available_kobo)),
            $2::timestamptz, true)
       from private.payout_eligibility($2::timestamptz) v where v.profile_id = $1 and v.eligibility = 'pay'`,
    [profile, when],
  )
  await database.query(
    `select private.record_payout(id, 'paid', 'SAMPLE', $1::timestamptz) from public.payouts where is_sample`,
    [paid],
  )
}
