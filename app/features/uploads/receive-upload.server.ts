import { createHash } from 'node:crypto'
import { parse } from 'valibot'
import type { RouterContextProvider } from 'react-router'
import { getDeliveredFile } from '#functions/_shared/delivered-files.ts'
import { logFailure } from '#app/platform/process/failures.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import { backendContext, type HashedFile, siteContext } from '#app/platform/process/backend.server.ts'
import { refundRateLimit, consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { IncompleteFormError, receiveOwnForm, type ReceivedForm } from '#app/platform/forms/receive-form.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { DISK_FULL_FOR_FILES } from '#app/platform/text/disk-full.ts'
import { getAcceptedFile, MAX_FILE_BYTES } from './accepted-files.ts'
import { readFileValues } from './file-values.server.ts'
import { ArrivedFile, fileKey, type FileTypes, waitForFile } from './received-file.server.ts'
import {
  uploadResult,
  fieldReasons,
  fileReason,
  sentBefore,
  THE_SAME_FILE,
  type UploadResult,
  withFileValues,
} from './check-upload.ts'
import { storePlatformFile, replaceFile, sendForReview } from './commands.server.ts'
import { findOwnUpload, type Upload, wasSent } from './queries.server.ts'
import { uploadForm } from './schema.ts'
import { words } from './labels.ts'

type Context = Readonly<RouterContextProvider>
/** The response to a rejected form, with its status. */
export type Rejection = { result: UploadResult; status: number }
type Taken = { fields: Fields }
type Fields = Record<string, string>

/**
 * Receives the upload form: reads it, checks the file and sends the work in. A file that the student sent before needs
 * a confirmation (`again`), and is stored until then. A form posted twice is accepted once: the second post waits for
 * the first and gets the same response.
 */
export function receiveUpload(
  request: Request,
  context: Context,
  user: CurrentUser,
  yearMax: number,
): Promise<Rejection | Taken> {
  const isSent = async (fields: Fields, sha256: string) => {
    const idempotencyKey = getSubmissionId(fields, sha256)
    return idempotencyKey !== null && (await wasSent(user, idempotencyKey))
  }
  return receiveFile(request, context, user, {
    errorsIn: (fields) => fieldReasons(fields, yearMax),
    // The file is the first field, so the others are not known when it comes. It is stored for the next attempt.
    isWorthReceiving: (fields) => !('title' in fields) || Object.keys(fieldReasons(fields, yearMax)).length === 0,
    isSent,
    async readValues({ path, name }) {
      const accepted = getAcceptedFile(name)
      return accepted ? readFileValues(context, { path, ending: accepted.ending }, yearMax) : {}
    },
    async send(fields, file) {
      const profile = await ownProfile(user)
      if (!profile) {
        throw new Error('User profile not found')
      }
      const before = fields.again ? null : await findOwnUpload(user, profile.id, file.sha256)
      if (before) {
        // Another process may have accepted this very form since the first check.
        return (await isSent(fields, file.sha256)) ? null : { again: sentBefore(before) }
      }
      const form = parse(uploadForm(yearMax), fields)
      await sendForReview(context, user, profile.id, { form, file, idempotencyKey: getSubmissionId(fields, file.sha256) })
      return null
    },
  })
}

/** Receives a replacement file for the user's own pending upload in the same way. */
export function receiveReplacement(
  request: Request,
  context: Context,
  user: CurrentUser,
  upload: Pick<Upload, 'id'>,
): Promise<Rejection | Taken> {
  return receiveFile(request, context, user, {
    errorsIn: () => ({}),
    isSent: async () => false,
    async send(fields, file): Promise<Fields | null> {
      const profile = await ownProfile(user)
      const before = profile && (await findOwnUpload(user, profile.id, file.sha256))
      if (before?.id === upload.id) {
        return { file: THE_SAME_FILE }
      }
      if (before && !fields.again) {
        return { again: sentBefore(before) }
      }
      const replaced = await replaceFile(user, upload.id, file)
      return replaced ? null : { file: 'This work has been reviewed since; its file can no longer be replaced' }
    },
  })
}

const notStoredReason = {
  same: 'Buyers already have this file',
  of_student: 'This work is a student’s: its file comes from the review',
  gone: 'This material does not exist any more',
} as const

const NOT_STAMPABLE =
  'This PDF cannot be stamped for its buyers: it opens only with a password, or is damaged. Save it without a password'

const platformFileTypes: FileTypes = {
  of: getDeliveredFile,
  others: 'Only PDF, Word, PowerPoint and Excel files are taken (.pdf, .doc, .docx, .ppt, .pptx, .xlsx)',
}

/** Receives the file of one of our materials from an admin, with the same checks. */
export function receivePlatformFile(
  request: Request,
  context: Context,
  admin: CurrentUser,
  material: { id: string; position: number },
): Promise<Rejection | Taken> {
  return receiveFile(request, context, admin, {
    errorsIn: () => ({}),
    isSent: async () => false,
    types: platformFileTypes,
    async send(_fields, file): Promise<Fields | null> {
      if (!(await file.isSellable())) {
        return { file: NOT_STAMPABLE }
      }
      const outcome = await storePlatformFile(admin, material, file)
      return outcome === 'ok' ? null : { file: notStoredReason[outcome] }
    },
  })
}

/**
 * Returns the idempotency key of a form: two posts are the same if `form_id` (one per opened page), the texts and the
 * file are the same. A form that was changed after going back is a new one. Null if the form has no id or no file.
 */
function getSubmissionId(
  { form_id, uploadSession: _uploadSession, sha256: _stated, ...values }: Fields,
  sha256: string,
): string | null {
  if (!form_id || !sha256) {
    return null
  }
  const response = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([form_id, sha256, response]))
    .digest('hex')
}

type Taking = {
  errorsIn(fields: Fields): Fields
  /** Returns false if the fields that came before the file show that the form will be rejected. */
  isWorthReceiving?(fields: Fields): boolean
  /** Reads values for empty fields from the file of a form that is rejected. */
  readValues?(file: HashedFile): Promise<Fields>
  /** Returns true if the same form has already been accepted. */
  isSent(fields: Fields, sha256: string): Promise<boolean>
  /** The accepted file types; those of students by default. */
  types?: FileTypes
  /** Stores the file, or returns the error for a field. Throws if it failed. */
  send(fields: Fields, file: ArrivedFile): Promise<Fields | null>
}

/**
 * Receives the form, finds and checks its file, and sends it in. Finally removes everything that arrived and is not
 * needed.
 */
async function receiveFile(request: Request, context: Context, user: CurrentUser, taking: Taking): Promise<Rejection | Taken> {
  const { rejection } = await consumeRateLimit(context, 'upload')
  const { receivingDirectory, hasDiskSpace } = context.get(siteContext)
  let form: ReceivedForm | null = null
  try {
    const received = await receiveOwnForm(request, context, {
      directory: receivingDirectory,
      maxBytes: MAX_FILE_BYTES,
      hasDiskSpace,
      fitting: (fields, name) =>
        rejection === null &&
        (taking.isWorthReceiving?.(fields) ?? true) &&
        fileReason({ name, size: 1 }, taking.types?.of) === null,
    })
    // Posts with the same file of the same user run one after the other, so that the second finds the result of the
    // first.
    form = received
    return await waitForFile(user, fileKey(received), async () => {
      const file = await ArrivedFile.find(received, context, user, taking.types)
      return decide(context, received, file, { ...taking, rejection })
    })
  } catch (error) {
    if (error instanceof IncompleteFormError) {
      const file = 'The file did not arrive whole. Check your connection and send it again'
      return { result: uploadResult({ file }, {}), status: 400 }
    }
    await refundRateLimit(context)
    if (!(error instanceof Error)) {
      // A response, for a form of another account.
      throw error
    }
    return failed(error, form?.fields ?? {}, null)
  }
}

async function decide(
  context: Context,
  { fields, tooLarge, saveError, file: withForm }: ReceivedForm,
  file: ArrivedFile,
  { rejection, errorsIn, isSent, readValues, send }: Taking & { rejection: string | null },
): Promise<Rejection | Taken> {
  const reject = async (errors: Fields, status: number) => ({ result: uploadResult(errors, fields, await file.keep()), status })
  let outcome: 'sent' | 'not sent' = 'not sent'
  try {
    const checked = await file.check()
    if (rejection) {
      return await reject({ file: rejection }, 429)
    }
    if (await isSent(fields, file.sha256)) {
      outcome = 'sent'
      return { fields }
    }
    const errors = errorsIn(fields)
    if (Object.keys(errors).length === 0) {
      if (saveError === 'disk full' || (checked.file && !(await fitsOnDisk(context, checked.file.size)))) {
        await refundRateLimit(context)
        const { result, status } = await reject({ file: DISK_FULL_FOR_FILES }, 507)
        return { result: { ...result, headline: words.failed }, status }
      }
      if (saveError) {
        throw saveError
      }
    }
    if (checked.reason) {
      errors.file = checked.reason
    }
    if (!checked.file || Object.keys(errors).length > 0) {
      // A browser with the script has read the file before it sent the form.
      const values = withForm && checked.file && readValues ? await readValues(withForm) : {}
      const { result, status } = await reject(errors, tooLarge ? 413 : 400)
      return { result: withFileValues(result, values), status }
    }
    const conflicts = await send(fields, file)
    if (conflicts) {
      return await reject(conflicts, 409)
    }
    outcome = 'sent'
    return { fields }
  } catch (error) {
    await refundRateLimit(context)
    return failed(error, fields, await file.keep())
  } finally {
    await file.end(outcome)
  }
}

/** Returns true if the disk has space: the embedded backend stores a copy on the same disk. Size in bytes. */
async function fitsOnDisk(context: Context, size: number): Promise<boolean> {
  return context.get(backendContext).kind !== 'embedded' || context.get(siteContext).hasDiskSpace(size)
}

function failed(error: unknown, fields: Fields, stored: UploadResult['stored']): Rejection {
  logFailure('Could not receive an upload', error)
  return { result: { ...uploadResult({}, fields, stored), headline: words.failed }, status: 502 }
}
