// Statistics of the console: weeks from Monday in Lagos, and working days until a review was decided.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)

type Week = Record<'accounts' | 'uploads' | 'approved' | 'requests' | 'comments' | 'answered' | 'in_time', number> & {
  week: string
  median_days: number | null
}
type Figures = { weeks: Week[]; reviews: { answered: number; in_time: number; median_days: number | null } }
const nothing = { accounts: 0, uploads: 0, approved: 0, requests: 0, comments: 0, answered: 0, in_time: 0, median_days: null }

/** Returns the statistics at a given time. */
async function figuresAt(moment: string, weeks = 3): Promise<Figures> {
  const [row] = await as(owner).query<{ figures: Figures }>(`select private.statistics($1, $2) as figures`, [weeks, moment])
  return row?.figures ?? { weeks: [], reviews: { answered: 0, in_time: 0, median_days: null } }
}

// Wednesday, 18 June 2025; the 12th was Democracy Day.
const WEDNESDAY = '2025-06-18T12:00:00+01:00'
const LAST_OF_SUNDAY = '2025-06-15T23:59:59.999999+01:00'
const FIRST_OF_MONDAY = '2025-06-16T00:00:00+01:00'

describe('console_statistics', () => {
  it('is limited to admins', async () => {
    for (const [user, rejection] of [
      [visitor, noGrant],
      [ada, { code: '42501', message: 'Only admins do this' }],
      [secretKey, noGrant],
    ] as const) {
      await expect(as(user).query(`select public.console_statistics()`)).rejects.toMatchObject(rejection)
    }
    for (const user of [visitor, ada, admin, secretKey]) {
      await expect(as(user).query(`select private.statistics(12, now())`)).rejects.toMatchObject(noGrant)
      await expect(as(user).query(`select * from private.review_decisions`)).rejects.toMatchObject(noGrant)
    }
  })

  it('returns twelve weeks by default up to this one and at most a year', async () => {
    const result = async (weeks: string) =>
      (await as(admin).query<{ figures: Figures }>(`select public.console_statistics(${weeks}) as figures`))[0]?.figures.weeks ??
      []
    const [clock] = await as(owner).query<{ monday: string }>(
      `select date_trunc('week', now() at time zone 'Africa/Lagos')::date::text as monday`,
    )
    const weeks = await result('')
    expect(weeks).toHaveLength(12)
    expect(weeks.at(-1)).toMatchObject({ week: clock?.monday, accounts: 3, uploads: 0 })
    expect(await result('1000000')).toHaveLength(53)
    const before = await result('12, 1')
    expect(before).toHaveLength(12)
    const [monday] = await as(owner).query<{ day: string }>(`select ($1::date - 7)::text as day`, [weeks[0]?.week])
    expect(before.at(-1)).toMatchObject({ week: monday?.day, accounts: 0 })
    expect(await result('0')).toHaveLength(1)
  })
})

describe('counts of new records', () => {
  it('are zero without records', async () => {
    expect(await figuresAt('2001-01-01T00:00:00+01:00', 2)).toEqual({
      weeks: [
        { week: '2000-12-25', ...nothing },
        { week: '2001-01-01', ...nothing },
      ],
      reviews: { answered: 0, in_time: 0, median_days: null },
    })
  })

  it('use weeks in Lagos with a boundary between Sunday and Monday', async () => {
    // Before the three weeks, at the edges of each, and after them.
    const moments = [
      '2025-06-01T23:59:59.999999+01:00',
      '2025-06-02T00:00:00+01:00',
      LAST_OF_SUNDAY,
      FIRST_OF_MONDAY,
      '2025-06-22T23:59:59.999999+01:00',
      '2025-06-23T00:00:00+01:00',
    ]
    const [material] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, published_at) values ('counted', 'Counted', 'seminar', now()) returning id`,
    )
    for (const [at, moment] of moments.entries()) {
      const account = await signUp(`week${at}@example.com`)
      await as(owner).change(`update public.profiles set created_at = $2 where id = $1`, [account.profileId, moment])
      await as(owner).change(`insert into public.topic_requests (user_id, topic, created_at) values ($1, 'T', $2)`, [
        ada.profileId,
        moment,
      ])
      await as(owner).change(
        `insert into public.material_comments (material_id, profile_id, body, comment_status, created_at) values ($1, $2, 'C', 'declined', $3)`,
        [material?.id, ada.profileId, moment],
      )
      const upload = await sendIn(ada, `Of week ${at}`)
      await as(owner).change(`update public.material_uploads set created_at = $2 where id = $1`, [upload.id, moment])
    }
    // Approved works count in the week of the decision, whenever they arrived.
    for (const [status, moment] of [
      ['approved', LAST_OF_SUNDAY],
      ['approved', FIRST_OF_MONDAY],
      ['rejected', FIRST_OF_MONDAY],
    ] as const) {
      const upload = await sendIn(bola, `${status} then`)
      await as(owner).change(`update public.material_uploads set upload_status = $2 where id = $1`, [upload.id, status])
      await as(owner).change(`update public.upload_reviews set decided_at = $2 where upload_id = $1`, [upload.id, moment])
    }
    const { weeks } = await figuresAt(WEDNESDAY)
    expect(weeks).toEqual([
      { week: '2025-06-02', ...nothing, accounts: 1, uploads: 1, requests: 1, comments: 1 },
      { week: '2025-06-09', ...nothing, accounts: 1, uploads: 1, requests: 1, comments: 1, approved: 1 },
      { week: '2025-06-16', ...nothing, accounts: 2, uploads: 2, requests: 2, comments: 2, approved: 1 },
    ])
  })

  it('are exact among many thousands', async () => {
    await as(owner).change(
      `insert into public.topic_requests (user_id, topic, created_at)
       select $1, 'Many', '2020-01-06T00:00:00+01:00'::timestamptz + at * interval '1 hour' from generate_series(0, 19999) at`,
      [ada.profileId],
    )
    // One request an hour from Monday 00:00: full weeks have 168, and the last week has the remaining 8.
    const { weeks } = await figuresAt('2022-04-20T00:00:00+01:00')
    expect(weeks.map(({ week, requests }) => [week, requests])).toEqual([
      ['2022-04-04', 168],
      ['2022-04-11', 168],
      ['2022-04-18', 8],
    ])
  })
})

describe('review times', () => {
  it('count working days in Lagos up to the fifth', async () => {
    await as(owner).change(
      `insert into public.settings (group_name, setting_key, setting_value) values ('uploads', 'public_holidays_2025', $1)`,
      ['2025-06-07 A Saturday\n2025-06-12 Democracy Day\nnot a day\n2025-99-99 none either'],
    )
    for (const [sent, answered] of [
      // Working days: four from Friday to Friday over the holiday, three from Monday to Saturday over it.
      ['2025-06-06T15:00:00+01:00', '2025-06-13T09:00:00+01:00'],
      ['2025-06-09T09:00:00+01:00', '2025-06-14T23:00:00+01:00'],
      // An upload on Friday in Lagos (Thursday in London): five working days to Monday, six a day earlier. A decision
      // on the Saturday after the fifth day is late.
      ['2025-06-05T23:30:00Z', '2025-06-16T00:00:00+01:00'],
      ['2025-06-05T10:00:00+01:00', '2025-06-16T10:00:00+01:00'],
      ['2025-06-13T09:00:00+01:00', '2025-06-21T10:00:00+01:00'],
    ]) {
      const upload = await sendIn(bola, 'Answered then')
      await as(owner).change(`insert into private.review_decisions (upload_id, waited_since, answered_at) values ($1, $2, $3)`, [
        upload.id,
        sent,
        answered,
      ])
    }
    const { weeks, reviews } = await figuresAt(WEDNESDAY)
    expect(weeks).toMatchObject([
      { answered: 0, in_time: 0, median_days: null },
      { answered: 2, in_time: 2, median_days: 3.5 },
      { answered: 3, in_time: 1, median_days: 5 },
    ])
    expect(reviews).toEqual({ answered: 5, in_time: 3, median_days: 5 })
  })

  it('record each first decision of a file when it is made', async () => {
    const upload = await sendIn(ada, 'Answered twice')
    const responses = () =>
      as(owner).query<{ since: string; is_now: boolean }>(
        `select waited_since::text as since, answered_at > now() - interval '1 minute' as is_now from private.review_decisions
          where upload_id = $1 order by waited_since`,
        [upload.id],
      )
    const version = async () =>
      (
        await as(owner).query<{ version: number }>(`select version from public.upload_reviews where upload_id = $1`, [upload.id])
      )[0]?.version
    expect(await responses()).toEqual([])
    await as(admin).query(`select public.request_changes($1, $2, 'Mend it')`, [upload.id, await version()])
    const [sent] = await as(owner).query<{ at: string }>(
      `select created_at::text as at from public.material_uploads where id = $1`,
      [upload.id],
    )
    expect(await responses()).toEqual([{ since: sent?.at, is_now: true }])

    const file = `${ada.userId}/1796000000000-better.pdf`
    await as(ada).change(
      `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 300}')`,
      [file],
    )
    await as(ada).query(`select public.replace_upload_file($1, 'better.pdf', $2)`, [upload.id, file])
    await as(admin).query(`select public.reject_upload($1, $2, 'No')`, [upload.id, await version()])
    expect(await responses()).toHaveLength(2)
    await as(admin).query(`select public.reopen_review($1, $2)`, [upload.id, await version()])
    await as(admin).query(`select public.reject_upload($1, $2, 'Still no')`, [upload.id, await version()])
    expect(await responses()).toHaveLength(2)

    const withdrawn = await sendIn(ada, 'Withdrawn')
    await as(ada).change(`delete from public.material_uploads where id = $1`, [withdrawn.id])
    expect(await as(owner).query(`select from private.review_decisions where upload_id = $1`, [withdrawn.id])).toEqual([])
  })
})
