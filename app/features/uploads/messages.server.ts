import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Message } from './review-thread.ts'

/**
 * Returns the conversation of an upload, oldest first; row security excludes other students' uploads. Throws if the backend
 * failed.
 */
export async function listMessages(user: CurrentUser, upload: string): Promise<Message[]> {
  const { data } = await user.client
    .from('upload_messages')
    .select('id, from_reviewer, body, created_at')
    .eq('upload_id', upload)
    .order('created_at')
    .order('id')
    .throwOnError()
  return data
}

/**
 * Sends a student's answer to the reviewer who asked for changes. Returns false if nothing was asked, or the answer was
 * sent before. Throws if the backend failed.
 */
export async function answerReviewer(user: CurrentUser, upload: string, answer: string): Promise<boolean> {
  return (await user.client.rpc('answer_reviewer', { upload, answer }).throwOnError()).data
}
