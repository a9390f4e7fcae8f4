import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RouterContextProvider } from 'react-router'
import { backendContext, siteContext } from '../../platform/backend.server.ts'
import type { Person } from '../../platform/session.server.ts'
import { forgetMaterials } from '../materials/forget.server.ts'
import { acceptedFileOf, MOST_FILE_BYTES } from '../uploads/accepted-files.ts'
import type { Approval } from './schema.ts'
import type { Check } from './words.ts'

type Context = Readonly<RouterContextProvider>

/** What became of a decision: 'ok', or a key of `refusals` (words.ts). */
type Outcome = string

/** Ticks or clears a line of the checklist. Throws when the backend refused or failed. */
export async function tick(operator: Person, upload: string, check: Check, ticked: boolean): Promise<void> {
  await operator.client.rpc('tick_review', { upload, checked: check, ticked }).throwOnError()
}

/** Asks the student for changes; mailed. Throws when the backend refused or failed. */
export async function askForChanges(operator: Person, upload: string, seen_version: number, note: string): Promise<Outcome> {
  const { data } = await operator.client.rpc('ask_for_changes', { upload, seen_version, note }).throwOnError()
  return data
}

/** Rejects an upload; mailed. Throws when the backend refused or failed. */
export async function rejectUpload(operator: Person, upload: string, seen_version: number, reason: string): Promise<Outcome> {
  const { data } = await operator.client.rpc('reject_upload', { upload, seen_version, reason }).throwOnError()
  return data
}

/** Takes a decision back; mailed. Throws when the backend refused or failed. */
export async function reopenReview(operator: Person, upload: string, seen_version: number): Promise<Outcome> {
  const { data } = await operator.client.rpc('reopen_review', { upload, seen_version }).throwOnError()
  forgetMaterials()
  return data
}

/** Approves an upload and makes or updates its material; mailed. Visitors see it at once. Throws when the backend refused or failed. */
export async function approveUpload(
  operator: Person,
  upload: string,
  seen_version: number,
  approval: Approval,
): Promise<Outcome> {
  const { data } = await operator.client
    .rpc('approve_upload', {
      upload,
      seen_version,
      new_title: approval.title,
      new_category: approval.category,
      new_subject_area: approval.subject_area,
      new_price: approval.price,
      new_share_percent: approval.share_percent,
      new_slug: approval.slug,
      // The generated types do not know that these take null.
      new_selar_link: approval.selar_link as string,
      new_pages: approval.pages as number,
      new_year: approval.year_of_study as number,
      new_preview: approval.chapter_one_preview as string,
      note: approval.note as string,
    })
    .single()
    .throwOnError()
  forgetMaterials()
  return data.outcome
}

/**
 * Reads the file of an upload, whatever somebody made of it, and keeps what was found: pages, words, headings, first chapter, and its hash.
 * @returns false when the file is not there, or is not the upload's any more.
 * @throws when the backend failed.
 */
export async function readUploadFile(context: Context, operator: Person, upload: string): Promise<boolean> {
  const { data: row } = await operator.client
    .from('material_uploads')
    .select('file_path')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  const stored = row && (await openStored(context, operator, row.file_path))
  if (!row || !stored) {
    return false
  }
  const site = context.get(siteContext)
  const ending = acceptedFileOf(row.file_path)?.ending ?? ''
  const file = path.join(site.receivingDirectory, `reading-${randomUUID()}`)
  try {
    const { sha256, bytes } = await receive(stored, file)
    const facts = await site.readWork(file, ending)
    const { data: kept } = await operator.client
      .rpc('keep_file_facts', {
        upload,
        path: row.file_path,
        sha256,
        bytes,
        pages: facts.pages as number,
        words: facts.words as number,
        headings: facts.headings,
        first_chapter: facts.firstChapter as string,
        reading_note: facts.note as string,
      })
      .throwOnError()
    return kept
  } finally {
    await fs.rm(file, { force: true })
  }
}

/** The file of an upload as it comes; null when there is none. Throws when the backend failed. */
export async function openUploadFile(
  context: Context,
  operator: Person,
  upload: string,
): Promise<ReadableStream<Uint8Array> | null> {
  const { data: row } = await operator.client
    .from('material_uploads')
    .select('file_path')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  return row && openStored(context, operator, row.file_path)
}

/** A stored file, read with the operator's own rights. */
async function openStored(context: Context, operator: Person, filePath: string): Promise<ReadableStream<Uint8Array> | null> {
  const backend = context.get(backendContext)
  const stored = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${filePath}`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${operator.accessToken}` },
  })
  if (!stored.ok || !stored.body) {
    await stored.body?.cancel()
    return null
  }
  return stored.body
}

async function receive(stream: ReadableStream<Uint8Array>, file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > MOST_FILE_BYTES ? new Error('The stored file is larger than any that was taken') : null, chunk)
    },
  })
  await pipeline(
    Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]),
    counting,
    createWriteStream(file, { mode: 0o600 }),
  )
  return { sha256: hash.digest('hex'), bytes }
}
