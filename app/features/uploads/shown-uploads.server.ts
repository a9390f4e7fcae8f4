import type { Client } from '#app/services/backend.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatNaira } from '#app/platform/text/money.ts'
import { settingsRows } from '../settings/queries.server.ts'
import type { Upload } from './queries.server.ts'
import { type Holidays, holidaysIn, reviewDue } from './review-due.ts'
import type { ShownUpload } from './upload-list.tsx'
import { getLabel, statusBadge, uploadCategories, uploadFormats } from './labels.ts'

/** Returns the public holidays in the settings (uploads.public_holidays_<year>); none if they cannot be read. */
export async function publicHolidays(client: Client): Promise<Holidays> {
  const rows = await settingsRows(client, 'uploads')
  return new Set([...rows].flatMap(([key, { value }]) => (key.startsWith('public_holidays_') ? holidaysIn(value) : [])))
}

type Waiting = Pick<Upload, 'upload_status' | 'waiting_since'>

/** Returns true if the student must change a pending upload. Only the column `waiting_since` decides this. */
export function isAskedForChanges({ upload_status, waiting_since }: Waiting): boolean {
  return upload_status === 'pending' && waiting_since === null
}

/**
 * Returns the day by which a pending upload must be reviewed, such as 2026-11-27, or null if the reviewer need not act.
 */
function dueDay({ waiting_since }: Pick<Upload, 'waiting_since'>, holidays: Holidays): string | null {
  return waiting_since && reviewDue(waiting_since, holidays)
}

/** The due day of a review, such as 27 Nov 2026, and whether it is past. */
export type Due = { on: string; late: boolean }

/** The summary of a user's uploads for the dashboard. */
export type UploadCounts = { total: number; pending: number; approved: number; asked: number; firstDue: Due | null }

export function countUploads(uploads: readonly Waiting[], holidays: Holidays, now = new Date()): UploadCounts {
  const countStatus = (status: string) => uploads.filter(({ upload_status }) => upload_status === status).length
  const [first] = uploads
    .map((upload) => dueDay(upload, holidays))
    .filter((day) => day !== null)
    .toSorted()
  return {
    total: uploads.length,
    pending: countStatus('pending'),
    approved: countStatus('approved'),
    asked: uploads.filter(isAskedForChanges).length,
    firstDue: shownDue(first ?? null, now),
  }
}

/** Returns the pending uploads whose student has not accepted the terms yet. */
export function withoutAgreement<T extends Pick<Upload, 'upload_status' | 'terms_version'>>(uploads: readonly T[]): T[] {
  return uploads.filter(({ upload_status, terms_version }) => upload_status === 'pending' && terms_version === null)
}

function shownDue(day: string | null, now: Date): Due | null {
  return day === null ? null : { on: formatDay(day), late: day < dayInLagos(now) }
}

/** The columns of an upload that say how far it is. */
export type UploadState = Pick<
  Upload,
  | 'id'
  | 'title'
  | 'upload_status'
  | 'created_at'
  | 'waiting_since'
  | 'file_replaced_at'
  | 'file_removal_due'
  | 'file_removed_at'
  | 'file_changed_at'
  | 'terms_version'
>

/** Returns how far an upload is, as its student reads it at a given time. */
export function describeProgress(upload: UploadState, holidays: Holidays, now: Date) {
  const asked = isAskedForChanges(upload)
  const badge = statusBadge(upload.upload_status)
  return {
    badge: asked ? { ...badge, label: 'Changes requested' } : badge,
    asked,
    due: shownDue(dueDay(upload, holidays), now),
    remarks: [replacedRemark(upload), fileRemark(upload), withoutAgreement([upload]).length > 0 && NEEDS_AGREEMENT]
      .filter(Boolean)
      .join(' '),
    sentOn: formatDay(upload.created_at),
  }
}

/** Returns an upload as the list shows it at a given time (SPEC 2). */
export function shownUpload(upload: Upload, holidays: Holidays, now = new Date()): ShownUpload {
  return {
    ...describeProgress(upload, holidays, now),
    id: upload.id,
    title: upload.title,
    price: upload.proposed_price > 0 ? formatNaira(upload.proposed_price) : null,
    details: [
      getLabel(uploadCategories, upload.category),
      getLabel(uploadFormats, upload.format),
      ...(upload.pages === null ? [] : [upload.pages === 1 ? '1 page' : `${upload.pages} pages`]),
      formatDay(upload.created_at).replaceAll(' ', '\u{a0}'),
    ].join(' · '),
    description: upload.description,
    notes: upload.review_notes,
    pending: upload.upload_status === 'pending',
    withoutFile: upload.file_removed_at !== null || upload.file_changed_at !== null,
    sha256: upload.file_sha256,
  }
}

const NEEDS_AGREEMENT = 'It cannot be approved before you agree to its terms on your dashboard.'

/** Returns a sentence about the newer file of an upload that waits for the reviewer, or null. */
function replacedRemark(upload: UploadState): string | null {
  const isWaiting = upload.upload_status === 'pending' && !isAskedForChanges(upload)
  return isWaiting && upload.file_replaced_at ? `You sent another file on ${formatDay(upload.file_replaced_at)}.` : null
}

type File = Pick<Upload, 'upload_status' | 'file_removal_due' | 'file_removed_at' | 'file_changed_at'>

/** Returns a sentence about a removed, changed or soon removed file of an upload, or ''. */
function fileRemark({ upload_status, file_removal_due, file_removed_at, file_changed_at }: File): string | null {
  if (file_removed_at) {
    return `Its file was removed on ${formatDay(file_removed_at)}.`
  }
  if (file_changed_at) {
    return upload_status === 'pending'
      ? 'What is stored is not the file that you sent. Send it once more with "Replace the file".'
      : 'What is stored is not the file that you sent. Write to us about it.'
  }
  return file_removal_due && `Its file is removed on ${formatDay(file_removal_due)}. Download it before, if you need it.`
}
