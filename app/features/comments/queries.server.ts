import type { Client } from '../../platform/process/backend.server.ts'
import { publicCache } from '../../platform/cache/cache.server.ts'

/** A comment as visitors see it, with only the writer's first name and school. */
export type Comment = { id: string; body: string; author_name: string; author_school: string; created_at: string }

/** The shown comments, oldest first, at most the newest hundred. `client` asks as a visitor. Throws when the backend failed. */
export function listComments(client: Client, materialId: string): Promise<Comment[]> {
  return publicCache.get(`comments:${materialId}`, async () => {
    const { data } = await client
      .from('material_comments')
      .select('id, body, author_name, author_school, created_at')
      .eq('material_id', materialId)
      .eq('comment_status', 'shown')
      .order('created_at', { ascending: false })
      .limit(100)
      .throwOnError()
    return data.toReversed()
  })
}
