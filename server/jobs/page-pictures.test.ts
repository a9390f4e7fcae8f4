// Tests the job over an embedded backend with a student's approved PDF.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { FREE_CHAPTER, freePdf } from '#tests/support/works.ts'
import { FileStorage } from '../backend/file-storage.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { removeFiles } from './file-removals.ts'
import { drawPagePictures } from './page-pictures.ts'

const { backend, dataDirectory } = await startTestBackend()
const sql = <Row = Record<string, unknown>>(text: string, parameters: unknown[] = []) =>
  backend.database.query<Row>(text, parameters)

await sql(`insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.com')`)
const [student] = await sql<{ id: string }>(`select id from public.profiles`)

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
    [student?.id, file, sha256 ?? createHash('sha256').update(pdf).digest('hex'), freeText],
  )
  return row?.id ?? ''
}

/** Runs a round of the job, which fails or not. Returns the keys that it invalidated in the cache. */
async function round({ failures = 0 } = {}): Promise<string[]> {
  const invalidated: string[] = []
  const jobs = new Jobs()
  const cache = { invalidate: (prefix: string) => void invalidated.push(prefix) }
  const rounds = drawPagePictures(embeddedSiteBackend(backend, 'http://localhost'), jobs.add('page pictures'), {
    directory: dataDirectory,
    cache,
  })
  await rounds.idle()
  await rounds.stop()
  expect(jobs.failing()).toHaveLength(failures)
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
const fetchPublic = (name: string) => backend.fetch(`${backend.url}/storage/v1/object/public/product-files/${name}`)

test('stores pictures of the free pages, and no picture of a paid page', async () => {
  const material = await approved(freePdf(), FREE_CHAPTER)
  expect(await round()).toContain(`material:${material}`)
  const pictures = await getPictures(material)
  expect(pictures.map(({ page }) => page)).toEqual([2, 3])
  // Nothing else of the file is in the public bucket, so there is nothing to guess.
  expect((await getStored(material)).toSorted()).toEqual(pictures.map((picture) => picture.path).toSorted())
  for (const picture of pictures) {
    const response = await fetchPublic(picture.path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
  }
})

test('draws a work once', async () => {
  const material = await approved(freePdf(), FREE_CHAPTER)
  await round()
  const pictures = await getPictures(material)
  expect(pictures).toHaveLength(2)
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
  expect((await fetchPublic(picture?.path ?? '')).status).toBe(200)
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

test('postpones works that cannot be read, so that older ones are drawn', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const older = await approved(freePdf(), FREE_CHAPTER)
  await sql(`update public.research_materials set published_at = now() - interval '1 day' where id = $1`, [older])
  for (let count = 0; count < 5; count += 1) {
    await approved(freePdf(), FREE_CHAPTER)
  }
  const due = await sql<{ material_id: string; file_path: string }>(
    `select material_id, file_path from public.due_page_drawings()`,
  )
  expect(due).toHaveLength(5)
  expect(due.map(({ material_id }) => material_id)).not.toContain(older)
  for (const { file_path } of due) {
    fs.rmSync(FileStorage.pathIn(path.join(dataDirectory, 'objects'), FileStorage.getName('material-uploads', file_path)))
  }
  await round({ failures: 1 })
  expect(log).toHaveBeenCalledTimes(5)
  expect(await getPictures(older)).toEqual([])
  await round()
  expect(await getPictures(older)).toHaveLength(2)
  log.mockRestore()
})
