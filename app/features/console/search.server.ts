import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

const kinds = ['order', 'buyer', 'student', 'conversation', 'material', 'upload', 'topic'] as const
const found = v.array(v.object({ kind: v.picklist(kinds), key: v.string(), title: v.string(), details: v.string() }))
/** A record that the search of the console found; `key` is its id, or the address of a buyer. */
export type Found = v.InferOutput<typeof found>[number]

/**
 * Returns up to six records of each kind that contain every word of the search. Throws if the backend failed.
 */
export async function searchConsole(admin: CurrentUser, search: string): Promise<Found[]> {
  const { data } = await admin.client.rpc('search_console', { search }).throwOnError()
  return v.parse(found, data)
}
