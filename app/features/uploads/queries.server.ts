import * as v from 'valibot'
import { enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import type { SameFile } from './check-upload.ts'

const listed =
  'id, title, category, format, pages, description, created_at, upload_status, proposed_price, review_notes, file_sha256, file_replaced_at, waiting_since, file_removal_due, file_removed_at, file_changed_at, terms_version'

/** An upload in the list (SPEC 7). Proposed price in naira, times in UTC. */
export type Upload = {
  id: string
  title: string
  category: string
  format: string
  pages: number | null
  description: string | null
  created_at: string
  upload_status: string
  proposed_price: number
  review_notes: string | null
  file_sha256: string | null
  file_replaced_at: string | null
  /** The time since which it waits for the reviewer; null after a decision, and while the student makes changes. */
  waiting_since: string | null
  /** The time at which the file of a rejected upload is due for removal, and the time of its removal. */
  file_removal_due: string | null
  file_removed_at: string | null
  /** The time at which the stored file was found to differ from the one that was sent, or null. */
  file_changed_at: string | null
  /** The version of the terms that the student accepted; null if not accepted yet. */
  terms_version: string | null
}

/**
 * Returns the user's uploads, newest first; row security excludes those of other users. Throws if the backend failed.
 */
export async function ownUploads(user: CurrentUser, profileId: string): Promise<Upload[]> {
  const { data } = await user.client
    .from('material_uploads')
    .select(listed)
    .eq('user_id', profileId)
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

/** Returns one of the user's own uploads, or null. Throws if the backend failed. */
export async function ownUpload(user: CurrentUser, profileId: string, id: string): Promise<Upload | null> {
  const { data } = await user.client
    .from('material_uploads')
    .select(listed)
    .eq('user_id', profileId)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

/** A rejected upload: its title, and the values that do not depend on its file, by the field names of the upload form. */
export type RejectedUpload = { title: string; values: Record<string, string> }

/** Returns one of the user's own rejected uploads, or null. Throws if the backend failed. */
export async function findRejectedUpload(user: CurrentUser, profileId: string, id: string): Promise<RejectedUpload | null> {
  const { data } = await user.client
    .from('material_uploads')
    .select(
      'title, category, description, subject_area, year_of_study, programme, design, population_and_sample, instrument, wished_price',
    )
    .eq('user_id', profileId)
    .eq('id', id)
    .eq('upload_status', 'rejected')
    .maybeSingle()
    .throwOnError()
  return (
    data && {
      title: data.title,
      values: Object.fromEntries(
        Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
      ),
    }
  )
}

/** Returns the user's newest upload with exactly the same file, or null. Throws if the backend failed. */
export async function findOwnUpload(user: CurrentUser, profileId: string, sha256: string): Promise<SameFile | null> {
  const { data } = await user.client
    .from('material_uploads')
    .select('id, title, created_at')
    .eq('user_id', profileId)
    .eq('file_sha256', sha256)
    .order('created_at', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data && { id: data.id, title: data.title, sentOn: formatDay(data.created_at) }
}

/**
 * Returns true if the user has already sent in the form with this id (`getSubmissionId`). Throws if the backend failed.
 */
export async function wasSent(user: CurrentUser, idempotencyKey: string): Promise<boolean> {
  const { data } = await user.client
    .from('material_uploads')
    .select('id')
    .eq('idempotency_key', idempotencyKey)
    .limit(1)
    .throwOnError()
  return data.length > 0
}

/** The material that an upload became: its slug, price in naira, rating, and the student's share of it. */
export type OwnMaterial = { slug: string; price: number; rating: number; sharePercent: number }

/** Returns the user's published materials by upload id. Throws if the backend failed. */
export async function ownMaterials(user: CurrentUser, profileId: string): Promise<Map<string, OwnMaterial>> {
  const { data } = await user.client
    .from('material_shares')
    .select('upload_id, share_percent, material:research_materials!inner (slug, price, rating)')
    .eq('profile_id', profileId)
    .not('upload_id', 'is', null)
    .throwOnError()
  return new Map(
    data.map(({ upload_id, share_percent, material }) => [upload_id ?? '', { ...material, sharePercent: share_percent }]),
  )
}

/** The views of each source, the largest number first. */
const viewsBySource = v.array(v.object({ source: v.picklist(enums.visit_source), views: v.number() }))

/**
 * Sales, share in kobo, views in 28 days (in all and by source) and ratings of a work; `ratings` is 0 below three.
 * `is_withheld`: its student took it off sale.
 */
export type WorkFigures = {
  sales: number
  share_kobo: number
  views: number
  sources: v.InferOutput<typeof viewsBySource>
  ratings: number
  is_withheld: boolean
}

/**
 * Returns the sales, views and ratings of the user's works by upload id, including works that left the shop. Throws if the
 * backend failed.
 */
export async function ownWorkFigures(user: CurrentUser): Promise<Map<string, WorkFigures>> {
  const { data } = await user.client.rpc('own_work_figures').throwOnError()
  return new Map(
    data.map(({ upload_id, sources, ...figures }) => [upload_id, { ...figures, sources: v.parse(viewsBySource, sources) }]),
  )
}

/** Returns the number of the user's uploads, and of the approved ones. Throws if the backend failed. */
export async function countOwnUploads(user: CurrentUser, profileId: string): Promise<{ total: number; approved: number }> {
  const { data: uploads } = await user.client
    .from('material_uploads')
    .select('upload_status')
    .eq('user_id', profileId)
    .throwOnError()
  return { total: uploads.length, approved: uploads.filter(({ upload_status }) => upload_status === 'approved').length }
}

/** The file of an upload: its name, path and hash, and when it was found changed. */
export type UploadFile = {
  file_name: string
  file_path: string
  file_sha256: string | null
  file_changed_at: string | null
}

/**
 * Returns the file of one of the user's own uploads (for admins, of any upload), or null. Throws if the backend failed.
 */
export async function ownUploadFile(user: CurrentUser, id: string): Promise<UploadFile | null> {
  const { data } = await user.client
    .from('material_uploads')
    .select('file_name, file_path, file_sha256, file_changed_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}
