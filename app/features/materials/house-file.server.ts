import * as v from 'valibot'
import type { Person } from '../../platform/session/session.server.ts'

const found = v.object({
  is_of_student: v.boolean(),
  buyers: v.number(),
  files: v.array(
    v.object({ position: v.number(), name: v.string(), label: v.string(), format: v.string(), given_at: v.string() }),
  ),
})
/** The files that buyers of a material of ours get, and how many there are; of a student's material it comes from the review. */
export type House = v.InferOutput<typeof found>

/** The files that a material of ours has. Throws when the backend refused or failed. */
export async function houseFile(operator: Person, material: string): Promise<House> {
  const { data } = await operator.client.rpc('house_file', { material }).throwOnError()
  return v.parse(found, data)
}
