import type { Enums } from '#app/platform/process/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** Stores a comment, which is shown after a check. Throws when the backend refused or failed. */
export async function sendComment(user: CurrentUser, materialId: string, body: string): Promise<void> {
  await user.client.from('material_comments').insert({ material_id: materialId, body }).throwOnError()
}

/**
 * Stores a comment of a buyer with 1 to 5 stars, or changes it while nobody has read it. read: an admin has. not_bought: the confirmed
 * address of the person has no paid order of this material. Throws when the backend refused or failed.
 */
export async function rateMaterial(
  user: CurrentUser,
  material: string,
  words: string,
  input: number,
): Promise<Enums['material_rating']> {
  const { data } = await user.client.rpc('rate_material', { material, words, input: input }).throwOnError()
  return data
}
