import { href } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import type { BulkReplyTexts } from '../console/bulk-reply.ts'
import type { Enums } from '#app/services/database.ts'
import { composeReply, NAME_PLACE } from './reply-text.ts'

/** Subjects of a message, in the form and in the console. */
export const aboutLabels = {
  order: 'Something I bought',
  upload: 'A work I uploaded',
  payout: 'My payouts',
  other: 'Anything else',
} as const satisfies Record<Enums['message_about'], string>

/** The page that replies to several people. */
export const messageReply: BulkReplyTexts = {
  list: { to: href('/admin/people/messages'), label: 'Messages' },
  action: 'Reply to',
  person: { one: 'person', many: 'people' },
  row: { one: 'conversation', many: 'conversations' },
  reply: { one: 'reply', many: 'replies' },
  field: 'Your reply',
  hint: `Each person gets an email of their own with this text and, below it, their newest message and a link to the contact page. ${NAME_PLACE} becomes their name. Nobody sees another address.`,
  missing: 'Type your reply',
  start: composeReply(NAME_PLACE),
}

/** Describes a reminder, such as 'Reminder for 3 Dec 2026: ask the bank'. */
export const describeReminder = (day: string, note: string | null): string =>
  `Reminder for ${formatDay(day)}${note ? `: ${note}` : ''}`

/** Returns whether an email, such as a reply, was sent. It is, once the mail server took it. */
export const describeSending = (
  what: 'Reply' | 'Link',
  sentAt: string | null,
  failure: { isGivenUp: boolean } | undefined,
): string => `${what} ${sentAt === null ? (failure?.isGivenUp ? 'not sent' : 'queued') : 'sent'}`
