import { parse } from 'valibot'
import type { RouterContextProvider } from 'react-router'
import { ownProfile } from '../profiles/queries.server.ts'
import { giveTurnBack, takeTurn } from '../../platform/limits.server.ts'
import type { Person } from '../../platform/session.server.ts'
import { answerOf, fieldReasons, fileReason, sentBefore, THE_SAME_FILE, type UploadAnswer } from './check-upload.ts'
import { type HashedFile, replaceFile, sendForReview } from './commands.server.ts'
import { receiveIncoming } from './incoming.server.ts'
import { ownUploadOfFile, type Upload } from './queries.server.ts'
import { uploadForm } from './schema.ts'
import { words } from './words.ts'

type Context = Readonly<RouterContextProvider>
/** What to answer to a form that was not taken, with its status. */
export type Refusal = { answer: UploadAnswer; status: number }
type Taken = { fields: Fields }
type Fields = Record<string, string>

/**
 * Takes the upload form: reads it, looks at the file, sends the work in. A file that the student sent before is only taken when they say so (`again`), and waits meanwhile.
 */
export function takeUpload(request: Request, context: Context, person: Person, yearMax: number): Promise<Refusal | Taken> {
  return takeFile(request, context, person, {
    errorsIn: (fields) => fieldReasons(fields, yearMax),
    async send(fields, file) {
      const before = fields.again ? null : await sameFileBefore(person, file.sha256)
      if (before) {
        return { again: sentBefore(before) }
      }
      await sendForReview(context, person, parse(uploadForm(yearMax), fields), file)
      return null
    },
  })
}

/** Takes another file for a pending upload of the person's own, the same way. */
export function takeReplacement(
  request: Request,
  context: Context,
  person: Person,
  upload: Pick<Upload, 'id'>,
): Promise<Refusal | Taken> {
  return takeFile(request, context, person, {
    errorsIn: () => ({}),
    async send(fields, file): Promise<Fields | null> {
      const before = await sameFileBefore(person, file.sha256)
      if (before?.id === upload.id) {
        return { file: THE_SAME_FILE }
      }
      if (before && !fields.again) {
        return { again: sentBefore(before) }
      }
      const replaced = await replaceFile(context, person, upload.id, file)
      return replaced ? null : { file: 'This work was answered meanwhile; its file can no longer be replaced' }
    },
  })
}

type Taking = {
  errorsIn(fields: Fields): Fields
  /** Does it, or says at which field it is held up. Throws when it failed. */
  send(fields: Fields, file: HashedFile): Promise<Fields | null>
}

async function takeFile(
  request: Request,
  context: Context,
  person: Person,
  { errorsIn, send }: Taking,
): Promise<Refusal | Taken> {
  const { refusal } = await takeTurn(context, 'upload')
  const incoming = await receiveIncoming(
    request,
    context,
    person,
    (fields, name) => refusal === null && Object.keys(errorsIn(fields)).length === 0 && fileReason({ name, size: 1 }) === null,
  ).catch(() => null)
  if (!incoming) {
    const file = 'The file did not arrive whole. Check your connection and send it again'
    return { answer: answerOf({ file }, {}), status: 400 }
  }
  const { fields, file, sha256, reason, tooLarge } = incoming
  let outcome: 'sent' | 'not sent' = 'not sent'
  try {
    if (refusal) {
      return { answer: answerOf({ file: refusal }, fields, await incoming.keep()), status: 429 }
    }
    const errors = { ...errorsIn(fields), ...(reason ? { file: reason } : {}) }
    if (!file || Object.keys(errors).length > 0) {
      return { answer: answerOf(errors, fields, await incoming.keep()), status: tooLarge ? 413 : 400 }
    }
    const heldUp = await send(fields, { ...file, sha256 })
    if (heldUp) {
      return { answer: answerOf(heldUp, fields, await incoming.keep()), status: 409 }
    }
    outcome = 'sent'
    return { fields }
  } catch (error) {
    await giveTurnBack(context)
    console.error(`An upload failed: ${error instanceof Error ? error.message : String(error)}`)
    return { answer: { ...answerOf({}, fields, await incoming.keep()), headline: words.failed }, status: 502 }
  } finally {
    await incoming.end(outcome)
  }
}

async function sameFileBefore(person: Person, sha256: string) {
  const profile = await ownProfile(person)
  return profile && ownUploadOfFile(person, profile.id, sha256)
}
