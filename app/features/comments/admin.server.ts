import { publicCache } from '#app/platform/cache/cache.server.ts'
import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { invalidateMaterials } from '../materials/invalidate.server.ts'
import { filterByWords } from '../console/lists.server.ts'

/** A comment in the admin list, with the material it is about. */
export type CommentLine = {
  id: string
  body: string
  author_name: string
  author_school: string
  comment_status: string
  has_bought: boolean
  stars: number | null
  created_at: string
  material_id: string
  title: string
  slug: string
}

export const commentParts = ['pending', 'shown', 'declined'] as const

/** Returns a page of comments: those to check oldest first, the others newest first. Throws if the backend failed. */
export async function listCommentsToCheck(admin: CurrentUser, address: ListAddress): Promise<Page<CommentLine>> {
  const query = admin.client
    .from('material_comments')
    .select(
      'id, body, author_name, author_school, comment_status, has_bought, stars, created_at, material_id, research_materials (title, slug)',
    )
    .eq('comment_status', address.show)
  const page = await readPage(filterByWords(query, 'body', address), address, {
    column: 'created_at',
    ascending: address.show === 'pending',
  })
  return {
    ...page,
    rows: page.rows.map(({ research_materials, ...comment }) => ({
      ...comment,
      title: research_materials?.title ?? '',
      slug: research_materials?.slug ?? '',
    })),
  }
}

export type CommentStatus = (typeof commentParts)[number]

export const isCommentStatus = (text: string | null): text is CommentStatus =>
  text === 'pending' || text === 'shown' || text === 'declined'

/** Undo restores the reports that were settled with the comment at most this long ago. */
const UNDO_MS = 5 * 60 * 1000

/**
 * Shows a comment or declines it; visitors see the change at once. Returns its status before, for Undo, or null if it
 * does not exist any more. Throws if the backend failed.
 */
export async function decideComment(admin: CurrentUser, id: string, status: 'shown' | 'declined'): Promise<CommentStatus | null> {
  const { data: before } = await admin.client
    .from('material_comments')
    .select('comment_status')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  const changed = before !== null && (await setStatus(admin, id, status))
  return changed && isCommentStatus(before.comment_status) ? before.comment_status : null
}

/**
 * Restores the status that a comment had before a decision, and opens the reports again that were settled with it.
 * False if the comment does not exist any more. Throws if the backend failed.
 */
export async function undoDecision(admin: CurrentUser, id: string, status: CommentStatus): Promise<boolean> {
  if (status === 'shown') {
    const { data: settled } = await admin.client
      .from('reports')
      .select('settled_at')
      .eq('comment_id', id)
      .eq('outcome', 'declined')
      .gte('settled_at', new Date(Date.now() - UNDO_MS).toISOString())
      .limit(1)
      .throwOnError()
    if (settled.length > 0) {
      await admin.client.rpc('reopen_reports', { about: id }).throwOnError()
    }
  }
  return setStatus(admin, id, status)
}

async function setStatus(admin: CurrentUser, id: string, status: CommentStatus): Promise<boolean> {
  const { data } = await admin.client
    .from('material_comments')
    .update({ comment_status: status })
    .eq('id', id)
    .select('material_id, stars')
    .throwOnError()
  for (const { material_id, stars } of data) {
    publicCache.invalidate(`comments:${material_id}`)
    if (stars !== null) {
      // The material's rating is the mean of the stars that are shown.
      invalidateMaterials()
    }
  }
  return data.length > 0
}
