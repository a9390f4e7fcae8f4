// Reviews: upload_reviews, material_shares, and the decision functions. Tested as a visitor, a student, an admin, and
// two concurrent admins.
import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getDetails } from '#server/reading/blocks.ts'
import { fileMetadata } from '#server/reading/read-work.ts'
import { badValue, gatherPeople, noGrant, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)
const second = await signUp('second.admin@example.com', { first_name: 'Seyi' })
await as(secretKey).query(`select public.make_admin('second.admin@example.com')`)
await as(admin).change(
  `insert into public.research_materials (slug, title, category, published_at) values ('taken', 'A material there was', 'thesis', now())`,
)

let upload: { id: string; file: string }
let sent = 0
beforeEach(async () => {
  upload = await sendIn(ada, `Work ${(sent += 1)}`)
})

const hash = 'd'.repeat(64)
const adminsAlone = { code: '42501', message: 'Only admins do this' }
const checks = ['opens', 'own_work', 'no_names', 'chapters_complete'] as const

const getRow = async (id = upload.id) => (await as(owner).query(`select * from public.material_uploads where id = $1`, [id]))[0]
const getReview = async (id = upload.id) =>
  (await as(admin).query<{ version: number }>(`select * from public.upload_reviews where upload_id = $1`, [id]))[0]
const getLog = async (id = upload.id) =>
  (
    await as(admin).query<{ action: string; actor_id: string }>(
      `select action, actor_id from public.audit_log where subject = $1 and action <> 'review.ticked' order by id`,
      [id],
    )
  ).map(({ action, actor_id }) => [action, actor_id])
const mails = async (user = ada) =>
  as(owner).query<{ template: string; details: Record<string, unknown> }>(
    `select template, details from public.outbox where profile_id = $1 and template not in ('upload-received', 'upload-replaced') order by created_at desc, id`,
    [user.profileId],
  )

async function tickAll(user: CurrentUser = admin, id = upload.id) {
  for (const check of checks) {
    await as(user).query(`select public.tick_review($1, $2, true)`, [id, check])
  }
}
const getOutcome = async (user: CurrentUser, call: string, parameters: unknown[]) =>
  (await as(user).query<{ outcome: string }>(`select ${call} as outcome`, parameters))[0]?.outcome
const ask = (user: CurrentUser, version = 1, id = upload.id) =>
  getOutcome(user, `public.request_changes($1, $2, 'Take the names out')`, [id, version])
const reject = (user: CurrentUser, version = 1, id = upload.id) =>
  getOutcome(user, `public.reject_upload($1, $2, 'It is copied')`, [id, version])
const reopen = (user: CurrentUser, version: number, id = upload.id) =>
  getOutcome(user, `public.reopen_review($1, $2)`, [id, version])
const approve = async (
  user: CurrentUser,
  { version = 1, id = upload.id, link = null as string | null, slug = '', title = 'Care of a woman with eclampsia' } = {},
) =>
  (
    await as(user).query<{ outcome: string; material_id: string | null; slug: string | null }>(
      `select * from public.approve_upload($1, $2, $3::text::jsonb, 50, 'Good work')`,
      [
        id,
        version,
        JSON.stringify({
          slug,
          title,
          category: 'client_care_study',
          subject_area: 'Midwifery',
          price: 3500,
          selar_link: link,
          pages: 54,
          year_of_study: 2024,
          chapter_one_preview: 'Chapter one',
        }),
      ],
    )
  )[0]

describe('review permissions', () => {
  it.each([
    ['a visitor', visitor, noGrant],
    ['the student', ada, adminsAlone],
    ['another student', bola, adminsAlone],
    ['the secret key', secretKey, noGrant],
  ])('deny decisions and ticks and reads to %s', async (_who, user, rejection) => {
    for (const tried of [
      () => ask(user),
      () => reject(user),
      () => approve(user),
      () => reopen(user, 1),
      () => as(user).query(`select public.tick_review($1, 'opens', true)`, [upload.id]),
      () => as(user).query(`select * from public.earlier_uploads($1)`, [upload.id]),
      () => as(user).query(`select public.save_file_metadata($1, $2, $3, '{"headings": []}')`, [upload.id, upload.file, hash]),
      () => as(user).query(`select public.compare_file($1, $2, $3)`, [upload.id, upload.file, hash]),
    ]) {
      await expect(tried()).rejects.toMatchObject(rejection)
    }
    expect(await getRow()).toMatchObject({ upload_status: 'pending', review_notes: null, proposed_price: 0 })
    expect(await getReview()).toMatchObject({ version: 1, opens: false, read_at: null })
  })

  it('limit the checklist and file metadata to admins and their writes to functions', async () => {
    await expect(as(visitor).query(`select 1 from public.upload_reviews`)).rejects.toMatchObject(noGrant)
    expect(await as(ada).query(`select 1 from public.upload_reviews`)).toEqual([])
    expect(await as(admin).query(`select 1 from public.upload_reviews where upload_id = $1`, [upload.id])).toHaveLength(1)
    for (const user of [visitor, ada, admin, secretKey]) {
      for (const sql of [
        `insert into public.upload_reviews (upload_id, title_words) values (gen_random_uuid(), 'x')`,
        `update public.upload_reviews set opens = true`,
        `delete from public.upload_reviews`,
      ]) {
        await expect(as(user).change(sql)).rejects.toMatchObject(noGrant)
      }
    }
  })
})

describe('edit_upload', () => {
  const edit = async (user: CurrentUser, title = 'Care of a woman in labour', description: string | null = 'Two weeks') =>
    (
      await as(user).query<{ saved: boolean }>(`select public.edit_upload($1, $2, $3) as saved`, [upload.id, title, description])
    )[0]?.saved

  it('changes title and description of a pending upload, and logs them before and after', async () => {
    await as(admin).query(`select public.tick_review($1, 'opens', true)`, [upload.id])
    expect(await edit(ada)).toBe(true)
    expect(await getRow()).toMatchObject({ title: 'Care of a woman in labour', description: 'Two weeks' })
    expect(await getReview()).toMatchObject({ version: 2, opens: true, title_words: 'care of a woman in labor' })
    const [logged] = await as(admin).query(
      `select actor_id, details from public.audit_log where subject = $1 and action = 'review.edited'`,
      [upload.id],
    )
    expect(logged).toEqual({
      actor_id: ada.userId,
      details: {
        name: `Work ${sent}`,
        changes: { title: [`Work ${sent}`, 'Care of a woman in labour'], description: [null, 'Two weeks'] },
      },
    })
    expect(await ask(admin, 1)).toBe('changed')
    expect(await ask(admin, 2)).toBe('ok')
    expect(await edit(ada, 'Care of a man')).toBe(true)
  })

  it('changes and logs nothing when the words are the same', async () => {
    expect(await edit(ada, `Work ${sent}`, null)).toBe(true)
    expect(await getReview()).toMatchObject({ version: 1 })
    expect(await getLog()).toEqual([])
  })

  it('is refused for others, and after the decision', async () => {
    expect(await edit(bola)).toBe(false)
    expect(await edit(admin)).toBe(false)
    await expect(edit(visitor)).rejects.toMatchObject(noGrant)
    await expect(edit(secretKey)).rejects.toMatchObject(noGrant)
    await reject(admin)
    expect(await edit(ada)).toBe(false)
    expect(await getRow()).toMatchObject({ title: `Work ${sent}` })
  })

  it('refuses an empty title and a description that is too long', async () => {
    await expect(edit(ada, ' ')).rejects.toMatchObject(badValue)
    await expect(edit(ada, 'Title', 'x'.repeat(5001))).rejects.toMatchObject(badValue)
  })
})

/** Returns how often Today lists the work of the upload as not for sale. */
const dueLinks = async () => (await as(owner).query(`select from private.due_links where upload_id = $1`, [upload.id])).length

describe('due_links', () => {
  it('lists a work that an admin unpublished only if nobody could buy it', async () => {
    await tickAll()
    const approved = await approve(admin, { link: 'https://selar.co/unpublished' })
    for (const [soldHere, due] of [
      [true, 0],
      [false, 1],
    ] as const) {
      await as(admin).change(
        `update public.research_materials set selar_link = null, sold_here = $2, price = 900, published_at = null where id = $1`,
        [approved?.material_id, soldHere],
      )
      expect(await dueLinks()).toBe(due)
    }
  })
})

describe('take_off_sale and put_back_on_sale', () => {
  const call = async (user: CurrentUser, name: 'take_off_sale' | 'put_back_on_sale') =>
    (await as(user).query<{ done: boolean }>(`select public.${name}($1) as done`, [upload.id]))[0]?.done
  const publishedAt = async (id: string | null | undefined) =>
    (
      await as(owner).query<{ at: string | null }>(
        `select published_at::text as at from public.research_materials where id = $1`,
        [id],
      )
    )[0]?.at

  it('hide a work with its earlier date, logged, until its student puts it back', async () => {
    await tickAll()
    const approved = await approve(admin, { link: 'https://selar.co/withheld' })
    await as(owner).change(`update public.research_materials set published_at = '2026-01-02T10:00:00Z' where id = $1`, [
      approved?.material_id,
    ])
    expect(await call(ada, 'put_back_on_sale')).toBe(false)
    expect(await call(ada, 'take_off_sale')).toBe(true)
    expect(await publishedAt(approved?.material_id)).toBeNull()
    expect(await call(ada, 'take_off_sale')).toBe(false)
    expect(await call(ada, 'put_back_on_sale')).toBe(true)
    expect(await publishedAt(approved?.material_id)).toMatch(/^2026-01-02/)
    expect((await getLog()).slice(-2)).toEqual([
      ['review.taken_off_sale', ada.userId],
      ['review.put_back_on_sale', ada.userId],
    ])
  })

  it('keep an admin and a new approval from publishing it, and Today from asking for it', async () => {
    await tickAll()
    const approved = await approve(admin, { link: 'https://selar.co/kept-off' })
    await call(ada, 'take_off_sale')
    for (const sql of ['published_at = now()', `publish_at = now() + interval '1 day'`]) {
      await expect(
        as(admin).change(`update public.research_materials set ${sql} where id = $1`, [approved?.material_id]),
      ).rejects.toMatchObject({ constraint: 'research_materials_withheld_is_hidden' })
    }
    await as(admin).change(`update public.research_materials set selar_link = null, price = 900 where id = $1`, [
      approved?.material_id,
    ])
    expect(await dueLinks()).toBe(0)
    const version = Number((await getReview())?.version)
    await reopen(admin, version)
    await tickAll()
    expect(await approve(admin, { version: version + 1, link: 'https://selar.co/kept-off' })).toMatchObject({
      outcome: 'ok',
    })
    expect(await publishedAt(approved?.material_id)).toBeNull()
  })

  it('are refused for others, and before an approval', async () => {
    expect(await call(ada, 'take_off_sale')).toBe(false)
    await tickAll()
    await approve(admin, { link: 'https://selar.co/others' })
    expect(await call(bola, 'take_off_sale')).toBe(false)
    expect(await call(admin, 'take_off_sale')).toBe(false)
    await expect(call(visitor, 'take_off_sale')).rejects.toMatchObject(noGrant)
    await expect(call(secretKey, 'put_back_on_sale')).rejects.toMatchObject(noGrant)
  })
})

describe('request_changes', () => {
  it('leaves the upload pending with the note and emails the student and logs it', async () => {
    expect(await ask(admin)).toBe('ok')
    expect(await getRow()).toMatchObject({ upload_status: 'pending', review_notes: 'Take the names out' })
    expect((await mails())[0]).toEqual({
      template: 'upload-changes-asked',
      details: { title: `Work ${sent}`, note: 'Take the names out' },
    })
    expect(await getLog()).toEqual([['review.changes_asked', admin.userId]])
  })

  it('waits for the student again when repeated with the same note', async () => {
    const state = async () =>
      (
        await as(ada).query<{ turn: string }>(
          `select case when waiting_since is null then 'student' else 'reviewer' end as turn from public.material_uploads where id = $1`,
          [upload.id],
        )
      )[0]?.turn
    expect(await state()).toBe('reviewer')
    await ask(admin)
    expect(await state()).toBe('student')
    const file = `${ada.userId}/1799000001${100 + sent}-better.pdf`
    await as(ada).change(
      `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 300}')`,
      [file],
    )
    await as(ada).query(`select public.replace_upload_file($1, 'better.pdf', $2)`, [upload.id, file])
    expect(await state()).toBe('reviewer')
    expect(await ask(admin, 3)).toBe('ok')
    expect(await state()).toBe('student')
    const result = (await mails()).filter(({ details }) => details.title === `Work ${sent}`)
    expect(result.map(({ template }) => template)).toEqual(['upload-changes-asked', 'upload-changes-asked'])
  })

  it('resets the review and rejects outdated decisions when the file is replaced', async () => {
    await tickAll()
    await ask(admin)
    const file = `${ada.userId}/1799000000${100 + sent}-better.pdf`
    await as(ada).change(
      `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 300}')`,
      [file],
    )
    await as(ada).query(`select public.replace_upload_file($1, 'better.pdf', $2)`, [upload.id, file])
    expect(await getReview()).toMatchObject({
      version: 3,
      opens: false,
      own_work: false,
      no_names: false,
      chapters_complete: false,
    })
    expect(await reject(admin, 2)).toBe('changed')
    expect(await approve(admin, { version: 3 })).toMatchObject({ outcome: 'unchecked' })
    await tickAll()
    expect(await approve(admin, { version: 3 })).toMatchObject({ outcome: 'ok' })
  })
})

describe('reject_upload', () => {
  it('emails the reason and removal date and removes the file on that date with a log entry', async () => {
    expect(await reject(admin)).toBe('ok')
    const row = await getRow()
    expect(row).toMatchObject({ upload_status: 'rejected', review_notes: 'It is copied', file_removed_at: null })
    const days = (new Date(row?.file_removal_due as string).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
    const [mail] = await mails()
    expect(mail).toMatchObject({ template: 'upload-rejected', details: { reason: 'It is copied' } })
    expect(new Date(mail?.details.file_removal_due as string)).toEqual(new Date(row?.file_removal_due as string))

    const sweep = async () => {
      await as(secretKey).query(`select public.remove_rejected_files(500)`)
      return as(admin).query(`select place from public.file_removals where path = $1`, [upload.file])
    }
    expect(await sweep()).toEqual([])
    await as(owner).change(
      `update public.drive_copies set copied_at = now(), drive_reference = 'copy-' || upload_id where upload_id = $1`,
      [upload.id],
    )
    await as(owner).change(`update public.material_uploads set file_removal_due = now() - interval '1 minute' where id = $1`, [
      upload.id,
    ])
    expect(await reopen(admin, 2)).toBe('too_late')
    await as(owner).change(`update public.upload_reviews set study_details = '{"abstract":"As read"}' where upload_id = $1`, [
      upload.id,
    ])
    expect(await sweep()).toEqual([{ place: 'material-uploads' }])
    expect(await getReview()).toMatchObject({ study_details: {}, headings: [], first_chapter: null })
    expect(await getRow()).toMatchObject({ file_removed_at: expect.any(String) })
    expect(await sweep()).toHaveLength(1)
    expect(await as(owner).query(`select 1 from public.drive_copies where upload_id = $1`, [upload.id])).toEqual([])
    expect(
      await as(admin).query(`select 1 from public.file_removals where place = 'drive' and path = $1`, [`copy-${upload.id}`]),
    ).toHaveLength(1)
    expect(await getLog()).toEqual([
      ['review.rejected', admin.userId],
      ['review.file_removed', null],
    ])
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('lets %s remove no file', async (_who, user) => {
    await expect(as(user).query(`select public.remove_rejected_files()`)).rejects.toMatchObject(noGrant)
  })

  it('can be reversed in time with the file in place', async () => {
    await reject(admin)
    expect(await reopen(second, 2)).toBe('ok')
    expect(await getRow()).toMatchObject({ upload_status: 'pending', review_notes: null, file_removal_due: null })
    expect((await mails())[0]).toMatchObject({ template: 'upload-reopened' })
    expect(await getLog()).toEqual([
      ['review.rejected', admin.userId],
      ['review.reopened', second.userId],
    ])
  })
})

describe('approve_upload', () => {
  it('requires a complete checklist', async () => {
    await tickAll()
    await as(admin).query(`select public.tick_review($1, 'no_names', false)`, [upload.id])
    expect(await approve(admin)).toEqual({ outcome: 'unchecked', material_id: null, slug: null })
    expect(await getRow()).toMatchObject({ upload_status: 'pending' })
    expect(await as(admin).query(`select public.tick_review($1, 'anything', true) as ticked`, [upload.id])).toEqual([
      { ticked: false },
    ])
  })

  it('creates a hidden material with its share that a later link publishes', async () => {
    await tickAll()
    const approved = await approve(admin)
    expect(approved).toMatchObject({ outcome: 'ok', slug: expect.stringMatching(/^care-of-a-woman-with-eclampsia/) })
    expect(await getRow()).toMatchObject({ upload_status: 'approved', proposed_price: 3500, review_notes: 'Good work' })
    const [material] = await as(admin).query(`select * from public.research_materials where id = $1`, [approved?.material_id])
    expect(material).toMatchObject({
      title: 'Care of a woman with eclampsia',
      category: 'client_care_study',
      subject_area: 'Midwifery',
      format: 'PDF',
      price: 3500,
      pages: 54,
      year_of_study: 2024,
      chapter_one_preview: 'Chapter one',
      published_at: null,
      is_sample: false,
    })
    const findVisible = () => as(visitor).query(`select 1 from public.research_materials where id = $1`, [approved?.material_id])
    expect(await findVisible()).toEqual([])
    expect((await mails())[0]).toMatchObject({
      template: 'upload-approved',
      details: { price: 3500, share_percent: 50, note: 'Good work', slug: null },
    })
    const shares = `select upload_id, share_percent from public.material_shares where material_id = $1`
    expect(await as(ada).query(shares, [approved?.material_id])).toEqual([{ upload_id: upload.id, share_percent: 50 }])
    expect(await as(bola).query(shares, [approved?.material_id])).toEqual([])
    await expect(as(visitor).query(shares, [approved?.material_id])).rejects.toMatchObject(noGrant)
    for (const user of [ada, admin, secretKey]) {
      await expect(as(user).change(`update public.material_shares set share_percent = 100`)).rejects.toMatchObject(noGrant)
    }

    await as(admin).change(
      `update public.research_materials set selar_link = 'https://selar.co/m/eclampsia', published_at = now() where id = $1`,
      [approved?.material_id],
    )
    expect(await findVisible()).toHaveLength(1)
    expect((await mails())[0]).toMatchObject({
      template: 'material-on-sale',
      details: { slug: approved?.slug, share_percent: 50 },
    })
    // Hiding and showing again sends no email.
    const before = (await mails()).length
    await as(admin).change(`update public.research_materials set published_at = null where id = $1`, [approved?.material_id])
    await as(admin).change(`update public.research_materials set published_at = now() where id = $1`, [approved?.material_id])
    expect(await mails()).toHaveLength(before)
  })

  it('emails the student when the price of a work on sale changes, and no other time', async () => {
    await tickAll()
    const approved = await approve(admin, { link: 'https://selar.co/m/price', slug: `priced-${sent}` })
    const before = (await mails()).length
    const update = (change: string) =>
      as(admin).change(`update public.research_materials set ${change} where id = $1`, [approved?.material_id])
    await update(`price = 1200`)
    expect((await mails())[0]).toMatchObject({
      template: 'price-changed',
      details: { old_price: 3500, price: 1200, share_percent: 50, slug: `priced-${sent}` },
    })
    await update(`price = 1200, rating = 4`)
    await update(`published_at = null`)
    await update(`price = 900`)
    expect(await mails()).toHaveLength(before + 1)
  })

  it('emails the student once about a price that changes twice, and not about a change that is undone', async () => {
    await tickAll()
    const approved = await approve(admin, { link: 'https://selar.co/m/price', slug: `repriced-${sent}` })
    const before = (await mails()).length
    const update = (price: number) =>
      as(admin).change(`update public.research_materials set price = $2 where id = $1`, [approved?.material_id, price])
    await update(1200)
    await update(1500)
    expect(await mails()).toHaveLength(before + 1)
    expect((await mails())[0]).toMatchObject({ template: 'price-changed', details: { old_price: 3500, price: 1500 } })
    await update(3500)
    expect(await mails()).toHaveLength(before)
  })

  it('keeps the spelling of the title in the address', async () => {
    await tickAll()
    const approved = await approve(admin, { title: 'Caesarean birth among women: labour & paediatrics' })
    expect(approved).toMatchObject({ outcome: 'ok', slug: 'caesarean-birth-among-women-labour-paediatrics' })
  })

  it('publishes immediately with a link and sends one email', async () => {
    await tickAll()
    const before = (await mails()).length
    const approved = await approve(admin, { link: 'https://selar.co/m/1', slug: `chosen-${sent}` })
    expect(approved).toMatchObject({ outcome: 'ok', slug: `chosen-${sent}` })
    expect(await as(visitor).query(`select slug from public.research_materials where id = $1`, [approved?.material_id])).toEqual([
      { slug: `chosen-${sent}` },
    ])
    const after = await mails()
    expect(after).toHaveLength(before + 1)
    expect(after[0]).toMatchObject({ template: 'upload-approved', details: { slug: `chosen-${sent}` } })
  })

  describe('details of the whole work', () => {
    const result = {
      format: 'Word',
      abstract: 'We watched hands.',
      preview_section: 'introduction',
      full_contents: ['Chapter one: Introduction', 'References'],
      instrument_included: false,
      design: 'An observational study.',
      programme: 'hnd',
      reference_count: 46,
      newest_reference_year: 2023,
    }
    const approveTelling = async (study_details: object, version = 1) => {
      await tickAll()
      const [row] = await as(admin).query<{ material_id: string }>(
        `select * from public.approve_upload($1, $2, $3::text::jsonb, 50)`,
        [
          upload.id,
          version,
          JSON.stringify({ title: 'Told', category: 'thesis', price: 2000, chapter_one_preview: 'Text', ...study_details }),
        ],
      )
      return (await as(admin).query(`select * from public.research_materials where id = $1`, [row?.material_id]))[0]
    }

    it('are saved to the material with size and day of its file and without the sample flag', async () => {
      await as(admin).query(
        `select public.save_file_metadata($1, $2, $3, '{"file_bytes": 1258291, "headings": [], "study_details": {"abstract": "As read"}}')`,
        [upload.id, upload.file, 'c'.repeat(64)],
      )
      expect(await getReview()).toMatchObject({ study_details: { abstract: 'As read' } })
      // The caller cannot set the file's details or is_sample.
      const material = await approveTelling({ ...result, file_size: 1, file_date: '2001-01-01', is_sample: true })
      expect(material).toMatchObject({ ...result, analysis: null, file_size: 1_258_291, is_sample: false })
      const [today] = await as(owner).query<{ same: boolean }>(
        `select file_date = (now() at time zone 'Africa/Lagos')::date as same from public.research_materials where id = $1`,
        [material?.id],
      )
      expect(today).toEqual({ same: true })
    })

    it('are replaced completely on a second approval', async () => {
      const first = await approveTelling(result)
      await reopen(admin, 2)
      const again = await approveTelling({ abstract: 'Only this.' }, 3)
      expect(again).toMatchObject({
        id: first?.id,
        abstract: 'Only this.',
        preview_section: null,
        full_contents: null,
        programme: null,
        // The student's own values, where the reviewer gives none.
        format: 'PDF',
      })
    })

    it.each([
      ['an abstract of 301 words', { abstract: 'word '.repeat(301) }],
      ['an unknown programme', { programme: 'phd' }],
    ])('are rejected as a whole for %s', async (_what, study_details) => {
      await expect(approveTelling(study_details)).rejects.toMatchObject({ code: '23514' })
      expect(await getRow()).toMatchObject({ upload_status: 'pending' })
    })

    it('have no size while the file was not read', async () => {
      expect(await approveTelling({})).toMatchObject({ file_size: null })
    })
  })

  it('rejects a taken slug and generates a unique one for any title', async () => {
    await tickAll()
    expect(await approve(admin, { slug: 'taken' })).toMatchObject({ outcome: 'slug_taken' })
    expect(await getRow()).toMatchObject({ upload_status: 'pending' })
    expect(await approve(admin, { title: 'Taken' })).toMatchObject({ outcome: 'ok', slug: 'taken-2' })
    const odd = await sendIn(bola, 'Odd')
    await tickAll(admin, odd.id)
    expect(await approve(admin, { id: odd.id, title: '★ ¿?' })).toMatchObject({ outcome: 'ok', slug: 'material' })
  })

  it('shows the same material with the latest decision after reversing and approving again', async () => {
    await tickAll()
    const first = await approve(admin, { link: 'https://selar.co/m/1' })
    expect(await reopen(admin, 2)).toBe('ok')
    expect(await as(visitor).query(`select 1 from public.research_materials where id = $1`, [first?.material_id])).toEqual([])
    expect(await getRow()).toMatchObject({ upload_status: 'pending', proposed_price: 0 })
    const again = await approve(admin, { version: 3, link: 'https://selar.co/m/2', title: 'Better said' })
    expect(again).toMatchObject({ outcome: 'ok', material_id: first?.material_id })
    expect(
      await as(visitor).query(`select title, selar_link from public.research_materials where id = $1`, [first?.material_id]),
    ).toEqual([{ title: 'Better said', selar_link: 'https://selar.co/m/2' }])
  })

  it.each([
    ['an unknown category', 'care_plan', 3500, 50],
    ['a price below zero', 'thesis', -1, 50],
    ['a share above the price', 'thesis', 100, 101],
  ])('rejects %s as a whole without a decision or email', async (_what, category, price, share) => {
    await tickAll()
    const before = (await mails()).length
    await expect(
      as(admin).query(`select * from public.approve_upload($1, 1, $2::text::jsonb, $3)`, [
        upload.id,
        JSON.stringify({ title: 'T', category, price }),
        share,
      ]),
    ).rejects.toMatchObject({ code: '23514' })
    expect(await getRow()).toMatchObject({ upload_status: 'pending' })
    expect(await getReview()).toMatchObject({ version: 1 })
    expect(await mails()).toHaveLength(before)
  })
})

describe('two concurrent admins', () => {
  it('get a conflict for the second decision of any kind', async () => {
    await tickAll()
    for (const [first, then] of [
      [reject, approve],
      [approve, reject],
      [ask, reject],
    ] as const) {
      upload = await sendIn(ada, `Both ${(sent += 1)}`)
      await tickAll()
      const outcomes = await Promise.all([first(admin as never), then(second as never)])
      expect(outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome?.outcome)).toSorted()).toEqual([
        'changed',
        'ok',
      ])
      expect(await getLog()).toHaveLength(1)
    }
  })

  it('both learn that the student withdrew the upload', async () => {
    await as(ada).change(`delete from public.material_uploads where id = $1`, [upload.id])
    expect([await ask(admin), await reject(second)]).toEqual(['gone', 'gone'])
    expect((await approve(admin))?.outcome).not.toBe('ok')
  })
})

describe('file metadata and duplicates', () => {
  const keep = async (
    id: string,
    path: string,
    sha256: string,
    texts: object = { headings: ['Chapter one'], first_chapter: 'Text' },
  ) =>
    (
      await as(admin).query<{ outcome: string }>(`select public.save_file_metadata($1, $2, $3, $4::text::jsonb) as outcome`, [
        id,
        path,
        sha256,
        JSON.stringify({ file_bytes: 1000, pages: 54, words: 12_000, ...texts }),
      ])
    )[0]?.outcome
  const compare = async (sha256: string, path = upload.file) =>
    (
      await as(admin).query<{ outcome: string }>(`select public.compare_file($1, $2, $3) as outcome`, [upload.id, path, sha256])
    )[0]?.outcome

  it('are saved for a file with any text', async () => {
    const anything = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      maxLength: 300,
    })
    const kind = fc.constantFrom('heading' as const, 'text' as const, 'item' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ kind, text: anything }), { maxLength: 20 }), async (dirty) => {
        const chapters = ['Abstract', 'Chapter one', 'Chapter two'].map((text) => ({ kind: 'heading' as const, text }))
        const blocks = chapters.flatMap((chapter) => [chapter, ...dirty])
        const read = v.parse(fileMetadata, getDetails(blocks, 3, null))
        expect(
          await keep(upload.id, upload.file, hash, {
            headings: read.headings,
            first_chapter: read.firstChapter,
            study_details: read.studyDetails ?? {},
          }),
        ).toBe('ok')
        expect(await getReview()).toMatchObject({ headings: read.headings, first_chapter: read.firstChapter })
      }),
      { numRuns: 50 },
    )
  })

  it('are saved only for the current file of the upload', async () => {
    expect(await keep(upload.id, 'another/file.pdf', hash)).toBe('other')
    expect(await keep(upload.id, upload.file, hash)).toBe('ok')
    expect(await getReview()).toMatchObject({
      pages: 54,
      words: 12_000,
      headings: ['Chapter one'],
      first_chapter: 'Text',
      file_path: upload.file,
    })
    // From now on the read file is the uploaded file.
    expect(await getRow()).toMatchObject({ file_sha256: hash, file_checked_at: expect.any(String) as string })
  })

  it('are not saved and approval is rejected for a file that differs from the reviewed one', async () => {
    expect(await compare(hash)).toBe('unread')
    await keep(upload.id, upload.file, hash)
    expect(await compare(hash)).toBe('ok')
    expect(await compare(hash, 'another/file.pdf')).toBe('other')
    expect(await getRow()).toMatchObject({ file_changed_at: null })
    expect(await compare('e'.repeat(64))).toBe('changed')
    expect(await keep(upload.id, upload.file, 'e'.repeat(64))).toBe('changed')
    expect(await getRow()).toMatchObject({ file_sha256: hash, file_changed_at: expect.any(String) as string })
    expect(await getReview()).toMatchObject({ file_sha256: hash })
    expect(await getLog()).toEqual([['review.file_changed', admin.userId]])
    await tickAll()
    await expect(approve(admin)).rejects.toMatchObject({ code: '42501', hint: 'file_changed' })
    expect(await getRow()).toMatchObject({ upload_status: 'pending' })
    // Changes can still be requested, so that the student sends another file.
    expect(await ask(admin, 1)).toBe('ok')
  })

  it('find the same file and any spelling of the same title and materials of that title', async () => {
    const [one, two, three] = [
      await sendIn(ada, 'Hand-hygiene: A Study'),
      await sendIn(bola, 'HAND HYGIENE, a study'),
      await sendIn(bola, 'Not alike'),
    ]
    const same = 'b'.repeat(64)
    await keep(one.id, one.file, same)
    await keep(three.id, three.file, same)
    await as(admin).change(
      `insert into public.research_materials (slug, title, category) values ('hand-hygiene-a-study', 'Hand hygiene - a study', 'thesis')`,
    )
    const duplicates = await as(admin).query(
      `select kind, title, same_file, same_title, same_student from public.earlier_uploads($1) order by kind, title`,
      [one.id],
    )
    expect(duplicates).toEqual([
      { kind: 'material', title: 'Hand hygiene - a study', same_file: false, same_title: true, same_student: false },
      { kind: 'upload', title: 'HAND HYGIENE, a study', same_file: false, same_title: true, same_student: false },
      { kind: 'upload', title: 'Not alike', same_file: true, same_title: false, same_student: false },
    ])
    expect(two.id).not.toBe('')
  })

  it('of another student with the same file need one more tick before an approval', async () => {
    const [own, other] = [await sendIn(ada, `Once ${sent}`), await sendIn(bola, `Twice ${sent}`)]
    const approveIt = () => approve(admin, { id: other.id, title: `Twice ${sent}` })
    await keep(own.id, own.file, 'c'.repeat(64))
    await keep(other.id, other.file, 'c'.repeat(64))
    await tickAll(admin, other.id)
    expect(await approveIt()).toEqual({ outcome: 'same_file', material_id: null, slug: null })
    await as(admin).query(`select public.tick_review($1, 'same_file', true)`, [other.id])
    expect(await approveIt()).toMatchObject({ outcome: 'ok' })
  })

  it('of the same student with the same file need no further tick', async () => {
    const [earlier, later] = [await sendIn(ada, `Earlier ${sent}`), await sendIn(ada, `Later ${sent}`)]
    await keep(earlier.id, earlier.file, 'd'.repeat(64))
    await keep(later.id, later.file, 'd'.repeat(64))
    await tickAll(admin, later.id)
    expect(await approve(admin, { id: later.id, title: `Later ${sent}` })).toMatchObject({ outcome: 'ok' })
  })

  it('ignore a hash that only its sender claims', async () => {
    const claimed = await sendIn(bola, `Claimed ${sent}`)
    await as(owner).change(`update public.material_uploads set file_sha256 = $2 where id = $1`, [claimed.id, '7'.repeat(64)])
    await keep(upload.id, upload.file, '7'.repeat(64))
    expect(await as(admin).query(`select 1 from public.earlier_uploads($1)`, [upload.id])).toEqual([])
    await as(owner).change(`update public.material_uploads set file_checked_at = now() where id = $1`, [claimed.id])
    expect(await as(admin).query(`select same_file from public.earlier_uploads($1)`, [upload.id])).toEqual([{ same_file: true }])
  })

  it('exclude the upload’s own material', async () => {
    await tickAll()
    await approve(admin, { title: `Work ${sent}` })
    expect(await as(admin).query(`select 1 from public.earlier_uploads($1)`, [upload.id])).toEqual([])
  })
})
