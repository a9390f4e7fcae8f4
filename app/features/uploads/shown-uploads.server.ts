import type { Client } from '../../platform/backend.server.ts'
import { dayInLagos, formatDay } from '../../platform/dates.ts'
import { formatNaira } from '../../platform/money.ts'
import { settingsRows } from '../site/queries.server.ts'
import type { Upload } from './queries.server.ts'
import { type Holidays, holidaysIn, reviewDue } from './review-due.ts'
import type { ShownUpload } from './upload-list.tsx'
import { labelOf, statusBadge, uploadCategories, uploadFormats } from './words.ts'

/** The public holidays as the operator keeps them (uploads.public_holidays_<year>); none when they cannot be read. */
export async function publicHolidays(client: Client): Promise<Holidays> {
  const rows = await settingsRows(client, 'uploads')
  return new Set([...rows].flatMap(([key, value]) => (key.startsWith('public_holidays_') ? holidaysIn(value) : [])))
}

/** Whether the reviewer waits for another file: notes on a pending upload that no file has answered yet. */
export function isAskedForChanges({
  upload_status,
  review_notes,
  noted_at,
  file_replaced_at,
}: Pick<Upload, 'upload_status' | 'review_notes' | 'noted_at' | 'file_replaced_at'>): boolean {
  return (
    upload_status === 'pending' &&
    Boolean(review_notes) &&
    (file_replaced_at === null || Date.parse(noted_at ?? '') > Date.parse(file_replaced_at))
  )
}

/** The day by which a pending upload is answered, as 2026-11-27; null when it is not for the reviewer to answer. */
export function dueDay(
  upload: Pick<Upload, 'upload_status' | 'review_notes' | 'noted_at' | 'file_replaced_at' | 'created_at'>,
  holidays: Holidays,
): string | null {
  return upload.upload_status === 'pending' && !isAskedForChanges(upload)
    ? reviewDue(upload.file_replaced_at ?? upload.created_at, holidays)
    : null
}

/** The day by which an answer comes, as 27 Nov 2026, and whether it is past. */
export type Due = { on: string; late: boolean }

/** What the dashboard says of all uploads of a person. */
export type UploadCounts = { total: number; pending: number; approved: number; asked: number; firstDue: Due | null }

export function countUploads(
  uploads: readonly Pick<Upload, 'upload_status' | 'review_notes' | 'noted_at' | 'file_replaced_at' | 'created_at'>[],
  holidays: Holidays,
  now = new Date(),
): UploadCounts {
  const having = (status: string) => uploads.filter(({ upload_status }) => upload_status === status).length
  const [first] = uploads
    .map((upload) => dueDay(upload, holidays))
    .filter((day) => day !== null)
    .toSorted()
  return {
    total: uploads.length,
    pending: having('pending'),
    approved: having('approved'),
    asked: uploads.filter(isAskedForChanges).length,
    firstDue: shownDue(first ?? null, now),
  }
}

function shownDue(day: string | null, now: Date): Due | null {
  return day === null ? null : { on: formatDay(day), late: day < dayInLagos(now) }
}

/** An upload in the words of the list (SPEC 2), at a moment. */
export function shownUpload(upload: Upload, holidays: Holidays, now = new Date()): ShownUpload {
  return {
    id: upload.id,
    title: upload.title,
    badge: statusBadge(upload.upload_status),
    price: upload.proposed_price > 0 ? formatNaira(upload.proposed_price) : null,
    facts: [
      labelOf(uploadCategories, upload.category),
      labelOf(uploadFormats, upload.format),
      ...(upload.pages === null ? [] : [upload.pages === 1 ? '1 page' : `${upload.pages} pages`]),
      formatDay(upload.created_at),
    ].join(' · '),
    description: upload.description,
    notes: upload.review_notes,
    asked: isAskedForChanges(upload),
    pending: upload.upload_status === 'pending',
    replacedOn: upload.file_replaced_at && formatDay(upload.file_replaced_at),
    due: shownDue(dueDay(upload, holidays), now),
    removed: upload.file_removed_at !== null,
    removal: removalOf(upload),
    sentOn: formatDay(upload.created_at),
    sha256: upload.file_sha256,
  }
}

/** What becomes of the file of a rejected upload, in a sentence; null of any other. */
function removalOf({ file_removal_due, file_removed_at }: Pick<Upload, 'file_removal_due' | 'file_removed_at'>): string | null {
  if (file_removed_at) {
    return `Its file was removed on ${formatDay(file_removed_at)}.`
  }
  return file_removal_due && `Its file is removed on ${formatDay(file_removal_due)}. Download it before, if you need it.`
}
