import * as v from 'valibot'
import type { Client } from '#app/platform/process/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A comment as visitors see it, with only the writer's first name and school. `stars` of a buyer: 1 to 5. */
export type Comment = {
  id: string
  body: string
  author_name: string
  author_school: string
  /** Whether the writer bought the work here. */
  has_bought: boolean
  stars: number | null
  created_at: string
}

/** The shown comments, oldest first, at most the newest hundred. `client` asks as a visitor. Throws when the backend failed. */
export function listComments(client: Client, materialId: string): Promise<Comment[]> {
  return publicCache.get(`comments:${materialId}`, async () => {
    const { data } = await client
      .from('material_comments')
      .select('id, body, author_name, author_school, has_bought, stars, created_at')
      .eq('material_id', materialId)
      .eq('comment_status', 'shown')
      .order('created_at', { ascending: false })
      .limit(100)
      .throwOnError()
    return data.toReversed()
  })
}

const stars = v.object({
  may_rate: v.boolean(),
  rated: v.nullable(v.object({ body: v.string(), stars: v.number(), is_read: v.boolean() })),
})
/** Whether a person may rate a material, because they bought it, and what they gave. is_read: it cannot be changed any more. */
export type OwnStars = v.InferOutput<typeof stars>

/** What a signed-in person may say of a material in stars. Throws when the backend failed. */
export async function ownStars(user: CurrentUser, material: string): Promise<OwnStars> {
  const { data } = await user.client.rpc('own_stars', { material }).throwOnError()
  return v.parse(stars, data)
}
