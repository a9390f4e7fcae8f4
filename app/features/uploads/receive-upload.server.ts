import { createHash } from 'node:crypto'
import { parse } from 'valibot'
import { data, type RouterContextProvider } from 'react-router'
import { getDeliveredFile } from '#functions/_shared/delivered-files.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { ActionResult } from '../console/action-result.ts'
import { checkBank } from '../profiles/save-bank-details.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import { backendContext } from '#app/services/backend.server.ts'
import type { FileMetadata } from '#app/services/reading.ts'
import { siteContext } from '#app/services/site.server.ts'
import { refundRateLimit, consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { LOOK_AGAIN, questionEmail } from '#app/platform/forms/email-typo.ts'
import { IncompleteFormError, receiveOwnForm, type ReceivedForm } from '#app/platform/forms/receive-form.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { DISK_FULL_FOR_FILES } from '#app/platform/text/disk-full.ts'
import { getAcceptedFile, MAX_FILE_BYTES } from './accepted-files.ts'
import { readFileValues } from './file-values.server.ts'
import { ArrivedFile, type CheckedFile, fileKey, type FileTypes, waitForFile } from './received-file.server.ts'
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
 * Why a form is rejected: the errors of its fields, the banks that the typed one may be, and values for empty fields
 * that were read from its file. `headline` instead of the specification's sentence.
 */
type Faults = { errors: Fields; status: number; likelyBanks?: readonly string[]; fromFile?: Fields; headline?: string }
/** A received form with its checked file. */
type Arrived = { form: ReceivedForm; file: ArrivedFile; checked: CheckedFile }

/**
 * Receives the upload form: reads it, checks the file and sends the work in. The first step of a browser without a
 * script sends only the file, which is then stored: status 303, or 200 if a title was typed before. A file that the
 * student sent before needs a confirmation (`again`), and is stored until then. A form posted twice is accepted once:
 * the second post waits for the first and gets the same response.
 */
export function receiveUpload(
  request: Request,
  context: Context,
  user: CurrentUser,
  yearMax: number,
): Promise<Rejection | Taken> {
  // The account's own address has received an email before.
  const question = ({ email = '', kept }: Fields) => (email === user.email ? null : questionEmail(email, kept))
  const errorsIn = (fields: Fields) => {
    const asked = question(fields)
    return { ...(asked !== null && { email: asked }), ...fieldReasons(fields, yearMax) }
  }
  return receiveFile(request, context, user, { errorsIn }, async (arrived) => {
    const { fields, file: withForm } = arrived.form
    const { sha256 } = arrived.file
    const idempotencyKey = getSubmissionId(fields, sha256)
    const isSent = async () => idempotencyKey !== null && (await wasSent(user, idempotencyKey))
    if (await isSent()) {
      return null
    }
    const isFileOnly = fields.step === 'file'
    const { error: bank } = isFileOnly ? { error: null } : await checkBank(context, fields.bank_name ?? '')
    const textErrors = isFileOnly ? {} : { ...errorsIn(fields), ...(bank && { [bank.field]: bank.reason }) }
    const found = await findFaults(context, arrived, textErrors)
    const isQuestion = found && Object.keys(found.errors).join() === 'email' && question(fields) !== null
    const faults = found && {
      ...found,
      ...(bank && { likelyBanks: bank.likely }),
      ...(isQuestion && { headline: LOOK_AGAIN }),
    }
    if (isFileOnly && !faults && !fields.title) {
      return { errors: {}, status: 303 }
    }
    if (isFileOnly || faults) {
      const answer = faults ?? { errors: {}, status: 200 }
      // A browser with the script has read the file before it sent the form.
      const accepted = withForm && arrived.checked.file && getAcceptedFile(withForm.name)
      return accepted && answer.status < 500
        ? { ...answer, fromFile: await readFileValues(context, { path: withForm.path, ending: accepted.ending }, yearMax) }
        : answer
    }
    const profile = await ownProfile(user)
    if (!profile) {
      throw new Error('User profile not found')
    }
    const before = fields.again ? null : await findOwnUpload(user, profile.id, sha256)
    if (before) {
      // Another process may have accepted this very form since the first check.
      return (await isSent()) ? null : conflict({ again: sentBefore(before) })
    }
    const form = parse(uploadForm(yearMax), fields)
    await sendForReview(context, user, profile.id, { form, file: arrived.file, idempotencyKey })
    return null
  })
}

/** Receives a replacement file for the user's own pending upload in the same way. */
export function receiveReplacement(
  request: Request,
  context: Context,
  user: CurrentUser,
  upload: Pick<Upload, 'id'>,
): Promise<Rejection | Taken> {
  return receiveFile(request, context, user, {}, async (arrived) => {
    const faults = await findFaults(context, arrived)
    if (faults) {
      return faults
    }
    const profile = await ownProfile(user)
    const before = profile && (await findOwnUpload(user, profile.id, arrived.file.sha256))
    if (before?.id === upload.id) {
      return conflict({ file: THE_SAME_FILE })
    }
    if (before && !arrived.form.fields.again) {
      return conflict({ again: sentBefore(before) })
    }
    const replaced = await replaceFile(user, upload.id, arrived.file)
    return replaced ? null : conflict({ file: 'This work has been reviewed since; its file can no longer be replaced' })
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

/** Receives a better file of one of our materials from an admin, with the same checks. */
export function receivePlatformFile(
  request: Request,
  context: Context,
  admin: CurrentUser,
  material: { id: string; position: number },
): Promise<Rejection | Taken> {
  return receiveFile(request, context, admin, { types: platformFileTypes }, async (arrived) => {
    const reason = await findPlatformFileFault(context, arrived)
    if (reason) {
      return reason
    }
    const outcome = await storePlatformFile(admin, material, arrived.file)
    return outcome === 'ok' ? null : conflict({ file: notStoredReason[outcome] })
  })
}

async function findPlatformFileFault(context: Context, arrived: Arrived): Promise<Faults | null> {
  return (await findFaults(context, arrived)) ?? ((await arrived.file.isSellable()) ? null : conflict({ file: NOT_STAMPABLE }))
}

/** Bytes of a text of 100,000 characters. */
const MAX_CHAPTER_BYTES = 512 * 1024

/**
 * The form of one of our materials: its fields, and its checked file, or the reason why the file is rejected. `read`
 * reads an accepted file.
 */
type MaterialForm = {
  fields: Fields
  file: ArrivedFile | null
  reason: string | null
  read: (() => Promise<FileMetadata | null>) | null
}

/**
 * Receives the form of a material, which may have a file, and calls `save`. The file of a form that is not saved is
 * stored for the next attempt and returned with the response.
 * @param save returns a redirect if it saved the form, or its response.
 * @throws a 400 for a body that is no form or broke off.
 */
export async function receiveMaterialForm<Answer extends { data: ActionResult; init: ResponseInit | null }>(
  request: Request,
  context: Context,
  admin: CurrentUser,
  save: (form: MaterialForm) => Promise<Answer | Response>,
): Promise<Answer | Response> {
  const { receivingDirectory, hasDiskSpace } = context.get(siteContext)
  const form = await receiveOwnForm(request, context, {
    directory: receivingDirectory,
    maxBytes: MAX_FILE_BYTES,
    maxFieldBytes: MAX_CHAPTER_BYTES,
    hasDiskSpace,
    fitting: (_fields, name) => fileReason({ name, size: 1 }, platformFileTypes.of) === null,
  }).catch((error: unknown) => {
    throw error instanceof IncompleteFormError ? data(null, { status: 400 }) : error
  })
  const { fields } = form
  if (form.fileName === null && !fields.uploadSession) {
    await form.discard()
    return save({ fields, file: null, reason: null, read: null })
  }
  return waitForFile(admin, fileKey(form), async () => {
    const file = await ArrivedFile.find(form, context, admin, platformFileTypes)
    let outcome: 'sent' | 'not sent' = 'not sent'
    try {
      const checked = await file.check()
      const faults = await findPlatformFileFault(context, { form, file, checked })
      const read = async () => {
        const accepted = checked.file && getAcceptedFile(checked.file.name)
        return checked.file && accepted ? context.get(siteContext).readWork(checked.file.path, accepted.ending) : null
      }
      const response = await save({ fields, file, reason: faults?.errors.file ?? null, read: faults ? null : read })
      if (response instanceof Response) {
        outcome = 'sent'
        return response
      }
      const stored = faults ? null : await file.keep()
      return stored ? { ...response, data: { ...response.data, arrived: stored } } : response
    } finally {
      await file.end(outcome)
    }
  })
}

/**
 * Returns the idempotency key of a form: two posts are the same if `form_id` (one per opened page), the texts and the
 * file are the same. A form that was changed after going back is a new one. Null if the form has no id or no file.
 */
function getSubmissionId(
  { form_id, step: _step, uploadSession: _uploadSession, sha256: _stated, ...values }: Fields,
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

const FILE_ARRIVED = 'Your file has arrived. Check the rest, then send it.'

const conflict = (errors: Fields): Faults => ({ errors, status: 409 })

/**
 * Finds the faults of a form and its file.
 * @throws if the disk failed.
 */
async function findFaults(context: Context, { form, checked }: Arrived, errors: Fields = {}): Promise<Faults | null> {
  if (Object.keys(errors).length === 0) {
    if (form.saveError === 'disk full' || (checked.file && !(await fitsOnDisk(context, checked.file.size)))) {
      return { errors: { file: DISK_FULL_FOR_FILES }, status: 507 }
    }
    if (form.saveError) {
      throw form.saveError
    }
  }
  const all = checked.reason ? { ...errors, file: checked.reason } : errors
  return checked.file && Object.keys(all).length === 0 ? null : { errors: all, status: form.tooLarge ? 413 : 400 }
}

/**
 * Receives a form, finds and checks its file, and calls `send`, which stores the file or returns the faults. Finally
 * removes everything that arrived and is not needed.
 * @param types the accepted file types; those of students by default.
 * @param errorsIn checks the fields that came before the file. It is not received if one of them has an error. A form
 * with the file as its first field has no title yet, and its file is stored for the next attempt.
 */
async function receiveFile(
  request: Request,
  context: Context,
  user: CurrentUser,
  { types, errorsIn }: { types?: FileTypes; errorsIn?(fields: Fields): Fields },
  send: (arrived: Arrived) => Promise<Faults | null>,
): Promise<Rejection | Taken> {
  const { rejection } = await consumeRateLimit(context, 'upload')
  const { receivingDirectory, hasDiskSpace } = context.get(siteContext)
  const isWorthReceiving = (fields: Fields) =>
    rejection === null && (!errorsIn || !('title' in fields) || Object.keys(errorsIn(fields)).length === 0)
  let fields: Fields = {}
  try {
    const form = await receiveOwnForm(request, context, {
      directory: receivingDirectory,
      maxBytes: MAX_FILE_BYTES,
      hasDiskSpace,
      fitting: (before, name) => isWorthReceiving(before) && fileReason({ name, size: 1 }, types?.of) === null,
    })
    fields = form.fields
    // Posts with the same file of the same user run one after the other, so that the second finds the result of the
    // first.
    return await waitForFile(user, fileKey(form), async () => {
      const file = await ArrivedFile.find(form, context, user, types)
      let outcome: 'sent' | 'not sent' = 'not sent'
      try {
        const arrived = { form, file, checked: await file.check() }
        const faults = rejection ? { errors: { file: rejection }, status: 429 } : await send(arrived)
        if (faults) {
          return await reject(context, faults, fields, await file.keep())
        }
        outcome = 'sent'
        return { fields }
      } catch (error) {
        return await fail(context, error, fields, await file.keep())
      } finally {
        await file.end(outcome)
      }
    })
  } catch (error) {
    if (error instanceof IncompleteFormError) {
      const file = 'The file did not arrive whole. Check your connection and send it again'
      return { result: uploadResult({ file }, {}), status: 400 }
    }
    if (!(error instanceof Error)) {
      // A response, for a form of another account.
      await refundRateLimit(context)
      throw error
    }
    return fail(context, error, fields, null)
  }
}

async function reject(
  context: Context,
  { errors, status, likelyBanks, fromFile = {}, headline }: Faults,
  submitted: Fields,
  stored: UploadResult['stored'],
): Promise<Rejection> {
  const fields = errors.email ? { ...submitted, kept: submitted.email ?? '' } : submitted
  const result = {
    ...withFileValues(uploadResult(errors, fields, stored), fromFile),
    ...(likelyBanks && { likelyBanks }),
    ...(headline && { headline }),
  }
  if (status < 400) {
    await refundRateLimit(context)
    return { result: { ...result, headline: FILE_ARRIVED }, status }
  }
  if (status < 500) {
    return { result, status }
  }
  await refundRateLimit(context)
  return { result: { ...result, headline: words.failed }, status }
}

async function fail(context: Context, error: unknown, fields: Fields, stored: UploadResult['stored']): Promise<Rejection> {
  logFailure('Could not receive an upload', error)
  return reject(context, { errors: {}, status: 502 }, fields, stored)
}

/** Returns true if the disk has space: the embedded backend stores a copy on the same disk. Size in bytes. */
async function fitsOnDisk(context: Context, size: number): Promise<boolean> {
  return context.get(backendContext).kind !== 'embedded' || context.get(siteContext).hasDiskSpace(size)
}
