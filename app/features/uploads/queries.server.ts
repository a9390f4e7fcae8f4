import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import type { SameFile } from './check-upload.ts'

const listed =
  'id, title, category, format, pages, description, created_at, upload_status, proposed_price, review_notes, file_sha256, file_replaced_at, waiting_since, file_removal_due, file_removed_at, file_changed_at, terms_version'

/** An upload as the list reads it (SPEC 7). Proposed price in naira, times in UTC. */
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
  /** Since when it waits for the reviewer; null after an answer, and while changes are asked of the student. */
  waiting_since: string | null
  /** When the file of a rejected upload is removed, and when it was. */
  file_removal_due: string | null
  file_removed_at: string | null
  /** When it was found that the stored file is not the one that was sent; null otherwise. */
  file_changed_at: string | null
  /** The version of the terms that the student agreed to; null if not agreed yet. */
  terms_version: string | null
}

/** The person's uploads, newest first; row security leaves out everybody else's. Throws when the backend failed. */
export async function ownUploads(user: CurrentUser, profileId: string): Promise<Upload[]> {
  const { data } = await user.client
    .from('material_uploads')
    .select(listed)
    .eq('user_id', profileId)
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

/** One of the person's own uploads; null when there is none. Throws when the backend failed. */
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

/** The person's newest upload with exactly the same file; null when there is none. Throws when the backend failed. */
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

/** Whether the person has already sent in the form with this id (`getSubmissionId`). Throws when the backend failed. */
export async function wasSent(user: CurrentUser, once: string): Promise<boolean> {
  const { data } = await user.client.from('material_uploads').select('id').eq('idempotency_key', once).limit(1).throwOnError()
  return data.length > 0
}

/** The fields of the person's uploads that the dashboard needs: to count them, name the due day and ask for missing agreements. */
export async function ownUploadStates(user: CurrentUser, profileId: string) {
  const { data } = await user.client
    .from('material_uploads')
    .select('id, title, upload_status, waiting_since, terms_version')
    .eq('user_id', profileId)
    .throwOnError()
  return data
}

/** How many works the person sent in, and how many of them were approved. Throws when the backend failed. */
export async function countOwnUploads(user: CurrentUser, profileId: string): Promise<{ total: number; approved: number }> {
  const uploads = await ownUploadStates(user, profileId)
  return { total: uploads.length, approved: uploads.filter(({ upload_status }) => upload_status === 'approved').length }
}

/** How many topics the person asked for. */
export async function countTopicRequests(user: CurrentUser, profileId: string): Promise<number> {
  const { count } = await user.client
    .from('topic_requests')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', profileId)
    .throwOnError()
  return count ?? 0
}

/** The file of an upload: its name, path and hash, and when it was found changed. */
export type UploadFile = {
  file_name: string
  file_path: string
  file_sha256: string | null
  file_changed_at: string | null
}

/** The file of one of the person's own uploads (for admins, of any upload); null for others. Throws when the backend failed. */
export async function ownUploadFile(user: CurrentUser, id: string): Promise<UploadFile | null> {
  const { data } = await user.client
    .from('material_uploads')
    .select('file_name, file_path, file_sha256, file_changed_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}
