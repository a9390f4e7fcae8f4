import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** Words that three or more visitors searched for in a week without a result. */
export type MissedSearch = {
  words: string
  kind: string
  /** The total over the weeks with three or more. */
  visitors: number
  weeks: number
  /** The Monday of the last of these weeks. */
  newest: string
  /** Open topic requests with the same words. */
  requests: number
  /** The thesaurus entry that was added since, such as 'PLWHA = living with hiv', and its id. */
  answer: string | null
  answer_id: string | null
}

/** Returns the missed searches of the last twelve weeks, most visitors first. Throws if the backend failed. */
export async function listMissed(admin: CurrentUser): Promise<MissedSearch[]> {
  const { data } = await admin.client.rpc('weekly_missed_searches').throwOnError()
  return data
}
