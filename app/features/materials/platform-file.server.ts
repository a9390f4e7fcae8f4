import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

const found = v.object({
  is_of_student: v.boolean(),
  buyers: v.number(),
  files: v.array(
    v.object({ position: v.number(), name: v.string(), label: v.string(), format: v.string(), added_at: v.string() }),
  ),
  /** The works of a bundle, in order; empty for other materials. */
  works: v.array(v.object({ id: v.string(), title: v.string() })),
})
/**
 * The files that buyers of one of our materials get, with their count. A student's material gets its file from the
 * review.
 */
export type Platform = v.InferOutput<typeof found>

/** Returns the files of one of our materials. Throws if the backend rejected the call or failed. */
export async function platformFile(admin: CurrentUser, material: string): Promise<Platform> {
  const { data } = await admin.client.rpc('platform_file_details', { material }).throwOnError()
  return v.parse(found, data)
}
