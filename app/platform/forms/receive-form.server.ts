import { errorMessage, log } from '#app/platform/log/log.server.ts'
import fs from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { RouterContextProvider } from 'react-router'
import type { HashedFile } from '#app/services/uploads.ts'
import { ACCOUNT_FIELD } from './account-field.ts'
import { rejectForeignForm } from './own-form.server.ts'
import { saveUpload, type SavedUpload } from './save-upload.server.ts'

export type ReceivedForm = {
  fields: Record<string, string>
  file: HashedFile | null
  /** Name of the chosen file, received or not; null when none was chosen. */
  fileName: string | null
  /** The file is larger than allowed, so it was not stored. */
  tooLarge: boolean
  /** The disk was full or failed, so the file could not be stored. The other fields are complete. */
  saveError: 'disk full' | NodeJS.ErrnoException | null
  /** Removes what was received. Does not reject. */
  discard(): Promise<void>
}

/** The body is not a form with a file, or it broke off. The client caused this. */
export class IncompleteFormError extends Error {}

/** Bytes allowed for the text fields and the boundaries around the file. */
const MAX_OTHER_BYTES = 256 * 1024
/** Bytes allowed for one text field, unless the form allows more; the rest of a longer one is dropped. */
const MAX_FIELD_BYTES = 32 * 1024
const MAX_FIELDS = 60
/** The system's error codes for a full disk or quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

type Receiving = {
  /** The directory for the received file. */
  directory: string
  /** The largest accepted file, in bytes. */
  maxBytes: number
  /** The largest text field, in bytes, where a form has long ones. */
  maxFieldBytes?: number
  /** Returns true if the disk has space for this many bytes. Called once, before reading. */
  hasDiskSpace(bytes: number): Promise<boolean>
  /** Called with the text fields that came before the file. If it returns false, the file is not received. */
  fitting(fields: Record<string, string>, fileName: string): boolean
}

/**
 * Reads a multipart form with one file, without loading the file into memory. All text fields are returned, also if the
 * file is rejected or cannot be stored.
 * @throws {IncompleteFormError} if the body is not such a form or breaks off.
 */
export async function receiveForm(
  request: Request,
  { directory, maxBytes, maxFieldBytes = MAX_FIELD_BYTES, hasDiskSpace, fitting }: Receiving,
): Promise<ReceivedForm> {
  const stated = Number(request.headers.get('content-length') ?? 0)
  const statedTooLarge = stated > maxBytes + Math.max(MAX_OTHER_BYTES, maxFieldBytes * 2)
  const roomy = statedTooLarge || (await hasDiskSpace(stated || maxBytes))
  const target = path.join(directory, randomUUID())
  const fields: Record<string, string> = {}
  let fileName: string | null = null
  let tooLarge = false
  let noSpace = false
  /** The write of the only file that the form may have. */
  const writing: Promise<SavedUpload>[] = []

  const parser = getParser(request, maxBytes, maxFieldBytes)
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (_name, stream, { filename }) => {
    // A form without a chosen file sends an empty file without a name.
    if (!filename) {
      stream.resume()
      return
    }
    fileName = filename
    tooLarge = statedTooLarge
    noSpace = !roomy && fitting(fields, filename)
    if (tooLarge || noSpace || !fitting(fields, filename)) {
      stream.resume()
      return
    }
    stream.on('limit', () => {
      tooLarge = true
    })
    writing.push(saveUpload(stream, target))
  })

  const discard = () =>
    fs.rm(target, { force: true }).catch((error: unknown) => {
      // The next start empties the directory, so this is not a failure of the request.
      log.error({ event: 'form.file_removal_failed', error: errorMessage(error) }, 'Could not remove a received file')
    })
  try {
    if (!request.body) {
      throw new Error('The form has no body')
    }
    await pipeline(Readable.fromWeb(request.body as NodeReadableStream), parser)
  } catch (error) {
    await Promise.all(writing)
    await discard()
    throw new IncompleteFormError('The form broke off', { cause: error })
  }
  const [written] = await Promise.all(writing)
  const isFull = noSpace || FULL.has(written?.failure?.code ?? '')
  return {
    fields,
    file:
      written?.failure === null && !tooLarge
        ? { path: target, name: fileName ?? '', size: written.size, sha256: written.sha256 }
        : null,
    fileName,
    tooLarge,
    saveError: isFull ? 'disk full' : (written?.failure ?? null),
    discard,
  }
}

/**
 * Receives a form like `receiveForm`, unless it is of another account than the signed-in one.
 * @throws a 409 with the text of another account's form.
 */
export async function receiveOwnForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  receiving: Receiving,
): Promise<ReceivedForm> {
  const form = await receiveForm(request, receiving)
  try {
    rejectForeignForm(request, context, getEntries(form))
  } catch (error) {
    await form.discard()
    throw error
  }
  const { [ACCOUNT_FIELD]: _account, ...fields } = form.fields
  return { ...form, fields }
}

/** Returns the fields of a received form, the file as an empty one of its name. */
export function getEntries({ fields, fileName }: ReceivedForm): [string, FormDataEntryValue][] {
  return [...Object.entries(fields), ...(fileName === null ? [] : [['file', new File([], fileName)] satisfies [string, File]])]
}

function getParser(request: Request, maxBytes: number, fieldSize: number): busboy.Busboy {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      defParamCharset: 'utf8',
      limits: { files: 1, fileSize: maxBytes + 1, fields: MAX_FIELDS, fieldSize, parts: MAX_FIELDS + 10 },
    })
  } catch (error) {
    // The content type is another one, or has no boundary.
    throw new IncompleteFormError('The body is not a form with a file', { cause: error })
  }
}
