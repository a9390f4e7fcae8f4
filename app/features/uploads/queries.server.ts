import type { Person } from '../../platform/session.server.ts'
import type { SameFile } from './check-upload.ts'

/** What the list says of an upload (SPEC 7). Proposed price in naira. */
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
  /** By which the browser knows a file again before it is sent. */
  file_sha256: string | null
}

/** The person's uploads, newest first; row security leaves out everybody else's. Throws when the backend failed. */
export async function ownUploads(person: Person, profileId: string): Promise<Upload[]> {
  const { data } = await person.client
    .from('material_uploads')
    .select(
      'id, title, category, format, pages, description, created_at, upload_status, proposed_price, review_notes, file_sha256',
    )
    .eq('user_id', profileId)
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

/** The newest upload of the person's own with the same file, to the last byte; null when there is none. Throws when the backend failed. */
export async function ownUploadOfFile(person: Person, profileId: string, sha256: string): Promise<SameFile | null> {
  const { data } = await person.client
    .from('material_uploads')
    .select('title, created_at')
    .eq('user_id', profileId)
    .eq('file_sha256', sha256)
    .order('created_at', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}

/** How many uploads there are, and how many of them wait or are approved. */
export async function countUploads(
  person: Person,
  profileId: string,
): Promise<{ total: number; pending: number; approved: number }> {
  const { data } = await person.client.from('material_uploads').select('upload_status').eq('user_id', profileId).throwOnError()
  const having = (status: string) => data.filter(({ upload_status }) => upload_status === status).length
  return { total: data.length, pending: having('pending'), approved: having('approved') }
}

/** How many topics the person asked for. */
export async function countTopicRequests(person: Person, profileId: string): Promise<number> {
  const { count } = await person.client
    .from('topic_requests')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', profileId)
    .throwOnError()
  return count ?? 0
}

/** Name and place of the file of one of the person's own uploads; null when it is not theirs. */
export async function ownUploadFile(person: Person, id: string): Promise<{ file_name: string; file_path: string } | null> {
  const { data } = await person.client
    .from('material_uploads')
    .select('file_name, file_path')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}
