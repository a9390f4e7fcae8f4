import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

const found = v.object({
  is_of_student: v.boolean(),
  /** The student's part of each sale; null for our own materials. */
  share: v.nullable(
    v.object({
      percent: v.number(),
      upload_id: v.nullable(v.string()),
      /** Null after the account was deleted. */
      profile_id: v.nullable(v.string()),
      /** The name, for the roles that may know it. */
      student: v.nullable(v.string()),
    }),
  ),
  /** Sales that were not refunded in full; their amount for the role that may know it. */
  sales: v.object({ count: v.number(), kobo: v.nullable(v.number()) }),
  ratings: v.number(),
  /** The time at which a report took the material off the site, where it still is not; UTC. */
  unpublished_by_report_at: v.nullable(v.string()),
  buyers: v.number(),
  files: v.array(
    v.object({ position: v.number(), name: v.string(), label: v.string(), format: v.string(), added_at: v.string() }),
  ),
  /** The works of a bundle, in order; empty for other materials. */
  works: v.array(v.object({ id: v.string(), title: v.string() })),
})
/**
 * The facts of a material for its page in the console, with the files that buyers of one of our materials get. A
 * student's material gets its file from the review.
 */
export type MaterialDetails = v.InferOutput<typeof found>

/** Returns the details of a material. Throws if the backend rejected the call or failed. */
export async function materialDetails(admin: CurrentUser, material: string): Promise<MaterialDetails> {
  const { data } = await admin.client.rpc('material_details', { material }).throwOnError()
  return v.parse(found, data)
}

/** Returns true if the file that buyers get can be added to a material: it has none, and none comes from elsewhere. */
export const takesFile = ({ is_of_student, files, works }: MaterialDetails): boolean =>
  !is_of_student && files.length === 0 && works.length === 0

/** Returns a stored file of one of our materials, or null if it does not exist. Throws if the backend failed. */
export async function findPlatformFile(
  admin: CurrentUser,
  material: string,
  position: number,
): Promise<{ path: string; name: string; sha256: string } | null> {
  const { data } = await admin.client
    .rpc('platform_file_to_open', { material, at_position: position })
    .maybeSingle()
    .throwOnError()
  return data
}
