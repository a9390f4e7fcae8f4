import * as v from 'valibot'
import type { Person } from '../../platform/session/session.server.ts'

const found = v.object({
  is_of_student: v.boolean(),
  buyers: v.number(),
  file: v.nullable(v.object({ name: v.string(), format: v.string(), given_at: v.string() })),
})
/** The file that buyers of a material of ours get, and how many there are; of a student's material it comes from the review. */
export type House = v.InferOutput<typeof found>

/** The file that an operator gave a material. Throws when the backend refused or failed. */
export async function houseFile(operator: Person, material: string): Promise<House> {
  const { data } = await operator.client.rpc('house_file', { material }).throwOnError()
  return v.parse(found, data)
}
