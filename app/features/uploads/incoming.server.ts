import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { RouterContextProvider } from 'react-router'
import { contentFits } from '../../../supabase/functions/_shared/file-content.ts'
import { type HashedFile, type ReceivedFile, referenceContext, siteContext } from '../../platform/process/backend.server.ts'
import { type ReceivedForm, receiveForm } from '../../platform/forms/receive-form.server.ts'
import type { Person } from '../../platform/session/session.server.ts'
import { type AcceptedFile, acceptedFileOf, MOST_FILE_BYTES } from './accepted-files.ts'
import { fileReason, type KeptFile, ONLY_DOCUMENTS } from './check-upload.ts'

type Context = Readonly<RouterContextProvider>

/** A file that was looked at on its way in: its hash, and the kind that both its name and its content are of. Everything after uses these. */
export type CheckedFile = HashedFile & { kind: AcceptedFile }

/** A form with a file, however the file came: with the form itself, or in pieces before it (docs/decisions/0011). */
export type Incoming = {
  fields: Record<string, string>
  /** Null when there is none, or it is not taken. */
  file: CheckedFile | null
  /** SHA-256 of the file that is meant, hexadecimal: as it was computed here, or as the sender states it of one that is not here (any more). */
  sha256: string
  /** Why there is no file, or why it is not taken, to be said at its field; null when all is well. */
  reason: string | null
  tooLarge: boolean
  /** Why a file that came with the form could not be kept here. */
  unkept: ReceivedForm['unkept']
  /** Keeps the file for another try of the same person's, so that nobody sends 40 MB twice; null when that is not possible. */
  keep(): Promise<KeptFile | null>
  /** Removes what is not needed any more. To be called in the end, kept or not. Does not reject. */
  end(outcome: 'sent' | 'not sent'): Promise<void>
}

const GONE = 'This file is not here any more, or is just being sent in. Look at your uploads, then choose it again'
const BROKEN = 'The file did not arrive whole. Choose it again and send it once more'
const HASH = /^[0-9a-f]{64}$/

/**
 * Reads a form with a file in flat memory. `fitting` is asked once the text fields are known; when it says no, a file that comes with the form is
 * not received.
 * @throws {BrokenForm} when the body is no such form or breaks off; anything else is a failure of ours.
 */
export function readFileForm(
  request: Request,
  context: Context,
  fitting: (fields: Record<string, string>, fileName: string) => boolean,
): Promise<ReceivedForm> {
  const { receivingDirectory, hasRoom } = context.get(siteContext)
  return receiveForm(request, { directory: receivingDirectory, mostBytes: MOST_FILE_BYTES, hasRoom, fitting })
}

/** What names the file of a form before anything is taken: its hash, as computed here or as the sender states it, or the partial it lies in. */
export function nameOfFile({ file, fields }: ReceivedForm): string {
  return file?.sha256 ?? (statedHash(fields) || (fields.partial ?? ''))
}

function statedHash({ sha256 = '' }: Record<string, string>): string {
  return HASH.test(sha256) ? sha256 : ''
}

/** Takes the file of a form, however it came, and looks at it, once. Throws when that failed; what the form brought is removed then. */
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
    // What cannot be taken need not be kept either.
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

/** Notes that a file on its way could not be kept or removed. The upload itself goes on without it. */
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

/** What kind of file it is, by its name and its content; or why it is not taken, said at its field. */
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

/** The hash of a file that came in pieces. One that comes with its form is hashed while it is written down. */
async function hashed(file: ReceivedFile): Promise<HashedFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  return { ...file, sha256: hash.digest('hex') }
}
