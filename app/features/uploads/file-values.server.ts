import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createReadStream, openAsBlob } from 'node:fs'
import type { RouterContextProvider } from 'react-router'
import { hashFile } from '#functions/_shared/file-hash.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { FileMetadata } from '#app/services/reading.ts'
import { cutText } from '#app/platform/text/safe-text.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type AcceptedFile, getAcceptedFile } from './accepted-files.ts'
import type { FileValues } from './file-values.ts'
import type { StoredUpload } from './check-upload.ts'
import { contentReason, waitForFile } from './received-file.server.ts'
import type { UploadForm } from './schema.ts'

type Context = Readonly<RouterContextProvider>

const formats: Record<AcceptedFile['ending'], UploadForm['format']> = {
  pdf: 'PDF',
  doc: 'Word',
  docx: 'Word',
  ppt: 'PowerPoint',
  pptx: 'PowerPoint',
}

/** Reads a checked file for the upload form. `yearMax` is the last year that the form accepts. */
export async function readFileValues(
  context: Context,
  file: { path: string; ending: AcceptedFile['ending'] },
  yearMax: number,
): Promise<FileValues> {
  return toFormValues(await context.get(siteContext).readWork(file.path, file.ending), formats[file.ending], yearMax)
}

/** A file that has arrived: why its content is rejected, or null, and the values that it states. */
export type ArrivedValues = { stored: StoredUpload; reason: string | null; values: FileValues }

/**
 * Checks and reads a file that has arrived for the upload form. The file is free for its form while it is read, because
 * it is read from a second link. A form that states the same hash waits until the link is made.
 * @returns null if the user has no such file.
 */
export async function readArrivedFile(
  context: Context,
  user: CurrentUser,
  { uploadSession, sha256 }: { uploadSession: string; sha256?: string },
  yearMax: number,
): Promise<ArrivedValues | null> {
  const { uploadSessions, receivingDirectory } = context.get(siteContext)
  const copy = path.join(receivingDirectory, randomUUID())
  try {
    const file = await waitForFile(user, sha256 ?? uploadSession, async () => {
      const claimed = await uploadSessions.claim(user.userId, uploadSession)
      try {
        await (claimed && linkOrCopy(claimed.file.path, copy))
        return claimed?.file ?? null
      } finally {
        await claimed?.release()
      }
    })
    const accepted = file && getAcceptedFile(file.name)
    if (!file || !accepted) {
      return null
    }
    const stored = { id: uploadSession, name: file.name, size: file.size, sha256: await hashFile(createReadStream(copy)) }
    const reason = await contentReason(await openAsBlob(copy), accepted)
    return {
      stored,
      reason,
      values: reason ? {} : await readFileValues(context, { path: copy, ending: accepted.ending }, yearMax),
    }
  } finally {
    await fs.rm(copy, { force: true })
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await fs.link(from, to)
  } catch (error) {
    // The two directories are on different disks, or the disk has no links.
    if (!(error instanceof Error && 'code' in error && ['EXDEV', 'EPERM', 'ENOTSUP'].includes(String(error.code)))) {
      throw error
    }
    await fs.copyFile(from, to)
  }
}

/** Returns what the upload form accepts of a file's metadata, as text by the names of its fields. */
export function toFormValues(metadata: FileMetadata, format: UploadForm['format'], yearMax: number): FileValues {
  const { title, pages, year, studyDetails } = metadata
  const values = {
    title,
    format,
    pages: pages !== null && pages > 0 && pages <= 10_000 ? String(pages) : null,
    year_of_study: year !== null && year >= 2000 && year <= yearMax ? String(year) : null,
    description: studyDetails?.abstract ? cutText(studyDetails.abstract, 5000) : null,
  }
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null))
}
