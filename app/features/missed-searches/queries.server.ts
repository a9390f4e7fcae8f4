import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** Words that three visitors or more searched for in a week, and nothing met. */
export type MissedSearch = {
  words: string
  kind: string
  /** Over the weeks in which there were three or more. */
  visitors: number
  weeks: number
  /** The Monday of the last of them. */
  newest: string
  /** Open topic requests with the same words. */
  requests: number
}

/** What was missed in the last twelve weeks, most first. Throws when the backend failed. */
export async function listMissed(admin: CurrentUser): Promise<MissedSearch[]> {
  const { data } = await admin.client.rpc('weekly_missed_searches').throwOnError()
  return data
}
