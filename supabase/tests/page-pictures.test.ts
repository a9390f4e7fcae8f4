// Pictures of the free pages of students' works (docs/decisions/0052): when they are drawn, who sees them, and when they
// are removed.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type CurrentUser, gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

type Due = { material_id: string; slug: string; file_path: string; free_text: string }
const due = () => as(secretKey).query<Due>(`select * from public.due_page_drawings(100)`)

let work: Due
beforeEach(async () => {
  work = await approve()
})

/** Approves a work of Ada with this first chapter. Returns what the job gets of it. */
async function approve(chapter = 'The first chapter'): Promise<Due> {
  const upload = await sendIn(ada, `A work ${randomUUID()}`)
  for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
    await as(admin).query(`select public.tick_review($1, $2, true)`, [upload.id, check])
  }
  const [review] = await as(admin).query<{ version: number }>(`select version from public.upload_reviews where upload_id = $1`, [
    upload.id,
  ])
  const material = { title: 'A work', category: 'thesis', price: 3500, sold_here: true, chapter_one_preview: chapter }
  const [approved] = await as(admin).query<{ material_id: string }>(
    `select outcome, material_id from public.approve_upload($1, $2, $3::jsonb, 50)`,
    [upload.id, review?.version, JSON.stringify(material)],
  )
  const found = (await due()).find(({ material_id }) => material_id === approved?.material_id)
  if (!found) {
    throw new Error('The approved work is not due')
  }
  return found
}

const path = (material: string) => `pages/${material}/${randomBytes(16).toString('hex')}.webp`
const reserve = (paths: string[]) => as(secretKey).query(`select public.reserve_page_pictures($1)`, [paths])
type Picture = { page: number; path: string }
/** Reserves and saves pictures. Returns whether they were saved. */
async function save(drawn: Due, pictures: Picture[]) {
  await reserve(pictures.map((picture) => picture.path))
  return saveReserved(drawn, pictures)
}
async function saveReserved({ material_id, file_path, free_text }: Due, pictures: Picture[]) {
  const [row] = await as(secretKey).query<{ saved: boolean }>(
    `select public.save_page_pictures($1, $2, $3, $4::jsonb) as saved`,
    [material_id, file_path, free_text, JSON.stringify(pictures)],
  )
  return row?.saved
}
const shownTo = (user: CurrentUser) =>
  as(user).query(`select page, path from public.material_page_pictures($1)`, [work.material_id])
const isDue = async () => (await due()).some(({ material_id }) => material_id === work.material_id)
/** Returns the ordered removals among these paths, and whether each is due now. */
const removals = (paths: string[]) =>
  as(owner).query(
    `select path, next_attempt_at <= now() as now from public.file_removals
      where place = 'product-files' and path = any ($1) order by path`,
    [paths],
  )

describe('due_page_drawings', () => {
  it('returns a published PDF once, with the text that visitors read', async () => {
    expect(work).toMatchObject({ file_path: expect.stringMatching(/\.pdf$/), free_text: 'The first chapter' })
    expect(await save(work, [])).toBe(true)
    expect(await isDue()).toBe(false)
  })

  it('does not return a hidden work', async () => {
    await as(admin).change(`update public.research_materials set published_at = null where id = $1`, [work.material_id])
    expect(await isDue()).toBe(false)
  })

  it('does not return a Word document', async () => {
    await as(owner).query(`select set_config('session_replication_role', 'replica', false)`)
    await as(owner).change(
      `update public.material_uploads set file_path = replace(file_path, '.pdf', '.docx') where file_path = $1`,
      [work.file_path],
    )
    await as(owner).query(`select set_config('session_replication_role', 'origin', false)`)
    expect(await isDue()).toBe(false)
  })
})

describe('postpone_page_drawing', () => {
  const postpone = ({ material_id, file_path }: Due) =>
    as(secretKey).query(`select public.postpone_page_drawing($1, $2)`, [material_id, file_path])
  const endPostponement = () =>
    as(owner).change(`update private.page_drawings set next_attempt_at = now() where material_id = $1`, [work.material_id])

  it('makes a work due again in a day', async () => {
    await postpone(work)
    expect(await isDue()).toBe(false)
    const [drawing] = await as(owner).query<{ hours: number }>(
      `select round(extract(epoch from next_attempt_at - now()) / 3600)::int as hours from private.page_drawings
        where material_id = $1`,
      [work.material_id],
    )
    expect(drawing).toEqual({ hours: 24 })
    await endPostponement()
    expect(await isDue()).toBe(true)
  })

  it('lets the work be saved', async () => {
    await postpone(work)
    await endPostponement()
    expect(await save(work, [])).toBe(true)
    expect(await isDue()).toBe(false)
  })

  it('changes nothing of a work that another process has drawn', async () => {
    await save(work, [{ page: 1, path: path(work.material_id) }])
    await postpone(work)
    expect(await shownTo(visitor)).toHaveLength(1)
    expect(
      await as(owner).query(`select next_attempt_at from private.page_drawings where material_id = $1`, [work.material_id]),
    ).toEqual([{ next_attempt_at: null }])
  })

  it('ignores a deleted work', async () => {
    expect(await postpone({ ...work, material_id: randomUUID() })).toHaveLength(1)
  })
})

describe('save_page_pictures', () => {
  it('shows everybody the pictures of a published work', async () => {
    const pictures = [2, 3].map((page) => ({ page, path: path(work.material_id) }))
    expect(await save(work, pictures.toReversed())).toBe(true)
    for (const user of [visitor, ada, admin]) {
      expect(await shownTo(user)).toEqual(pictures)
    }
  })

  it('cancels the removal that was reserved for stored pictures', async () => {
    const [picture, unsaved] = [path(work.material_id), path(work.material_id)]
    await reserve([picture, unsaved])
    expect(await removals([picture])).toEqual([{ path: picture, now: false }])
    expect(await saveReserved(work, [{ page: 1, path: picture }])).toBe(true)
    expect(await removals([picture, unsaved])).toEqual([{ path: unsaved, now: false }])
  })

  it.each([
    ['the free text was shortened', `chapter_one_preview = 'The first'`],
    ['the work was hidden', 'published_at = null'],
  ])('saves nothing if %s while it was drawn', async (_what, change) => {
    await as(admin).change(`update public.research_materials set ${change} where id = $1`, [work.material_id])
    expect(await save(work, [{ page: 1, path: path(work.material_id) }])).toBe(false)
    expect(await shownTo(visitor)).toEqual([])
  })

  it('saves nothing of another file than the approved one', async () => {
    expect(await save({ ...work, file_path: 'another.pdf' }, [{ page: 1, path: path(work.material_id) }])).toBe(false)
  })

  it('saves nothing of a work that another process has drawn', async () => {
    const first = { page: 1, path: path(work.material_id) }
    expect(await save(work, [first])).toBe(true)
    expect(await save(work, [{ page: 1, path: path(work.material_id) }])).toBe(false)
    expect(await shownTo(visitor)).toEqual([first])
  })

  it.each([
    ['was removed', `delete from public.file_removals where path = $1`],
    ['is being removed', `update public.file_removals set attempts = 1 where path = $1`],
  ])('saves nothing if a picture %s', async (_what, sql) => {
    const pictures = [1, 2].map((page) => ({ page, path: path(work.material_id) }))
    await reserve(pictures.map((picture) => picture.path))
    await as(owner).change(sql, [pictures[1]?.path])
    expect(await saveReserved(work, pictures)).toBe(false)
    expect(await shownTo(visitor)).toEqual([])
  })

  it('ignores pictures of another work', async () => {
    expect(await save(work, [{ page: 1, path: path(randomUUID()) }])).toBe(true)
    expect(await shownTo(visitor)).toEqual([])
  })

  it('rejects names that could be guessed', async () => {
    await expect(save(work, [{ page: 1, path: `pages/${work.material_id}/1.webp` }])).rejects.toMatchObject({ code: '23514' })
  })
})

describe('page pictures', () => {
  let picture = ''
  beforeEach(async () => {
    picture = path(work.material_id)
    await save(work, [{ page: 1, path: picture }])
  })

  it.each([
    [
      'its review is reopened',
      `select public.reopen_review(u.id, r.version) from public.material_uploads u
       join public.upload_reviews r on r.upload_id = u.id where u.file_path = $1`,
    ],
    [
      'an admin hides it',
      `update public.research_materials m set published_at = null from public.material_shares s
       join public.material_uploads u on u.id = s.upload_id where s.material_id = m.id and u.file_path = $1`,
    ],
    [
      'an admin deletes it',
      `update public.research_materials m set deleted_at = now() from public.material_shares s
       join public.material_uploads u on u.id = s.upload_id where s.material_id = m.id and u.file_path = $1`,
    ],
    [
      'an admin changes its free text',
      `update public.research_materials m set chapter_one_preview = 'The first' from
       public.material_shares s join public.material_uploads u on u.id = s.upload_id
       where s.material_id = m.id and u.file_path = $1`,
    ],
  ])('are removed at once when %s', async (_what, sql) => {
    await as(admin).query(sql, [work.file_path])
    expect(await shownTo(visitor)).toEqual([])
    expect(await removals([picture])).toEqual([{ path: picture, now: true }])
  })

  it('are removed when the student replaces the file of a published work', async () => {
    const [upload] = await as(owner).query<{ id: string; version: number }>(
      `select u.id, r.version from public.material_uploads u join public.upload_reviews r on r.upload_id = u.id
        where u.file_path = $1`,
      [work.file_path],
    )
    await as(admin).query(`select public.reopen_review($1, $2)`, [upload?.id, upload?.version])
    await as(admin).change(`update public.research_materials set published_at = now() where id = $1`, [work.material_id])
    const again = path(work.material_id)
    expect(await save(work, [{ page: 1, path: again }])).toBe(true)
    const file = `${ada.userId}/1796000000000-new.pdf`
    await as(ada).change(
      `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 300}')`,
      [file],
    )
    await as(ada).query(`select public.replace_upload_file($1, 'new.pdf', $2)`, [upload?.id, file])
    expect(await shownTo(visitor)).toEqual([])
    expect(await removals([again])).toEqual([{ path: again, now: true }])
  })

  it('are removed when the stored file differs from the approved one', async () => {
    await as(owner).change(`update public.material_uploads set file_changed_at = now() where file_path = $1`, [work.file_path])
    expect(await shownTo(visitor)).toEqual([])
  })

  it('are drawn again after the free text changed', async () => {
    await as(admin).change(`update public.research_materials set abstract = 'In short' where id = $1`, [work.material_id])
    expect(await isDue()).toBe(true)
  })

  it('stay when the price changes', async () => {
    await as(admin).change(`update public.research_materials set price = 4000 where id = $1`, [work.material_id])
    expect(await shownTo(visitor)).toHaveLength(1)
  })

  it('are removed with the row of their work', async () => {
    await as(owner).change(`delete from public.research_materials where id = $1`, [work.material_id])
    expect(await removals([picture])).toEqual([{ path: picture, now: true }])
  })
})

it.each([
  ['a visitor', visitor],
  ['a student', ada],
  ['an admin', admin],
])('the functions of the job and its tables reject %s', async (_who, user) => {
  for (const sql of [
    `select * from public.due_page_drawings()`,
    `select public.postpone_page_drawing(gen_random_uuid(), '')`,
    `select * from public.orphaned_page_pictures()`,
    `select public.reserve_page_pictures('{}')`,
    `select public.save_page_pictures(gen_random_uuid(), '', '', '[]')`,
    `select * from private.page_pictures`,
    `select * from private.page_drawings`,
  ]) {
    await expect(as(user).query(sql)).rejects.toMatchObject(noGrant)
  }
})

it('only the secret key stores pictures of pages', async () => {
  for (const user of [visitor, ada, admin]) {
    await expect(
      as(user).change(`insert into storage.objects (bucket_id, name) values ('product-files', $1)`, [path(randomUUID())]),
    ).rejects.toMatchObject({ code: '42501' })
  }
})
