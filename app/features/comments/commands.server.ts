import type { Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** Stores a comment, which is shown after a check. Throws if the backend rejected it or failed. */
export async function sendComment(user: CurrentUser, materialId: string, body: string): Promise<void> {
  await user.client.from('material_comments').insert({ material_id: materialId, body }).throwOnError()
}

/**
 * Stores a buyer's comment with 1 to 5 stars, or changes it until an admin has read it. Returns `read` if an admin has,
 * and `not_bought` if the user's confirmed address has no paid order of this material. Throws if the backend rejected
 * it or failed.
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
