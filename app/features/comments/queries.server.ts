import * as v from 'valibot'
import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A comment as visitors see it, with only the writer's first name and school. `stars` of a buyer: 1 to 5. */
export type Comment = {
  id: string
  body: string
  author_name: string
  author_school: string
  /** True if the writer bought the work here. */
  has_bought: boolean
  stars: number | null
  created_at: string
}

/** Returns the newest hundred shown comments, oldest first. `client` is the visitor's. Throws if the backend failed. */
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
/**
 * Rights and choice of a user for rating a material that they bought. is_read: the rating cannot be changed any more.
 */
export type OwnStars = v.InferOutput<typeof stars>

/** Returns what a signed-in user may rate, and their rating. Throws if the backend failed. */
export async function ownStars(user: CurrentUser, material: string): Promise<OwnStars> {
  const { data } = await user.client.rpc('own_stars', { material }).throwOnError()
  return v.parse(stars, data)
}
