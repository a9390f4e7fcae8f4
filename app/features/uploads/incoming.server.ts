import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { RouterContextProvider } from 'react-router'
import { contentFits } from '../../../supabase/functions/_shared/file-content.ts'
import { type ReceivedFile, siteContext } from '../../platform/backend.server.ts'
import { type ReceivedForm, receiveForm } from '../../platform/receive-form.server.ts'
import type { Person } from '../../platform/session.server.ts'
import { acceptedFileOf, MOST_FILE_BYTES } from './accepted-files.ts'
import { fileReason, type KeptFile, ONLY_DOCUMENTS } from './check-upload.ts'

type Context = Readonly<RouterContextProvider>

/** A form with a file, however the file came: with the form itself, or in pieces before it (docs/decisions/0011). */
export type Incoming = {
  fields: Record<string, string>
  file: ReceivedFile | null
  /** SHA-256 of the file, hexadecimal; empty when there is none. */
  sha256: string
  /** Why there is no file, or why it is not taken, to be said at its field; null when all is well. */
  reason: string | null
  tooLarge: boolean
  /** Keeps the file for another try of the same person's, so that nobody sends 40 MB twice; null when that is not possible. */
  keep(): Promise<KeptFile | null>
  /** Removes what is not needed any more. To be called in the end, kept or not. */
  end(outcome: 'sent' | 'not sent'): Promise<void>
}

const GONE = 'This file is not here any more, or is just being sent in. Look at your uploads, then choose it again'
const BROKEN = 'The file did not arrive whole. Choose it again and send it once more'

/**
 * Reads a form with a file in flat memory and looks at the file. `fitting` is asked once the text fields are known; when it says no, a
 * file that comes with the form is not received.
 * @throws when the body is no such form or breaks off.
 */
export async function receiveIncoming(
  request: Request,
  context: Context,
  person: Person,
  fitting: (fields: Record<string, string>, fileName: string) => boolean,
): Promise<Incoming> {
  const { receivingDirectory, partials } = context.get(siteContext)
  const form = await receiveForm(request, { directory: receivingDirectory, mostBytes: MOST_FILE_BYTES, fitting })
  const named = form.fileName === null ? form.fields.partial : undefined
  const taken = named ? await partials.take(person.userId, named) : null
  try {
    const file = form.file ?? taken?.file ?? null
    const sha256 = file ? await hashOf(file) : ''
    const broken = taken !== null && Boolean(form.fields.sha256) && form.fields.sha256 !== sha256
    const reason = named && !taken ? GONE : broken ? BROKEN : file ? await whyNotTaken(file) : whyNone(form)
    // What cannot be taken need not be kept either.
    const usable = file !== null && reason === null
    return {
      fields: form.fields,
      file,
      sha256,
      reason,
      tooLarge: form.tooLarge,
      async keep() {
        if (!usable) {
          return null
        }
        const id = taken && named ? named : await partials.keep(person.userId, file)
        return id === null ? null : { id, name: file.name }
      },
      async end(outcome) {
        await form.discard()
        await (outcome === 'sent' || !usable ? taken?.remove() : taken?.giveBack())
      },
    }
  } catch (error) {
    await form.discard()
    await taken?.giveBack()
    throw error
  }
}

function whyNone({ fileName, tooLarge }: ReceivedForm): string | null {
  return tooLarge
    ? 'This file is larger than 50 MB. Save it with smaller pictures, or as PDF'
    : fileReason(fileName ? { name: fileName, size: 1 } : null)
}

/** Why a received file is not taken, said at its field; null when it is. */
async function whyNotTaken(file: ReceivedFile): Promise<string | null> {
  const accepted = acceptedFileOf(file.name)
  if (!accepted) {
    return ONLY_DOCUMENTS
  }
  if (file.size === 0) {
    return 'This file is empty. Open it on your device, then choose it again'
  }
  if (!(await contentFits(await openAsBlob(file.path), accepted))) {
    return `This is not a ${accepted.ending.toUpperCase()} file, whatever its name says. Save it again from the program it was written in`
  }
  return null
}

async function hashOf(file: ReceivedFile): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  return hash.digest('hex')
}
