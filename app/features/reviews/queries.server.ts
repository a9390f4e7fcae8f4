import { type ListAddress, type Page, readPage, wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { FileMetadata } from '#app/services/reading.ts'
import { getColumns, getControls, getFormValues, type RowOf } from '../console/field-map.ts'
import { materialFields } from '../materials/fields.ts'
import { previewSectionField, studyFields } from '../materials/study-fields.ts'
import { namesOfPeople } from '../people/names.server.ts'
import { type Holidays, reviewDue } from '../uploads/review-due.ts'
import { listMessages } from '../uploads/messages.server.ts'
import type { Message } from '../uploads/review-thread.ts'
import type { Check } from './labels.ts'

/** An upload in the list of reviews. */
export type ReviewLine = {
  id: string
  title: string
  category: string
  format: string
  upload_status: string
  student: string
  created_at: string
  /**
   * The day by which it must be reviewed, such as 2026-11-27; null after a decision, or while the student makes
   * changes.
   */
  due: string | null
}

export const reviewParts = ['pending', 'asked', 'approved', 'rejected'] as const

const dueDate = (waiting_since: string | null, holidays: Holidays) => waiting_since && reviewDue(waiting_since, holidays)

/**
 * Returns a page of uploads: waiting ones by due date, which is the order of arrival; decided ones, newest first.
 * @throws if the backend failed.
 */
export async function listReviews(admin: CurrentUser, address: ListAddress, holidays: Holidays): Promise<Page<ReviewLine>> {
  let query = admin.client
    .from('material_uploads')
    .select('id, title, category, format, upload_status, created_at, updated_at, waiting_since, user_id')
  switch (address.show) {
    case 'approved':
    case 'rejected':
      query = query.eq('upload_status', address.show)
      break
    case 'asked':
      query = query.eq('upload_status', 'pending').is('waiting_since', null)
      break
    default:
      query = query.eq('upload_status', 'pending').not('waiting_since', 'is', null)
  }
  const words = wordPatterns(address.search)
  if (words.length > 0) {
    query = query.ilikeAllOf('title', words)
  }
  const page = await readPage(query, address, {
    column: address.show === 'pending' ? 'waiting_since' : 'updated_at',
    ascending: address.show === 'pending',
  })
  const find = await namesOfPeople(
    admin,
    page.rows.map(({ user_id }) => user_id),
  )
  return {
    ...page,
    rows: page.rows.map((upload) => ({
      id: upload.id,
      title: upload.title,
      category: upload.category,
      format: upload.format,
      upload_status: upload.upload_status,
      student: find(upload.user_id)?.name || 'A student',
      created_at: upload.created_at,
      due: dueDate(upload.waiting_since, holidays),
    })),
  }
}

/** Returns the upload that waits longest, other than this one; null if none waits. Throws if the backend failed. */
export async function nextUpload(admin: CurrentUser, id: string): Promise<{ id: string; title: string } | null> {
  const { data } = await admin.client
    .from('material_uploads')
    .select('id, title')
    .eq('upload_status', 'pending')
    .not('waiting_since', 'is', null)
    .neq('id', id)
    .order('waiting_since')
    .order('id')
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}

const details = { preview_section: previewSectionField, ...studyFields }
type CreatedMaterial = RowOf<'research_materials', typeof materialFields & { published_at: unknown }>

/** An upload for the reviewer. */
export type Review = {
  upload: {
    id: string
    title: string
    category: string
    format: string
    pages: number | null
    description: string | null
    subject_area: string | null
    year_of_study: number | null
    /** The student's statements about the method. */
    programme: string | null
    design: string | null
    population_and_sample: string | null
    instrument: string | null
    /** The price in naira that the student suggests. */
    wished_price: number | null
    file_name: string
    upload_status: string
    proposed_price: number
    review_notes: string | null
    created_at: string
    file_replaced_at: string | null
    file_removal_due: string | null
    file_removed_at: string | null
    /** The time at which the stored file was found to differ from the one that was sent, or null. */
    file_changed_at: string | null
    /** True if the content fits the file's name; null while it is not checked. */
    file_fits: boolean | null
    waiting_since: string | null
    /** The version of the terms that the student accepted; null if not accepted yet. */
    terms_version: string | null
  }
  student: { id: string; name: string; school: string }
  /** The conversation with the student, oldest first. */
  messages: Message[]
  due: string | null
  version: number
  checks: Record<Check, boolean>
  /** The details of the upload's current file; null before it was read. */
  read: {
    at: string
    bytes: number | null
    sha256: string | null
    pages: number | null
    words: number | null
    headings: string[]
    first_chapter: string | null
    study_details: FileMetadata['studyDetails']
    note: string | null
  } | null
  /** The material created from it; null before the approval. */
  material: (CreatedMaterial & { share_percent: number }) | null
  /** The approval's fields about the study: of an earlier decision, or else from the file and the student. */
  study: { controls: ReturnType<typeof getControls<keyof typeof details>>; values: Record<keyof typeof details, string> }
  decided: { by: string; at: string } | null
}

/** Returns an upload and its review, or null if it does not exist. Throws if the backend failed. */
export async function findReview(admin: CurrentUser, id: string, holidays: Holidays): Promise<Review | null> {
  const [messages, { data: upload }, { data: review }, { data: share }] = await Promise.all([
    listMessages(admin, id),
    admin.client
      .from('material_uploads')
      .select(
        'id, title, category, format, pages, description, subject_area, year_of_study, programme, design, population_and_sample, instrument, wished_price, file_name, file_path, upload_status, proposed_price, review_notes, created_at, file_replaced_at, file_removal_due, file_removed_at, file_changed_at, file_fits, waiting_since, terms_version, user_id',
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError(),
    admin.client.from('upload_reviews').select('*').eq('upload_id', id).maybeSingle().throwOnError(),
    admin.client
      .from('material_shares')
      .select(`share_percent, research_materials (${getColumns(materialFields, ['published_at'])})`)
      .eq('upload_id', id)
      .maybeSingle()
      .overrideTypes<{ share_percent: number; research_materials: CreatedMaterial | null }, { merge: false }>()
      .throwOnError(),
  ])
  if (!upload || !review) {
    return null
  }
  const { user_id, file_path, ...shown } = upload
  const find = await namesOfPeople(admin, [user_id, review.decided_by])
  const student = find(user_id)
  const { opens, own_work, no_names, chapters_complete, same_file } = review
  const read =
    review.read_at && review.file_path === file_path
      ? {
          at: review.read_at,
          bytes: review.file_bytes,
          sha256: review.file_sha256,
          pages: review.pages,
          words: review.words,
          headings: Array.isArray(review.headings) ? review.headings.map(String) : [],
          first_chapter: review.first_chapter,
          // Only save_file_metadata writes this column, with the reader's details.
          study_details: review.study_details as FileMetadata['studyDetails'],
          note: review.reading_note,
        }
      : null
  const material = share?.research_materials ? { ...share.research_materials, share_percent: share.share_percent } : null
  return {
    upload: shown,
    student: { id: student?.profile_id ?? '', name: student?.name || 'A student', school: student?.school ?? '' },
    messages,
    due: dueDate(upload.waiting_since, holidays),
    version: review.version,
    checks: { opens, own_work, no_names, chapters_complete, same_file },
    read,
    material,
    study: {
      controls: getControls(details, null),
      values: getFormValues(details, material ?? { ...upload, ...read?.study_details }),
    },
    decided:
      review.decided_by && review.decided_at ? { by: find(review.decided_by)?.name || 'an admin', at: review.decided_at } : null,
  }
}

/** An earlier upload or material with the same title or file. */
export type EarlierUploads = {
  kind: string
  id: string
  title: string
  status: string
  same_file: boolean
  same_title: boolean
  same_student: boolean
  sent_at: string
}

/**
 * Returns the newest twenty uploads with the same file or title, and materials with its title. Throws if the backend
 * failed.
 */
export async function earlierUploads(admin: CurrentUser, id: string): Promise<EarlierUploads[]> {
  const { data } = await admin.client.rpc('earlier_uploads', { upload: id }).throwOnError()
  return data.map(({ slug: _slug, ...seen }) => seen)
}

/** Returns the number of buyers who have the file of this upload. Throws if the backend rejected the call or failed. */
export async function getBuyers(admin: CurrentUser, upload: string): Promise<number> {
  return (await admin.client.rpc('upload_buyers', { upload }).throwOnError()).data
}
