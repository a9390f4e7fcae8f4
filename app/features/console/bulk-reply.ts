import { reasonOfAll, type Unchanged } from './bulk.ts'

/** A noun for one and for several. */
type Noun = { one: string; many: string }

/** The texts of a page that sends one reply to the people of the selected rows. */
export type BulkReplyTexts = {
  list: { to: string; label: string }
  /** The action before the number of people, such as 'Reply to'. */
  action: string
  person: Noun
  row: Noun
  reply: Noun
  field: string
  hint: string
  /** The error when nothing was typed. */
  missing: string
}

/** A selected row. `person` distinguishes the people; `reason` is why the row gets no reply, or null. */
export type Recipient = { id: string; person: string; name: string; details: string; reason: string | null }

/** Returns a number with its noun, such as '3 people'. */
export const counted = (count: number, { one, many }: Noun): string => `${count} ${count === 1 ? one : many}`

/** Returns the action with the number of people, such as 'Reply to 3 people'. */
export function replyLabel({ action, person }: BulkReplyTexts, recipients: readonly Recipient[]): string {
  return `${action} ${counted(countPeople(recipients), person)}`
}

/** Returns the number of people: the sender of two messages counts once. */
export const countPeople = (recipients: readonly Recipient[]): number => new Set(recipients.map(({ person }) => person)).size

/** Returns the outcome in a sentence, such as '2 replies are on their way, 1 not: already answered'. */
export function describeReplies(sent: number, { reply }: Pick<BulkReplyTexts, 'reply'>, unsent: readonly Unchanged[]): string {
  const reason = reasonOfAll(unsent)
  const why = reason === null ? '' : `: ${reason}`
  if (sent === 0) {
    return `No ${reply.one} was sent${why}`
  }
  const done = `${counted(sent, reply)} ${sent === 1 ? 'is on its way' : 'are on their way'}`
  return unsent.length === 0 ? done : `${done}, ${unsent.length} not${why}`
}
