import { href } from 'react-router'
import type { Client } from '#app/services/backend.server.ts'
import { sourceLabels } from '#app/services/visit-sources.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatKobo, formatNaira } from '#app/platform/text/money.ts'
import { settingsRows } from '../settings/queries.server.ts'
import { messagePath } from '../contact-messages/schema.ts'
import type { OwnMaterial, Upload, WorkFigures } from './queries.server.ts'
import { type Holidays, holidaysIn, reviewDue } from './review-due.ts'
import { getExample, type MoneyRules } from '../earnings/rules.ts'
import type { ListedUpload, ShownUpload, UploadLink } from './upload-list.tsx'
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
    badge: asked ? ({ look: 'asked', icon: 'warning', label: 'Changes requested' } as const) : badge,
    asked,
    blocked:
      asked || withoutAgreement([upload]).length > 0 || (upload.upload_status === 'pending' && upload.file_changed_at !== null),
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

/** The settings of a list of uploads, and the origin of the links that students share. */
export type ListContext = { holidays: Holidays; rules: MoneyRules; siteUrl: string }

/** Returns an upload with what its student can do with it, and the shop's side of the material that it became. */
export function listedUpload(
  upload: Upload,
  { material, figures }: { material?: OwnMaterial | undefined; figures?: WorkFigures | undefined },
  { holidays, rules, siteUrl }: ListContext,
  now = new Date(),
): ListedUpload {
  const shown = shownUpload(upload, holidays, now)
  const shop = material ? shownInShop(upload, material, rules, siteUrl) : null
  return {
    ...shown,
    price: shop?.price ?? shown.price,
    remarks: [
      shown.remarks,
      figures && !material && shown.pending && LEFT_SHOP,
      figures?.is_withheld && 'You took it off sale. Buyers keep their file.',
      figures && describeInterest(figures, material?.rating ?? 0),
    ]
      .filter(Boolean)
      .join(' '),
    links: [
      ...getLinks(upload, shown),
      ...(material ? [askForPrice(upload, material)] : []),
      ...(upload.upload_status === 'approved' && (material || figures?.is_withheld) ? [onSaleLink(upload, !material)] : []),
    ],
    shop: shop && { lines: [shop.terms, ...(figures ? [describeSales(figures)] : [])], links: shop.links },
  }
}

const LEFT_SHOP = 'It left the shop because we are reviewing it again. Nobody can buy it now; buyers keep their file.'

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** Returns a sentence about the sales of a work, such as "Sold twice so far: ₦3,500 is yours." */
function describeSales({ sales, share_kobo }: WorkFigures): string {
  return sales === 0 ? 'Not sold yet.' : `Sold ${times(sales)} so far: ${formatKobo(share_kobo)} is yours.`
}

/** Returns sentences about the views of a work, and about its rating if it has one. */
function describeInterest({ views, sources, ratings }: WorkFigures, rating: number): string {
  const opened =
    views === 0 ? 'Not opened in the last 28 days.' : `Opened ${times(views)} in the last 28 days${describeSources(sources)}.`
  return ratings > 0 && rating > 0 ? `${opened} Rated ${rating.toFixed(1)} of 5 by ${ratings} buyers.` : opened
}

const list = new Intl.ListFormat('en-GB')
const namesOfSources = { ...sourceLabels, rep: 'class reps', other: 'other sites' }

/** Returns the part of the sentence about views that names their known sources: ", 12 from WhatsApp and 3 from Google". */
function describeSources(sources: WorkFigures['sources']): string {
  const known = sources.filter(({ source }) => source !== 'typed' && source !== 'site')
  return known.length === 0 ? '' : `, ${list.format(known.map(({ source, views }) => `${views} from ${namesOfSources[source]}`))}`
}

/** Returns the links of an upload, the most useful first. */
function getLinks({ id, title, upload_status }: Upload, { asked, notes, pending, withoutFile }: ShownUpload): UploadLink[] {
  const rest = `of ${title}`
  const replace = { label: 'Replace the file', to: href('/upload-materials/:id/replace', { id }), look: asked ? 'go' : '' }
  const messages = { label: asked ? 'Answer in words' : 'Messages', to: href('/upload-materials/:id/messages', { id }) }
  const file = { label: 'Download your file', to: href('/upload-materials/:id/file', { id }), download: true }
  const edit = { label: 'Edit title', rest: `and description ${rest}`, to: href('/upload-materials/:id/edit', { id }) }
  const withdraw = { label: 'Withdraw', rest: title, to: href('/upload-materials/:id/withdraw', { id }) }
  const correct = { label: 'Send a corrected one', to: `${href('/upload-materials')}?corrects=${id}`, look: 'go' }
  return [
    ...(pending ? [replace] : []),
    ...(upload_status === 'rejected' ? [correct] : []),
    ...(notes ? [messages] : []),
    ...(pending ? [edit] : []),
    ...(withoutFile ? [] : [file]),
    ...(pending ? [withdraw] : []),
  ].map((link) => ({ rest, look: 'bare', ...link }))
}

/** Returns the link to the page that takes a work off sale, or puts it back. */
function onSaleLink({ id, title }: Pick<Upload, 'id' | 'title'>, isWithheld: boolean): UploadLink {
  const label = isWithheld ? 'Put it back on sale' : 'Take off sale'
  return { label, rest: `: ${title}`, to: href('/upload-materials/:id/sale', { id }), look: 'bare' }
}

/** Returns the link that begins a message about the price of a work on sale. */
function askForPrice({ title }: Pick<Upload, 'title'>, { price }: Pick<OwnMaterial, 'price'>): UploadLink {
  const body = `I would like another price for “${title}”. It is ${formatNaira(price)} now. My price and why: `
  return { label: 'Ask for another price', rest: `for ${title}`, to: messagePath({ about: 'upload', body }), look: 'bare' }
}

/**
 * Returns the shop's side of an approved upload. The shop's price may have changed since the approval. `siteUrl` is the
 * origin of the links that students share.
 */
export function shownInShop(
  { title, proposed_price }: Pick<Upload, 'title' | 'proposed_price'>,
  { slug, price, sharePercent }: Omit<OwnMaterial, 'rating'>,
  rules: MoneyRules,
  siteUrl: string,
) {
  const share = formatNaira(Math.floor(getExample(price * 100, { ...rules, sharePercent }).student / 100))
  const message = encodeURIComponent(`${siteUrl}${href('/material-preview/:key', { key: slug })}?utm_source=whatsapp`)
  return {
    price: price === 0 ? 'Free' : formatNaira(price),
    terms: [
      price > 0 ? `In the shop · yours ${share} of each sale.` : 'In the shop for free.',
      proposed_price > 0 && proposed_price !== price && `It was approved at ${formatNaira(proposed_price)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    links: [
      { label: 'See', rest: `it in the shop: ${title}`, to: href('/material/:key', { key: slug }), look: '' },
      { label: 'Share', rest: `on WhatsApp: ${title}`, to: `https://wa.me/?text=${message}`, look: '' },
    ],
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
