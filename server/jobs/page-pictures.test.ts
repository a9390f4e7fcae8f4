// Tests the job over an embedded backend with a student's approved PDF.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { FREE_CHAPTER, freePdf } from '#tests/support/works.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { removeFiles } from './file-removals.ts'
import { drawPagePictures } from './page-pictures.ts'

const directory = temporaryDirectory()
let backend: EmbeddedBackend
let student = ''
beforeAll(async () => {
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: directory.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
  await sql(`insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.com')`)
  student = (await sql<{ id: string }>(`select id from public.profiles`))[0]?.id ?? ''
})
afterAll(async () => {
  await backend.stop()
  directory.remove()
})

const sql = <Row = Record<string, unknown>>(text: string, parameters: unknown[] = []) =>
  backend.database.query<Row>(text, parameters)

/** Stores a PDF and approves it as a published work with this free text. Returns the id of its material. */
async function approved(pdf: Uint8Array, freeText: string, sha256?: string): Promise<string> {
  const file = `${randomUUID()}/1795000000000-work.pdf`
  const { secret_key } = backend.keys
  const response = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${file}`, {
    method: 'POST',
    headers: { apikey: secret_key, authorization: `Bearer ${secret_key}`, 'content-type': 'application/pdf' },
    body: new Uint8Array(pdf),
  })
  expect(response.status).toBe(200)
  const [row] = await sql<{ id: string }>(
    `with upload as (
       insert into public.material_uploads (user_id, title, category, format, file_name, file_path, file_sha256, upload_status)
       values ($1, 'A work', 'thesis', 'PDF', 'work.pdf', $2, $3, 'approved') returning id
     ), material as (
       insert into public.research_materials (slug, title, category, chapter_one_preview, published_at)
       values ('work-' || gen_random_uuid(), 'A work', 'thesis', $4, now()) returning id
     )
     insert into public.material_shares (material_id, upload_id, profile_id)
     select material.id, upload.id, $1 from upload, material returning material_id as id`,
    [student, file, sha256 ?? createHash('sha256').update(pdf).digest('hex'), freeText],
  )
  return row?.id ?? ''
}

/** Runs a round of the job. Returns the keys that it invalidated in the cache. */
async function round(): Promise<string[]> {
  const invalidated: string[] = []
  const jobs = new Jobs()
  const cache = { invalidate: (prefix: string) => void invalidated.push(prefix) }
  const rounds = drawPagePictures(embeddedSiteBackend(backend, 'http://localhost'), jobs.add('page pictures'), {
    directory: directory.path,
    cache,
  })
  await rounds.idle()
  await rounds.stop()
  expect(jobs.failing()).toEqual([])
  return invalidated
}

const getPictures = (material: string) =>
  sql<{ page: number; path: string }>(`select page, path from public.material_page_pictures($1)`, [material])
const getStored = async (material: string) =>
  (
    await sql<{ name: string }>(`select name from storage.objects where bucket_id = 'product-files' and name like $1`, [
      `pages/${material}/%`,
    ])
  ).map(({ name }) => name)
/** Fetches a public picture as a visitor does. */
const fetchPublic = (path: string) => backend.fetch(`${backend.url}/storage/v1/object/public/product-files/${path}`)

test('stores pictures of the free pages, and no picture of a paid page', async () => {
  const material = await approved(freePdf(), FREE_CHAPTER)
  expect(await round()).toContain(`material:${material}`)
  const pictures = await getPictures(material)
  expect(pictures.map(({ page }) => page)).toEqual([2, 3])
  // Nothing else of the file is in the public bucket, so there is nothing to guess.
  expect((await getStored(material)).toSorted()).toEqual(pictures.map(({ path }) => path).toSorted())
  for (const { path } of pictures) {
    const response = await fetchPublic(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
  }
})

test('draws a work once', async () => {
  const material = await approved(freePdf(), FREE_CHAPTER)
  await round()
  const pictures = await getPictures(material)
  expect(await round()).toEqual([])
  expect(await getPictures(material)).toEqual(pictures)
})

test('draws fewer pages after the free text was shortened', async () => {
  const material = await approved(freePdf(), FREE_CHAPTER)
  await round()
  const half = FREE_CHAPTER.split('\n').slice(0, 12).join('\n')
  await sql(`update public.research_materials set chapter_one_preview = $2 where id = $1`, [material, half])
  expect(await getPictures(material)).toEqual([])
  await round()
  expect((await getPictures(material)).map(({ page }) => page)).toEqual([2])
})

test('removes the pictures of a hidden work from the storage', async () => {
  const material = await approved(freePdf(), FREE_CHAPTER)
  await round()
  const [picture] = await getPictures(material)
  await sql(`update public.research_materials set published_at = null where id = $1`, [material])
  await removeFiles(embeddedSiteBackend(backend, 'http://localhost'), new Jobs().add('file removals')).stop()
  expect(await getStored(material)).toEqual([])
  expect((await fetchPublic(picture?.path ?? '')).ok).toBe(false)
})

test('draws nothing of a stored file that is not the approved one', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const material = await approved(freePdf(), FREE_CHAPTER, 'a'.repeat(64))
  await round()
  expect(await getStored(material)).toEqual([])
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('differs from the approved one'))
  warn.mockRestore()
})
