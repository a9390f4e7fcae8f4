import type { Person } from '../../platform/session/session.server.ts'

/** Stores a comment, which is shown after a check. Throws when the backend refused or failed. */
export async function sendComment(person: Person, materialId: string, body: string): Promise<void> {
  await person.client.from('material_comments').insert({ material_id: materialId, body }).throwOnError()
}
