import { data } from 'react-router'
import * as v from 'valibot'
import { describeUnsent, getUnsentForm } from '#app/platform/forms/unsent-form.ts'
import { classifyThrown } from '#app/platform/pages/thrown.ts'
import { getAcceptedFile, MAX_FILE_BYTES } from './accepted-files.ts'
import { uploadForm } from './schema.ts'
import { emptyFields, words } from './labels.ts'

/** A file that has arrived but is not sent in yet: its upload session's id, name, size in bytes and SHA-256. */
export type StoredUpload = { id: string; name: string; size: number; sha256: string }

/** An earlier upload with exactly the same file, and the day when it was sent, such as 12 Nov 2026. */
export type SameFile = { id: string; title: string; sentOn: string }

/**
 * The response to a form that was not sent or was rejected: the specification's sentence as headline, the error at each
 * field, and the submitted values.
 */
export type UploadResult = {
  headline: string
  errors: Record<string, string>
  values: Record<string, string>
  /** The file, if it has arrived and does not need to be sent again. */
  stored: StoredUpload | null
  /** The banks that the typed bank may be. */
  likelyBanks?: readonly string[]
  /** The fields whose values are from the file, and a sentence about them. */
  fromFile?: readonly string[]
  note?: string
  /** The time in milliseconds, which distinguishes two equal responses. */
  at: number
}

/** Builds a response with the current time. A missing file is reported before everything else, as in SPEC 5. */
export function uploadResult(
  errors: Record<string, string>,
  values: Record<string, string>,
  stored: StoredUpload | null = null,
): UploadResult {
  const headline =
    errors.file === words.noFile
      ? words.noFile
      : Object.entries(emptyFields).some(([name, reason]) => errors[name] === reason)
        ? words.missingFields
        : (Object.keys(errors).length === 1 && (errors.file ?? errors.again)) || words.failed
  return { headline, errors, values, stored, at: Date.now() }
}

/**
 * Fills the empty fields of a rejected form with the values of its file. The student checks them before the form is
 * sent again.
 */
export function withFileValues(result: UploadResult, fromFile: Readonly<Record<string, string>>): UploadResult {
  const filled = Object.entries(fromFile).filter(([name]) => !result.values[name])
  const names = filled.map(([name]) => name)
  return {
    ...result,
    values: { ...result.values, ...Object.fromEntries(filled) },
    errors: Object.fromEntries(Object.entries(result.errors).filter(([name]) => !names.includes(name))),
    ...(names.length > 0 ? { fromFile: names, note: 'Some fields are filled in from your file. Check them, then send it.' } : {}),
  }
}

/**
 * Returns the browser's own response when the action threw: the connection was lost, or the server failed. Its error
 * status tells React Router not to reload the page's data.
 * @throws a response that the server sent on purpose (the work was decided in the meantime, the session has ended), so
 * that its page is shown.
 */
export function failureResponse(thrown: unknown) {
  const unsent = getUnsentForm(thrown)
  if (unsent) {
    return data({ ...uploadResult({}, {}), headline: describeUnsent(unsent) }, { status: 409 })
  }
  const what = classifyThrown(thrown)
  if (what === 'intended') {
    throw thrown
  }
  const file = 'The connection was lost before the answer came. Send it again; what has arrived is not sent twice'
  const result = { ...uploadResult(what === 'connection lost' ? { file } : {}, {}), headline: words.failed }
  return data(result, { status: 503 })
}

/** Returns the errors of the text fields; empty if all are valid. */
export function fieldReasons(fields: Record<string, unknown>, yearMax: number): Record<string, string> {
  const parsed = v.safeParse(uploadForm(yearMax), fields)
  const errors: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) {
    errors[v.getDotPath(issue) ?? 'form'] ??= issue.message
  }
  return errors
}

export const ONLY_DOCUMENTS = 'Only PDF, Word and PowerPoint files are taken (.pdf, .doc, .docx, .ppt, .pptx)'

/**
 * Returns the reason why a file is rejected because of its name or size, or null. Size in bytes.
 * @param getFile finds the type for a name. @param others says that other files are rejected.
 */
export function fileReason(
  file: { name: string; size: number } | null,
  getFile: (name: string) => object | null = getAcceptedFile,
  others = ONLY_DOCUMENTS,
): string | null {
  if (!file || (file.name === '' && file.size === 0)) {
    return words.noFile
  }
  if (!getFile(file.name)) {
    return others
  }
  if (file.size > MAX_FILE_BYTES) {
    return `This file has ${(file.size / 1024 / 1024).toFixed(1)} MB; the limit is 50 MB. Save it with smaller pictures, or as PDF`
  }
  return file.size === 0 ? 'This file is empty. Open it on your device, then choose it again' : null
}

/** Returns the sentence for a file that the same student sent before. */
export function sentBefore({ title, sentOn }: Pick<SameFile, 'title' | 'sentOn'>): string {
  return `You sent this file on ${sentOn} as "${title}".`
}

/** The sentence for a replacement that is the same file. */
export const THE_SAME_FILE = 'This is the file that is with the reviewer already. Choose the new one'

/**
 * Checks a form with a file in the browser before sending. Null: it can be sent. A file that has arrived counts as
 * chosen; `errors` are the errors of the other fields.
 */
export function checkForm(form: FormData, errors: Record<string, string> = {}): UploadResult | null {
  const file = form.get('file')
  const chosen = file instanceof File && file.name !== '' ? file : null
  const reason = chosen || !form.get('uploadSession') ? fileReason(chosen) : null
  const all = reason ? { ...errors, file: reason } : errors
  return Object.keys(all).length > 0 ? uploadResult(all, {}) : null
}
