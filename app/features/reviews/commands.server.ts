import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PostgrestError } from '@supabase/supabase-js'
import type { RouterContextProvider } from 'react-router'
import { hashedOnItsWay, hashFile } from '#functions/_shared/file-hash.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { invalidateMaterials } from '../materials/invalidate.server.ts'
import { getAcceptedFile, MAX_FILE_BYTES } from '../uploads/accepted-files.ts'
import { onlyThisFile, openStoredFile, reportDifferentFile } from '../uploads/stored-file.server.ts'
import type { Approval, Note } from './schema.ts'
import type { Check, Refusal } from './labels.ts'

type Context = Readonly<RouterContextProvider>

const UNIQUE_VIOLATION = '23505'
const MAX_TRIES = 5

/** The result of a decision. */
export type Outcome = 'ok' | Refusal

/** Ticks or clears a line of the checklist. Throws if the backend rejected it or failed. */
export async function tick(admin: CurrentUser, upload: string, check: Check, ticked: boolean): Promise<void> {
  await admin.client.rpc('tick_review', { upload, checked: check, ticked }).throwOnError()
}

/** Requests changes from the student by email. Throws if the backend rejected the call or failed. */
export async function requestChanges(admin: CurrentUser, upload: string, { version, note }: Note): Promise<Outcome> {
  const { data } = await admin.client.rpc('request_changes', { upload, expected_version: version, note }).throwOnError()
  return data
}

/** Rejects an upload and emails the student. Throws if the backend rejected the call or failed. */
export async function rejectUpload(admin: CurrentUser, upload: string, { version, note }: Note): Promise<Outcome> {
  const { data } = await admin.client.rpc('reject_upload', { upload, expected_version: version, reason: note }).throwOnError()
  return data
}

/** Reopens a decided review and emails the student. Throws if the backend rejected the call or failed. */
export async function reopenReview(admin: CurrentUser, upload: string, { version }: { version: number }): Promise<Outcome> {
  const { data } = await admin.client.rpc('reopen_review', { upload, expected_version: version }).throwOnError()
  invalidateMaterials()
  return data
}

/**
 * Approves an upload, creates or updates its material, and emails the student. Visitors see it at once. First compares
 * the stored file with the reviewed one, and tries to stamp it. Throws if the backend rejected the call or failed.
 */
export async function approveUpload(context: Context, admin: CurrentUser, upload: string, approval: Approval): Promise<Outcome> {
  const compared = await withUploadFile(context, admin, upload, async ({ storedAs, place, ending, sha256 }) => {
    const outcome = await recordComparison(context, admin, { upload, path: storedAs, sha256 })
    return outcome === 'ok' && ending === 'pdf' && !(await context.get(siteContext).canStamp(place)) ? 'not_stampable' : outcome
  })
  return compared === 'ok' ? decideApproval(admin, upload, approval) : compared
}

/**
 * Stores an approval. If another record takes the same slug at the same time, it retries: a generated slug gets the
 * next number, a submitted one gets an error. Throws if the backend rejected the call or failed.
 */
export async function decideApproval(admin: CurrentUser, upload: string, approval: Approval): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await approveOnce(admin, upload, approval)
    } catch (error) {
      if (!(error instanceof PostgrestError && error.code === UNIQUE_VIOLATION && tries < MAX_TRIES)) {
        throw error
      }
    }
  }
}

async function approveOnce(
  admin: CurrentUser,
  upload: string,
  { version, share_percent, note, ...material }: Approval,
): Promise<Outcome> {
  const { data, error } = await admin.client
    .rpc('approve_upload', { upload, expected_version: version, material, new_share_percent: share_percent, note })
    .single()
  if (error) {
    // Another request detected the change first.
    if (error.hint === 'file_changed') {
      return 'file_changed'
    }
    throw error
  }
  invalidateMaterials()
  return data.outcome
}

/**
 * Compares the stored file of an upload with the one that was sent and reviewed (docs/decisions/0024).
 * @returns 'ok', or a key of `refusals`: file_changed, unread, file_missing, changed (the student sent another file),
 * gone.
 * @throws if the backend failed.
 */
export async function compareStoredFile(context: Context, admin: CurrentUser, upload: string): Promise<Outcome> {
  const there = await getFile(context, admin, upload)
  return typeof there === 'string'
    ? there
    : recordComparison(context, admin, { upload, path: there.path, sha256: await hashFile(there.body) })
}

async function recordComparison(
  context: Context,
  admin: CurrentUser,
  found: { upload: string; path: string; sha256: string },
): Promise<Outcome> {
  const { data: outcome } = await admin.client.rpc('compare_file', found).throwOnError()
  if (outcome === 'changed') {
    reportDifferentFile(context, found.upload)
    return 'file_changed'
  }
  return outcome === 'other' ? 'changed' : outcome
}

/**
 * Reads the file of an upload, which may be damaged or hostile, and stores its details: pages, words, headings, first
 * chapter and the hash of the reviewed file.
 * @returns 'ok', or a key of `refusals`: file_changed, file_missing, changed (the student sent another file in the
 * meantime), gone.
 * @throws if the backend failed.
 */
export async function readUploadFile(context: Context, admin: CurrentUser, upload: string): Promise<Outcome> {
  return withUploadFile(context, admin, upload, async ({ storedAs, place, ending, sha256, bytes }) => {
    const details = await context.get(siteContext).readWork(place, ending)
    const { data: outcome } = await admin.client
      .rpc('save_file_metadata', {
        upload,
        path: storedAs,
        sha256,
        metadata: {
          file_bytes: bytes,
          pages: details.pages,
          words: details.words,
          headings: details.headings,
          first_chapter: details.firstChapter,
          reading_note: details.note,
          study_details: details.studyDetails ?? {},
        },
      })
      .throwOnError()
    if (outcome === 'changed') {
      reportDifferentFile(context, upload)
      return 'file_changed'
    }
    return outcome === 'other' ? 'changed' : outcome
  })
}

/** The file of an upload on the disk: its path in the storage, its place on the disk, and what it is. */
type FileOnDisk = { storedAs: string; place: string; ending: string; sha256: string; bytes: number }

/**
 * Puts the file of an upload on the disk while `use` runs.
 * @returns the result of `use`, or a key of `refusals`: gone, file_missing.
 * @throws if the backend failed.
 */
export async function withUploadFile<Result>(
  context: Context,
  admin: CurrentUser,
  upload: string,
  use: (file: FileOnDisk) => Promise<Result>,
): Promise<Result | 'gone' | 'file_missing'> {
  const there = await getFile(context, admin, upload)
  if (typeof there === 'string') {
    return there
  }
  const place = path.join(context.get(siteContext).receivingDirectory, `reading-${randomUUID()}`)
  try {
    const received = await receive(there.body, place)
    return await use({ storedAs: there.path, place, ending: getAcceptedFile(there.path)?.ending ?? '', ...received })
  } finally {
    await fs.rm(place, { force: true })
  }
}

/**
 * Streams the file of an upload. If it differs from the file that was sent, the stream is aborted, and this is
 * recorded.
 * @returns null if there is none.
 * @throws if the backend failed.
 */
export async function openUploadFile(
  context: Context,
  admin: CurrentUser,
  upload: string,
): Promise<ReadableStream<Uint8Array> | null> {
  const { data: row } = await admin.client
    .from('material_uploads')
    .select('file_path, file_sha256')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  const stored = row && (await openStoredFile(context, admin, row.file_path))
  return (
    stored &&
    onlyThisFile(stored.body, row.file_sha256, async (sha256) => {
      await recordComparison(context, admin, { upload, path: row.file_path, sha256 })
    })
  )
}

/**
 * Returns the stored file of an upload and its path, or a key of `refusals`: gone, file_missing. Throws if the backend
 * failed.
 */
async function getFile(
  context: Context,
  admin: CurrentUser,
  upload: string,
): Promise<{ path: string; body: ReadableStream<Uint8Array> } | 'gone' | 'file_missing'> {
  const { data: row } = await admin.client
    .from('material_uploads')
    .select('file_path')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  const stored = row && (await openStoredFile(context, admin, row.file_path))
  return !row ? 'gone' : !stored ? 'file_missing' : { path: row.file_path, body: stored.body }
}

/** Writes a stored file to disk for the program that reads it. Throws if it is larger than any upload. */
async function receive(stream: ReadableStream<Uint8Array>, file: string): Promise<{ sha256: string; bytes: number }> {
  let received = { sha256: '', bytes: 0 }
  const counted = hashedOnItsWay(noLonger(stream), (sha256, bytes) => {
    received = { sha256, bytes }
  })
  await pipeline(counted, createWriteStream(file, { mode: 0o600 }))
  return received
}

async function* noLonger(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MAX_FILE_BYTES) {
      throw new Error('Could not receive the stored file: it is larger than any upload')
    }
    yield chunk
  }
}
