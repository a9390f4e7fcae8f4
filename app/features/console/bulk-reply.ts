import { reasonOfAll, type Unchanged } from './bulk.ts'

/** A noun for one and for several. */
type Noun = { one: string; many: string }

/** The texts of a page that sends one reply to the people of the selected rows. */
export type BulkReplyTexts = {
  list: { to: string; label: string }
  /** The action before the number of rows, such as 'Reply to'. */
  action: string
  person: Noun
  row: Noun
  reply: Noun
  field: string
  hint: string
  /** The error when nothing was typed. */
  missing: string
  /** The text with which the field begins; nothing by default. */
  start?: string
}

/** The length of a reply as the database stores it, with the name of its person. */
export const MAX_REPLY = 5000

/** The reason of a row that was deleted. */
export const GONE = 'it is gone'

/**
 * A selected row. `person` distinguishes the people; `reason` is why the row gets no reply, or null. `changedAt` is a
 * timestamp, where the reply names what was read.
 */
export type Recipient = {
  id: string
  person: string
  name: string
  details: string
  reason: string | null
  changedAt?: string
}

/** Returns when the newest of the recipients' rows changed, or '' without such times. Timestamps of one offset sort as text. */
export const getVersion = (recipients: readonly Recipient[]): string =>
  recipients
    .map(({ changedAt = '' }) => changedAt)
    .toSorted()
    .at(-1) ?? ''

/** Returns a number with its noun, such as '3 people'. */
const counted = (count: number, { one, many }: Noun): string => `${count} ${count === 1 ? one : many}`

/** Returns the heading of the page, such as 'Reply to 3 messages'. */
export const describeReply = ({ action, row }: BulkReplyTexts, count: number): string => `${action} ${counted(count, row)}`

/** Returns the label of the button, such as 'Send reply' or 'Send 3 replies'. */
export const sendLabel = ({ reply }: BulkReplyTexts, count: number): string =>
  `Send ${count === 1 ? reply.one : counted(count, reply)}`

/** Returns the number of rows and of people, such as '5 messages from 4 people': a sender of two messages counts once. */
export function describeRecipients({ row, person }: BulkReplyTexts, recipients: readonly Recipient[]): string {
  const people = new Set(recipients.map((recipient) => recipient.person)).size
  return `${counted(recipients.length, row)} from ${counted(people, person)}`
}

/** Returns the sentence about selected rows without a reply. */
export function describeSkipped({ row, reply }: BulkReplyTexts, skipped: readonly Unchanged[]): string {
  const isOne = skipped.length === 1
  if (reasonOfAll(skipped) === GONE) {
    return isOne ? `This ${row.one} no longer exists` : `These ${row.many} no longer exist`
  }
  return `${counted(skipped.length, row)} of your selection ${isOne ? 'gets' : 'get'} no ${reply.one}`
}

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
