import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { openAsBlob } from 'node:fs'
import type { RouterContextProvider } from 'react-router'
import { getContentFault } from '#functions/_shared/file-content.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { FileMetadata } from '#app/services/reading.ts'
import { cutText } from '#app/platform/text/safe-text.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type AcceptedFile, getAcceptedFile } from './accepted-files.ts'
import type { FileValues } from './file-values.ts'
import { waitForFile } from './received-file.server.ts'
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

/**
 * Reads a file that arrived in chunks for the upload form. The file is free for its form while it is read, because it
 * is read from a second link.
 * @returns null if the user has no such file, or its content is not what its name says.
 */
export async function readArrivedFile(
  context: Context,
  user: CurrentUser,
  arrived: { uploadSession: string; sha256: string },
  yearMax: number,
): Promise<FileValues | null> {
  const { uploadSessions, receivingDirectory } = context.get(siteContext)
  const copy = path.join(receivingDirectory, randomUUID())
  try {
    const accepted = await waitForFile(user, arrived.sha256, async () => {
      const claimed = await uploadSessions.claim(user.userId, arrived.uploadSession)
      try {
        await (claimed && linkOrCopy(claimed.file.path, copy))
        return claimed && getAcceptedFile(claimed.file.name)
      } finally {
        await claimed?.release()
      }
    })
    return accepted && (await getContentFault(await openAsBlob(copy), accepted)) === null
      ? await readFileValues(context, { path: copy, ending: accepted.ending }, yearMax)
      : null
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
