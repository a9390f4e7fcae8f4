import { parse } from 'valibot'
import type { RouterContextProvider } from 'react-router'
import { ownProfile } from '../profiles/queries.server.ts'
import type { Person } from '../../platform/session.server.ts'
import { answerOf, fieldReasons, fileReason, sentBefore, type UploadAnswer } from './check-upload.ts'
import { sendForReview } from './commands.server.ts'
import { receiveIncoming } from './incoming.server.ts'
import { ownUploadOfFile } from './queries.server.ts'
import { uploadForm } from './schema.ts'
import { words } from './words.ts'

/**
 * Takes the upload form: reads it, looks at the file, sends the work in. Null when it was taken; otherwise what to answer, with its status.
 * A file that the student sent before is only taken when they say so (`again`), and waits meanwhile.
 */
export async function takeUpload(
  request: Request,
  context: Readonly<RouterContextProvider>,
  person: Person,
  yearMax: number,
): Promise<{ answer: UploadAnswer; status: number } | null> {
  const incoming = await receiveIncoming(
    request,
    context,
    person,
    (fields, name) => Object.keys(fieldReasons(fields, yearMax)).length === 0 && fileReason({ name, size: 1 }) === null,
  ).catch(() => null)
  if (!incoming) {
    const file = 'The file did not arrive whole. Check your connection and send it again'
    return { answer: answerOf({ file }, {}), status: 400 }
  }
  const { fields, file, sha256, reason, tooLarge } = incoming
  let outcome: 'sent' | 'not sent' = 'not sent'
  try {
    const errors = { ...fieldReasons(fields, yearMax), ...(reason ? { file: reason } : {}) }
    if (!file || Object.keys(errors).length > 0) {
      return { answer: answerOf(errors, fields, await incoming.keep()), status: tooLarge ? 413 : 400 }
    }
    const before = fields.again ? null : await sameFileBefore(person, sha256)
    if (before) {
      return { answer: answerOf({ again: sentBefore(before) }, fields, await incoming.keep()), status: 409 }
    }
    await sendForReview(context, person, parse(uploadForm(yearMax), fields), { ...file, sha256 })
    outcome = 'sent'
    return null
  } catch (error) {
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
