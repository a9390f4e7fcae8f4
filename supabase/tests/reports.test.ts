// public.reports: sent by readers, settled by admins. All open reports of a target are settled together.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, badValue, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const adminsAlone = { code: '42501', message: 'Only admins do this' }
const twice = { code: '23505' }
const others = [
  ['a visitor', visitor, noGrant],
  ['a student', ada, adminsAlone],
  ['the secret key', secretKey, noGrant],
] as const

let published = ''
let draft = ''
let created = 0
/** A comment by Bola, visible by default. */
async function comment(body: string, status = 'shown', of = published): Promise<string> {
  const [row] = await as(owner).query<{ id: string }>(
    `insert into public.material_comments (material_id, profile_id, body, comment_status) values ($1, $2, $3, $4) returning id`,
    [of, bola.profileId, body, status],
  )
  return row?.id ?? ''
}
async function material(title: string, shown = true): Promise<string> {
  const [row] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, published_at) values ($1, $2, 'seminar', $3) returning id`,
    [`reported-${(created += 1)}`, title, shown ? '2026-01-01' : null],
  )
  return row?.id ?? ''
}
beforeAll(async () => {
  published = await material('Published')
  draft = await material('Draft', false)
})

type What = { material?: string; comment?: string; reason?: string; words?: string }
const report = (user: CurrentUser, { material: of, comment: on, reason = 'rude', words = '' }: What) =>
  as(user).change(`insert into public.reports (material_id, comment_id, reason, words) values ($1, $2, $3, $4)`, [
    of ?? null,
    on ?? null,
    reason,
    words,
  ])
const settle = async (user: CurrentUser, target: string, how: string, note: string | null = null, until = 'now') =>
  (
    await as(user).query<{ outcome: string }>(`select public.resolve_reports($1, $2, $3, $4) as outcome`, [
      target,
      until,
      how,
      note,
    ])
  )[0]?.outcome
const reopen = async (user: CurrentUser, target: string) =>
  (await as(user).query<{ done: boolean }>(`select public.reopen_reports($1) as done`, [target]))[0]?.done
type Found = { target: string; reports: number; urgent: boolean; outcome: string | null; note: string | null; result: unknown[] }
const find = (user: CurrentUser, open = true, search = '') =>
  as(user).query<Found>(`select * from public.find_reports($1, $2)`, [open, search])
const hasReportInDetails = async (work: string) =>
  (
    await as(admin).query<{ is: boolean }>(
      `select public.material_details($1) ->> 'unpublished_by_report_at' is not null as is`,
      [work],
    )
  )[0]?.is
const getState = (target: string) =>
  as(owner).query<{ outcome: string | null }>(`select outcome from public.reports where target = $1 order by created_at, id`, [
    target,
  ])

describe('sending reports', () => {
  it('accepts reports of visible targets in the student’s own name', async () => {
    const response = await comment('Mrs Ngozi in ward 4 was the case')
    expect(await report(ada, { comment: response, reason: 'patient', words: 'Ward 4' })).toBe(1)
    expect(await report(ada, { material: published, reason: 'payment' })).toBe(1)
    expect(
      await as(ada).query(`select profile_id, reason, words, outcome from public.reports where target = $1`, [response]),
    ).toEqual([{ profile_id: ada.profileId, reason: 'patient', words: 'Ward 4', outcome: null }])
  })

  it('rejects visitors', async () => {
    await expect(report(visitor, { material: published })).rejects.toMatchObject(noGrant)
    await expect(as(visitor).query(`select id from public.reports`)).rejects.toMatchObject(noGrant)
  })

  it('rejects invisible targets', async () => {
    for (const what of [
      { material: draft },
      { material: randomUUID() },
      { comment: await comment('Waits', 'pending') },
      { comment: await comment('Declined', 'declined') },
      { comment: await comment('On a draft', 'shown', draft) },
    ]) {
      await expect(report(bola, what)).rejects.toMatchObject(noPolicy)
    }
  })

  it.each(['id', 'profile_id', 'outcome', 'note', 'settled_by', 'settled_at', 'created_at', 'updated_at'])(
    'rejects %s from signed-in users',
    async (column) => {
      for (const user of [ada, admin]) {
        await expect(
          as(user).change(`insert into public.reports (material_id, reason, ${column}) values ($1, 'rude', default)`, [
            published,
          ]),
        ).rejects.toMatchObject(noGrant)
      }
    },
  )

  it('requires one target and a listed reason and a text for other reasons of at most a thousand characters', async () => {
    const response = await comment('Said')
    for (const what of [
      { material: published, comment: response },
      { material: published, reason: 'ugly' },
      { comment: response, reason: 'payment' },
      { comment: response, reason: 'other', words: '  ' },
      { comment: response, words: 'x'.repeat(1001) },
    ]) {
      await expect(report(bola, what)).rejects.toMatchObject(badValue)
    }
    // A report without a target.
    await expect(report(bola, {})).rejects.toMatchObject(noPolicy)
    expect(await report(bola, { comment: response, reason: 'other', words: 'Something' })).toBe(1)
  })

  it('rejects a second report of the same target by the same user while the first is open', async () => {
    const response = await comment('Twice')
    await report(ada, { comment: response })
    await expect(report(ada, { comment: response, reason: 'harmful' })).rejects.toMatchObject(twice)
    expect(await report(admin, { comment: response })).toBe(1)
    expect(await settle(admin, response, 'nothing_to_do')).toBe('ok')
    expect(await report(ada, { comment: response })).toBe(1)
  })
})

describe('reading and changing reports', () => {
  const mine = async (user: CurrentUser) => (await as(user).query(`select id from public.reports`)).length

  it('shows users their own and admins all and the admin’s note only in the console', async () => {
    const reader = await signUp('reader@example.com')
    expect(await mine(reader)).toBe(0)
    await report(reader, { material: published })
    expect(await mine(reader)).toBe(1)
    const [all] = await as(owner).query<{ n: number }>(`select count(*)::int as n from public.reports`)
    expect(await mine(admin)).toBe(all?.n)
    for (const user of [reader, admin]) {
      for (const column of ['note', 'settled_by']) {
        await expect(as(user).query(`select ${column} from public.reports`)).rejects.toMatchObject(noGrant)
      }
    }
  })

  it('rejects direct changes and deletions also by admins', async () => {
    for (const user of [ada, admin, visitor]) {
      for (const sql of [
        `update public.reports set reason = 'rude'`,
        `update public.reports set outcome = 'dealt_with', settled_at = now()`,
        `delete from public.reports`,
      ]) {
        await expect(as(user).change(sql)).rejects.toMatchObject(noGrant)
      }
    }
  })

  it.each(others)('rejects listing and settling and reopening for %s', async (_who, user, rejection) => {
    await expect(find(user)).rejects.toMatchObject(rejection)
    await expect(settle(user, published, 'nothing_to_do')).rejects.toMatchObject(rejection)
    await expect(reopen(user, published)).rejects.toMatchObject(rejection)
  })
})

describe('settling reports', () => {
  it('settles all open reports of a target once and tells a second admin', async () => {
    const response = await comment('Rude to its reader')
    await report(ada, { comment: response, words: 'Look' })
    await report(bola, { comment: response, reason: 'harmful' })
    const [row] = await find(admin, true, 'rude to its')
    expect(row).toMatchObject({ target: response, reports: 2, urgent: true, outcome: null })
    expect(row?.result).toMatchObject([
      { reason: 'rude', words: 'Look', profile_id: ada.profileId, name: 'Ada Obi' },
      { reason: 'harmful', words: '', profile_id: bola.profileId, name: 'Bola Ade' },
    ])
    const outcomes = await Promise.all([
      settle(admin, response, 'dealt_with', ' Asked its writer '),
      settle(admin, response, 'nothing_to_do'),
    ])
    expect(outcomes.toSorted()).toEqual(['ok', 'settled'])
    expect(await find(admin, true, 'rude to its')).toEqual([])
    const [settled] = await find(admin, false, 'rude to its')
    expect(settled).toMatchObject({ target: response, reports: 2, settled_by: 'Ope Rator' })
    expect(await settle(admin, randomUUID(), 'dealt_with')).toBe('gone')
    const log = await as(admin).query(`select action, actor_id, details from public.audit_log where subject = $1`, [response])
    expect(log).toMatchObject([
      { action: 'report.settled', actor_id: admin.userId, details: { name: 'a comment on Published', reports: 2 } },
    ])
    // Readers' texts are not copied into the append-only log.
    expect(JSON.stringify(log)).not.toMatch(/Look|Rude to/)
  })

  it('leaves open the reports that arrived after the page was loaded', async () => {
    const work = await material('Reported while read')
    await report(ada, { material: work })
    const [newest] = await as(owner).query<{ at: string }>(
      `select max(created_at)::text as at from public.reports where target = $1`,
      [work],
    )
    await report(bola, { material: work, reason: 'patient' })
    expect(await settle(admin, work, 'nothing_to_do', null, newest?.at)).toBe('ok')
    expect(await getState(work)).toEqual([{ outcome: 'nothing_to_do' }, { outcome: null }])
    expect(await find(admin, true, 'reported while')).toMatchObject([{ reports: 1, urgent: true }])
  })

  it('rejects an unknown outcome and declining a material and unpublishing a comment', async () => {
    const work = await material('Not declined')
    await report(ada, { material: work })
    for (const how of ['declined', 'forgotten']) {
      await expect(settle(admin, work, how)).rejects.toMatchObject(badValue)
    }
    await expect(settle(admin, work, 'dealt_with', 'x'.repeat(1001))).rejects.toMatchObject(badValue)
    const response = await comment('Not unpublished')
    await report(ada, { comment: response })
    await expect(settle(admin, response, 'unpublished')).rejects.toMatchObject(badValue)
    expect(await getState(work)).toEqual([{ outcome: null }])
  })

  it('hides a declined comment and settles its reports and undoes both', async () => {
    const response = await comment('Declined with its reports')
    await report(ada, { comment: response })
    await report(admin, { comment: response })
    const findVisible = () => as(visitor).query(`select id from public.material_comments where id = $1`, [response])
    expect(await settle(admin, response, 'declined', null, '2026-01-01')).toBe('ok')
    expect(await findVisible()).toEqual([])
    expect(await getState(response)).toEqual([{ outcome: 'declined' }, { outcome: 'declined' }])
    expect(await settle(admin, response, 'declined')).toBe('settled')
    expect(await reopen(admin, response)).toBe(true)
    expect(await findVisible()).toHaveLength(1)
    expect(await getState(response)).toEqual([{ outcome: null }, { outcome: null }])
    expect(await reopen(admin, response)).toBe(false)
  })

  it('unpublishes a material with its reports and publishes it again from the same day', async () => {
    const work = await material('Names a patient')
    const getPublishedAt = async () =>
      (
        await as(owner).query<{ at: string | null }>(
          `select published_at::date::text as at from public.research_materials where id = $1`,
          [work],
        )
      )[0]?.at
    await report(ada, { material: work, reason: 'patient' })
    expect(await settle(admin, work, 'unpublished')).toBe('ok')
    expect(await getPublishedAt()).toBeNull()
    expect(await getState(work)).toEqual([{ outcome: 'unpublished' }])
    expect(await hasReportInDetails(work)).toBe(true)
    expect(await settle(admin, work, 'unpublished')).toBe('settled')
    expect(await reopen(admin, work)).toBe(true)
    expect(await getPublishedAt()).toBe('2026-01-01')
    expect(await hasReportInDetails(work)).toBe(false)

    // Published again by its page and unpublished later, which the report did not do.
    await settle(admin, work, 'unpublished')
    await as(admin).change(`update public.research_materials set published_at = now() where id = $1`, [work])
    await as(admin).change(`update public.research_materials set published_at = null where id = $1`, [work])
    expect(await getState(work)).toEqual([{ outcome: 'unpublished' }])
    expect(await hasReportInDetails(work)).toBe(false)
    expect(await reopen(admin, work)).toBe(true)
    expect(await getPublishedAt()).toBeNull()
    await as(admin).change(`update public.research_materials set published_at = '2026-01-01' where id = $1`, [work])

    // A deletion or a schedule since the settlement remains.
    for (const change of [`publish_at = now() + interval '1 day'`, `deleted_at = now()`]) {
      await settle(admin, work, 'unpublished')
      await as(admin).change(`update public.research_materials set ${change} where id = $1`, [work])
      expect(await reopen(admin, work)).toBe(true)
      expect(await getPublishedAt()).toBeNull()
    }
  })

  it('settles the reports of a comment that is declined anywhere', async () => {
    const response = await comment('Declined in its own room')
    await report(ada, { comment: response })
    await as(admin).change(`update public.material_comments set comment_status = 'declined' where id = $1`, [response])
    expect(await getState(response)).toEqual([{ outcome: 'declined' }])
    expect(await find(admin, false, 'its own room')).toMatchObject([{ settled_by: 'Ope Rator' }])
  })

  it('reopens reports except of users who have reported again since', async () => {
    const work = await material('Reported anew')
    await report(ada, { material: work })
    await report(bola, { material: work })
    await settle(admin, work, 'nothing_to_do')
    await report(ada, { material: work, reason: 'copied' })
    expect(await reopen(admin, work)).toBe(true)
    const open = await as(owner).query(
      `select profile_id, reason from public.reports where target = $1 and settled_at is null order by created_at`,
      [work],
    )
    expect(open).toEqual([
      { profile_id: bola.profileId, reason: 'rude' },
      { profile_id: ada.profileId, reason: 'copied' },
    ])
  })

  it('deletes reports with their purged material or deleted author’s comment', async () => {
    const work = await material('Purged')
    await report(ada, { material: work })
    await as(admin).change(`update public.research_materials set deleted_at = now() where id = $1`, [work])
    expect(await find(admin, true, 'purged')).toMatchObject([{ target: work, hidden: true }])
    await as(secretKey).query(`select public.purge_deleted(interval '-1 minute')`)
    expect(await find(admin, true, 'purged')).toEqual([])
    expect(await getState(work)).toEqual([])

    const writer = await signUp('writer@example.com')
    const response = await comment('By somebody who leaves')
    await as(owner).change(`update public.material_comments set profile_id = $2 where id = $1`, [response, writer.profileId])
    await report(ada, { comment: response })
    await settle(admin, response, 'declined')
    await as(owner).change(`delete from auth.users where id = $1`, [writer.userId])
    expect(await getState(response)).toEqual([])
  })
})

describe('lists of reports', () => {
  it('page through open ones in order of arrival and settled ones in reverse order without gaps', async () => {
    const readers: Account[] = [ada, bola]
    for (let at = 0; at < 7; at += 1) {
      const work = await material(`Walked 100%_ ${at}`)
      for (const reader of readers) {
        await report(reader, { material: work })
      }
      if (at % 2 === 0) {
        await settle(admin, work, 'dealt_with')
      }
    }
    for (const open of [true, false]) {
      const all = await find(admin, open, '100%_')
      expect(all).toHaveLength(open ? 3 : 4)
      const walked: string[] = []
      let last: { at: string; target: string } | undefined
      do {
        const rows: { at: string; target: string }[] = await as(admin).query(
          `select target, (case when $1 then since else settled_at end)::text as at
             from public.find_reports($1, '100%_', $2::timestamptz, $3, 2)`,
          [open, last?.at ?? null, last?.target ?? null],
        )
        walked.push(...rows.map(({ target }) => target))
        last = rows.at(-1)
      } while (last)
      expect(walked).toEqual(all.map(({ target }) => target))
    }
  })

  it('separate reports of names and harm from others on Today with each target once', async () => {
    type Kind = { count: number; rows: { title: string; reasons: string[]; reports: number; words: string | null }[] }
    const [before] = await as(admin).query<{ due: Record<string, Kind> }>(`select public.console_today(50) as due`)
    const [harmful, rude] = [await material('Does harm'), await material('Is rude')]
    await report(ada, { material: harmful, reason: 'rude' })
    await report(bola, { material: harmful, reason: 'harmful', words: 'The dose is ten times too high' })
    await report(ada, { material: rude })
    const [after] = await as(admin).query<{ due: Record<string, Kind> }>(`select public.console_today(50) as due`)
    expect(after?.due.urgent?.count).toBe((before?.due.urgent?.count ?? 0) + 1)
    expect(after?.due.reports?.count).toBe((before?.due.reports?.count ?? 0) + 1)
    expect(after?.due.urgent?.rows.at(-1)).toMatchObject({
      title: 'Does harm',
      reasons: ['harmful', 'rude'],
      reports: 2,
      words: 'The dose is ten times too high',
    })
    expect(after?.due.reports?.rows.at(-1)).toMatchObject({ title: 'Is rude', reports: 1, words: null })
  })
})
