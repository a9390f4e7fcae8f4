// Statistics of the console: new records of chosen days in Lagos, and working days until a review was decided.
import { afterAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { type CurrentUser, gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = people
const { paid } = getPaymentServices(people)
afterAll(stop)

type Counts = Record<'accounts' | 'uploads' | 'approved' | 'requests' | 'comments' | 'answered' | 'in_time', number> & {
  starts_on: string
  ends_on: string
  median_days: number | null
}
type Figures = {
  periods: Counts[]
  reviews: { answered: number; in_time: number; median_days: number | null }
  buyers: { all: number; returning: number }
}
const nothing = { accounts: 0, uploads: 0, approved: 0, requests: 0, comments: 0, answered: 0, in_time: 0, median_days: null }

async function figuresOf(since: string, until: string, step = 'week', user: CurrentUser = admin): Promise<Figures> {
  const [row] = await as(user).query<{ figures: Figures }>(`select public.console_statistics($1, $2, $3) as figures`, [
    since,
    until,
    step,
  ])
  return (
    row?.figures ?? { periods: [], reviews: { answered: 0, in_time: 0, median_days: null }, buyers: { all: 0, returning: 0 } }
  )
}

// The first two weeks of June and the days until Wednesday, 18 June 2025; the 12th was Democracy Day.
const JUNE = ['2025-06-02', '2025-06-18'] as const
const LAST_OF_SUNDAY = '2025-06-15T23:59:59.999999+01:00'
const FIRST_OF_MONDAY = '2025-06-16T00:00:00+01:00'

describe('console_statistics', () => {
  it('is limited to owners and the role money', async () => {
    for (const [user, rejection] of [
      [visitor, noGrant],
      [ada, { code: '42501', message: 'Only admins do this' }],
      [secretKey, noGrant],
    ] as const) {
      await expect(figuresOf(...JUNE, 'day', user)).rejects.toMatchObject(rejection)
    }
    for (const user of [visitor, ada, admin, secretKey]) {
      await expect(as(user).query(`select * from private.review_decisions`)).rejects.toMatchObject(noGrant)
      await expect(
        as(user).query(`select * from private.report_periods('2025-06-02', '2025-06-18', 'day')`),
      ).rejects.toMatchObject(noGrant)
    }
  })

  it('splits the days into days, weeks from the first one or calendar months', async () => {
    const split = async (since: string, until: string, step: string) =>
      (await figuresOf(since, until, step)).periods.map(({ starts_on, ends_on }) => [starts_on, ends_on])
    expect(await split('2025-06-30', '2025-07-01', 'day')).toEqual([
      ['2025-06-30', '2025-06-30'],
      ['2025-07-01', '2025-07-01'],
    ])
    expect(await split('2025-06-04', '2025-06-18', 'week')).toEqual([
      ['2025-06-04', '2025-06-10'],
      ['2025-06-11', '2025-06-17'],
      ['2025-06-18', '2025-06-18'],
    ])
    expect(await split('2024-01-31', '2024-03-01', 'month')).toEqual([
      ['2024-01-31', '2024-01-31'],
      ['2024-02-01', '2024-02-29'],
      ['2024-03-01', '2024-03-01'],
    ])
    expect(await split('2016-06-30', '2026-06-28', 'whole')).toEqual([['2016-06-30', '2026-06-28']])
  })

  it('rejects days in the wrong order, too many of them, or none', async () => {
    for (const [since, until, step] of [
      ['2025-06-02', '2025-06-01', 'day'],
      ['2024-01-01', '2025-06-01', 'day'],
      ['2001-01-01', '2025-06-01', 'month'],
    ] as const) {
      await expect(figuresOf(since, until, step), `${since} ${until}`).rejects.toMatchObject({ code: '22023' })
    }
    await expect(as(admin).query(`select public.console_statistics(null, '2025-06-01', 'day')`)).rejects.toMatchObject({
      code: '22023',
    })
  })
})

describe('buyers', () => {
  const buyersOf = async (since: string, until: string) => (await figuresOf(since, until, 'whole')).buyers

  it('are counted once, those who had bought before apart, without free works, reversed and second payments', async () => {
    const buy = async (email: string, paidAt: string, more: { material?: string; price?: number } = {}) => {
      const order = await paid({ email, ...more })
      await as(owner).change(`update private.orders set paid_at = $2 where id = $1`, [order.id, paidAt])
      return order
    }
    await buy('chidi@mail.ng', '2023-03-31T23:59:59+01:00')
    await buy('Chidi@mail.ng', '2023-04-01T00:00:00+01:00')
    await buy('chidi@mail.ng', '2023-04-30T23:59:59+01:00')
    await buy('twice@mail.ng', '2023-04-10T09:00:00+01:00')
    await buy('twice@mail.ng', '2023-04-11T09:00:00+01:00')
    const once = await buy('once@mail.ng', '2023-04-12T09:00:00+01:00')
    await buy('once@mail.ng', '2023-04-13T09:00:00+01:00', { material: once.material })
    await buy('free@mail.ng', '2023-04-14T09:00:00+01:00', { price: 0 })
    const reversed = await buy('reversed@mail.ng', '2023-04-15T09:00:00+01:00')
    await as(owner).change(`update private.orders set state = 'revoked' where id = $1`, [reversed.id])
    expect(await buyersOf('2023-04-01', '2023-04-30')).toEqual({ all: 3, returning: 2 })
    expect(await buyersOf('2023-03-01', '2023-03-31')).toEqual({ all: 1, returning: 0 })
  })
})

describe('counts of new records', () => {
  it('are zero without records', async () => {
    expect(await figuresOf('2000-12-31', '2001-01-01', 'day')).toEqual({
      periods: [
        { starts_on: '2000-12-31', ends_on: '2000-12-31', ...nothing },
        { starts_on: '2001-01-01', ends_on: '2001-01-01', ...nothing },
      ],
      reviews: { answered: 0, in_time: 0, median_days: null },
      buyers: { all: 0, returning: 0 },
    })
  })

  it('begin and end at midnight in Lagos, and count the first and the last day', async () => {
    // Before the days, at the edges of each week, and after them.
    const moments = [
      '2025-06-01T23:59:59.999999+01:00',
      '2025-06-02T00:00:00+01:00',
      LAST_OF_SUNDAY,
      FIRST_OF_MONDAY,
      '2025-06-18T23:59:59.999999+01:00',
      '2025-06-19T00:00:00+01:00',
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
    const june = [
      { starts_on: '2025-06-02', ends_on: '2025-06-08', ...nothing, accounts: 1, uploads: 1, requests: 1, comments: 1 },
      {
        starts_on: '2025-06-09',
        ends_on: '2025-06-15',
        ...nothing,
        accounts: 1,
        uploads: 1,
        requests: 1,
        comments: 1,
        approved: 1,
      },
      {
        starts_on: '2025-06-16',
        ends_on: '2025-06-18',
        ...nothing,
        accounts: 2,
        uploads: 2,
        requests: 2,
        comments: 2,
        approved: 1,
      },
    ]
    expect((await figuresOf(...JUNE)).periods).toEqual(june)
    // By day and in one, the same records.
    const days = (await figuresOf(...JUNE, 'day')).periods
    expect(days.filter(({ uploads }) => uploads > 0).map(({ starts_on }) => starts_on)).toEqual([
      '2025-06-02',
      '2025-06-15',
      '2025-06-16',
      '2025-06-18',
    ])
    expect((await figuresOf(...JUNE, 'whole')).periods).toMatchObject([{ uploads: 4, accounts: 4, approved: 2 }])
    // The day before and the day after have the others.
    expect((await figuresOf('2025-06-01', '2025-06-01', 'day')).periods).toMatchObject([{ uploads: 1, requests: 1 }])
    expect((await figuresOf('2025-06-19', '2025-06-19', 'day')).periods).toMatchObject([{ uploads: 1, comments: 1 }])
  })

  it('are exact among many thousands', async () => {
    await as(owner).change(
      `insert into public.topic_requests (user_id, topic, created_at)
       select $1, 'Many', '2020-01-06T00:00:00+01:00'::timestamptz + at * interval '1 hour' from generate_series(0, 19999) at`,
      [ada.profileId],
    )
    // One request an hour from 6 January 2020: full weeks have 168, and the last one has the remaining 8.
    const { periods } = await figuresOf('2022-04-04', '2022-04-20')
    expect(periods.map(({ starts_on, requests }) => [starts_on, requests])).toEqual([
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
    const { periods, reviews } = await figuresOf('2025-06-02', '2025-06-22')
    expect(periods).toMatchObject([
      { answered: 0, in_time: 0, median_days: null },
      { answered: 2, in_time: 2, median_days: 3.5 },
      { answered: 3, in_time: 1, median_days: 5 },
    ])
    expect(reviews).toEqual({ answered: 5, in_time: 3, median_days: 5 })
    expect((await figuresOf('2025-06-13', '2025-06-14', 'whole')).reviews).toEqual({ answered: 2, in_time: 2, median_days: 3.5 })
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
