import type { ThreadMessage } from '#app/ui/thread.tsx'

/** A message of the conversation about an upload; the time in UTC. */
export type Message = { id: string; from_reviewer: boolean; body: string; created_at: string }

/** Returns the conversation between a student and the reviewer as `reader` sees it. */
export const describeThread = (messages: readonly Message[], reader: 'student' | 'reviewer'): ThreadMessage[] =>
  messages.map(({ id, from_reviewer, body, created_at }) => {
    const isOwn = from_reviewer === (reader === 'reviewer')
    return { id, by: isOwn ? 'You' : from_reviewer ? 'The reviewer' : 'The student', isOwn, body, at: created_at }
  })
