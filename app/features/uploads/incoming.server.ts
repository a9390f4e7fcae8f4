import { createReadStream, openAsBlob } from 'node:fs'
import type { RouterContextProvider } from 'react-router'
import { hashOfFile } from '../../../supabase/functions/_shared/file-hash.ts'
import { contentFits } from '../../../supabase/functions/_shared/file-content.ts'
import { type HashedFile, type ReceivedFile, referenceContext, siteContext } from '../../platform/process/backend.server.ts'
import { type ReceivedForm, receiveForm } from '../../platform/forms/receive-form.server.ts'
import type { Person } from '../../platform/session/session.server.ts'
import { type AcceptedFile, acceptedFileOf, MOST_FILE_BYTES } from './accepted-files.ts'
import { fileReason, type KeptFile, ONLY_DOCUMENTS } from './check-upload.ts'

type Context = Readonly<RouterContextProvider>

/** A checked incoming file: its hash, and the type that fits both its name and its content. All later steps use these. */
export type CheckedFile = HashedFile & { kind: AcceptedFile }

/** A form with a file, sent with the form or in pieces before it (docs/decisions/0011). */
export type Incoming = {
  fields: Record<string, string>
  /** Null when there is none, or it is refused. */
  file: CheckedFile | null
  /** SHA-256 of the form's file, hexadecimal: computed here, or stated by the sender for a file that is not here. */
  sha256: string
  /** The error for the field when the file is missing or refused; null otherwise. */
  reason: string | null
  tooLarge: boolean
  /** Why a file sent with the form could not be stored. */
  unkept: ReceivedForm['unkept']
  /** Keeps the file for the same person's next try, so that nobody sends 40 MB twice; null when that is not possible. */
  keep(): Promise<KeptFile | null>
  /** Removes files that are not needed any more. Always call it at the end. Does not reject. */
  end(outcome: 'sent' | 'not sent'): Promise<void>
}

const GONE = 'This file is not here any more, or is just being sent in. Look at your uploads, then choose it again'
const BROKEN = 'The file did not arrive whole. Choose it again and send it once more'
const HASH = /^[0-9a-f]{64}$/

/**
 * Reads a form with a file without holding the file in memory. `fitting` is asked when the text fields are known; when it returns false, a
 * file sent with the form is not received.
 * @throws {BrokenForm} when the body is not such a form or breaks off; any other error is our failure.
 */
export function readFileForm(
  request: Request,
  context: Context,
  fitting: (fields: Record<string, string>, fileName: string) => boolean,
): Promise<ReceivedForm> {
  const { receivingDirectory, hasDiskSpace } = context.get(siteContext)
  return receiveForm(request, { directory: receivingDirectory, mostBytes: MOST_FILE_BYTES, hasDiskSpace, fitting })
}

/** Identifies the file of a form before it is stored: its hash, computed or stated, or its partial's id. */
export function nameOfFile({ file, fields }: ReceivedForm): string {
  return file?.sha256 ?? (statedHash(fields) || (fields.partial ?? ''))
}

function statedHash({ sha256 = '' }: Record<string, string>): string {
  return HASH.test(sha256) ? sha256 : ''
}

/** Takes the file of a form and checks it once. Throws when that failed; then the received file is removed. */
export async function fileOfForm(form: ReceivedForm, context: Context, person: Person): Promise<Incoming> {
  const { partials } = context.get(siteContext)
  const { fields } = form
  const stated = statedHash(fields)
  const named = form.fileName === null ? fields.partial : undefined
  const taken = named ? await partials.take(person.userId, named) : null
  try {
    const file = form.file ?? (taken && (await hashed(taken.file)))
    const broken = taken !== null && stated !== '' && stated !== file?.sha256
    const { kind, reason } = broken
      ? { kind: null, reason: BROKEN }
      : named && !taken
        ? { kind: null, reason: GONE }
        : file
          ? await lookedAt(file)
          : { kind: null, reason: whyNone(form) }
    // A refused file is not kept.
    const checked = file && kind && { ...file, kind }
    return {
      fields,
      file: checked,
      sha256: file?.sha256 ?? (named ? stated : ''),
      reason,
      tooLarge: form.tooLarge,
      unkept: form.unkept,
      async keep() {
        if (!checked) {
          return null
        }
        const id =
          taken && named
            ? named
            : await partials.keep(person.userId, checked).catch((error: unknown) => told(context, 'kept for another try', error))
        return id === null ? null : { id, name: checked.name, sha256: checked.sha256 }
      },
      async end(outcome) {
        await form.discard()
        await (outcome === 'sent' || !checked ? taken?.remove() : taken?.giveBack())?.catch((error: unknown) =>
          told(context, 'removed', error),
        )
      },
    }
  } catch (error) {
    await form.discard()
    await taken?.giveBack()
    throw error
  }
}

/** Logs that an incoming file could not be kept or removed. The upload continues. */
function told(context: Context, what: string, error: unknown): null {
  console.error(
    `${context.get(referenceContext)}: a file on its way could not be ${what}: ${error instanceof Error ? error.message : String(error)}`,
  )
  return null
}

function whyNone({ fileName, tooLarge }: ReceivedForm): string | null {
  return tooLarge
    ? 'This file is larger than 50 MB. Save it with smaller pictures, or as PDF'
    : fileReason(fileName ? { name: fileName, size: 1 } : null)
}

/** The file's type by its name and content, or the error for its field. */
async function lookedAt(file: ReceivedFile): Promise<{ kind: AcceptedFile | null; reason: string | null }> {
  const kind = acceptedFileOf(file.name)
  if (!kind) {
    return { kind, reason: ONLY_DOCUMENTS }
  }
  if (file.size === 0) {
    return { kind: null, reason: 'This file is empty. Open it on your device, then choose it again' }
  }
  if (!(await contentFits(await openAsBlob(file.path), kind))) {
    const reason = `This is not a ${kind.ending.toUpperCase()} file, whatever its name says. Save it again from the program it was written in`
    return { kind: null, reason }
  }
  return { kind, reason: null }
}

/** The hash of a file that arrived in pieces. A file sent with its form is hashed while it is written. */
async function hashed(file: ReceivedFile): Promise<HashedFile> {
  return { ...file, sha256: await hashOfFile(createReadStream(file.path)) }
}
