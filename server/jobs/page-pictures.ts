import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#app/services/database.ts'
import { readApprovedFile } from '../approved-file.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { drawFreePages, type FreePage } from '../reading/draw-free-pages.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

const EVERY_MS = 10 * 60 * 1000
const AT_ONCE = 5
/** Seconds for which browsers and proxies cache a picture: it is removed when its work is hidden. */
const CACHE_SECONDS = '86400'

type Due = Database['public']['Functions']['due_page_drawings']['Returns'][number]

/**
 * Draws the free pages of students' approved PDFs for their pages in the shop, one work at a time, each once
 * (docs/decisions/0052). A work that cannot be drawn waits a day, so that older ones get their turn. `directory` is for files that are being received. Without a secret key nothing is drawn.
 */
export function drawPagePictures(
  backend: SiteBackend,
  job: Job,
  { directory, cache }: { directory: string; cache: { invalidate(prefix: string): void } },
): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const { data: due } = await client.rpc('due_page_drawings', { max_rows: AT_ONCE }).throwOnError()
    let drawn = 0
    for (const work of due) {
      try {
        const isSaved = await savePictures(client, work, await drawWork(client, work, directory, job))
        drawn += isSaved ? 1 : 0
        cache.invalidate(`material:${work.slug}`)
        cache.invalidate(`material:${work.material_id}`)
      } catch (error) {
        job.failed(error, `material ${work.material_id}`)
        await client.rpc('postpone_page_drawing', { material: work.material_id, failed_file: work.file_path }).throwOnError()
      }
    }
    return { more: drawn > 0 && due.length === AT_ONCE }
  })
}

/**
 * Draws the free pages of a work; none if its stored file is not the approved one.
 * @throws when the file cannot be read from the storage, or a later attempt may succeed.
 */
async function drawWork(client: ServiceClient, work: Due, directory: string, job: Job): Promise<FreePage[]> {
  const bytes = await readApprovedFile(client, work.file_path, work.file_sha256).catch((error: unknown) => {
    throw new Error('Could not read the file of a work', { cause: error })
  })
  if (bytes === null) {
    job.warn(`the stored file of material ${work.material_id} differs from the approved one, so it is not drawn`)
    return []
  }
  const file = path.join(directory, `drawing-${randomUUID()}`)
  try {
    await fs.writeFile(file, bytes, { mode: 0o600 })
    return await drawFreePages(file, work.free_text)
  } finally {
    await fs.rm(file, { force: true })
  }
}

/**
 * Stores pictures and records them.
 * @returns false if the work has changed since it was due, or another process was first. Its pictures are removed in an
 * hour.
 * @throws when the backend failed.
 */
async function savePictures(client: ServiceClient, work: Due, pages: FreePage[]): Promise<boolean> {
  const { material_id: material, file_path: drawn_file, free_text: drawn_text } = work
  const pictures = pages.map(({ page, picture }) => ({
    page,
    picture,
    path: `pages/${material}/${randomBytes(16).toString('hex')}.webp`,
  }))
  await client.rpc('reserve_page_pictures', { paths: pictures.map((each) => each.path) }).throwOnError()
  for (const each of pictures) {
    const { error } = await client.storage
      .from('product-files')
      .upload(each.path, each.picture, { contentType: 'image/webp', cacheControl: CACHE_SECONDS })
    if (error) {
      throw new Error('Could not store the picture of a page', { cause: error })
    }
  }
  const { data: isSaved } = await client
    .rpc('save_page_pictures', {
      material,
      drawn_file,
      drawn_text,
      pictures: pictures.map(({ page, path: place }) => ({ page, path: place })),
    })
    .throwOnError()
  return isSaved
}
