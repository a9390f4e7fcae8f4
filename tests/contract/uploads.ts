/* A complete upload of a student: the file and its row (SPEC 4). */
import type { Database } from '#app/services/database.ts'
import { aPdf, pathFor, store } from './files.ts'
import type { CurrentUser } from './people.ts'

type Row = Database['public']['Tables']['material_uploads']['Row']

export function rowFor(user: CurrentUser, filePath: string, title = 'Care of a client with asthma') {
  return {
    user_id: user.profileId,
    title,
    category: 'care_plan',
    format: 'PDF',
    pages: 42,
    description: 'Chapters one to five.',
    subject_area: 'Medical nursing',
    year_of_study: 2023,
    proposed_price: 0,
    file_name: 'care-study.pdf',
    file_path: filePath,
    terms_version: '2026-11-21',
  }
}

/** Stores a file and submits it. */
export async function anUpload(user: CurrentUser, title?: string): Promise<Row> {
  const filePath = pathFor(user)
  const stored = await store('material-uploads', filePath, { as: user, body: aPdf() })
  if (!stored.ok) {
    throw new Error(`Could not store the file: ${await stored.text()}`)
  }
  const { data, error } = await user.client
    .from('material_uploads')
    .insert(rowFor(user, filePath, title))
    .select()
    .single()
  if (error) {
    throw new Error(error.message)
  }
  return data
}
