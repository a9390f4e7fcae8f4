import { href } from 'react-router'
import type { BulkReplyTexts } from '../console/bulk-reply.ts'
import type { Enums } from '#app/services/database.ts'

/** Subjects of a message, in the form and in the console. */
export const aboutLabels = {
  order: 'Something I bought',
  upload: 'A work I uploaded',
  payout: 'My payouts',
  other: 'Anything else',
} as const satisfies Record<Enums['message_about'], string>

/** The page that replies to several messages. */
export const messageReply: BulkReplyTexts = {
  list: { to: href('/admin/people/messages'), label: 'Messages' },
  action: 'Reply to',
  person: { one: 'person', many: 'people' },
  row: { one: 'message', many: 'messages' },
  reply: { one: 'reply', many: 'replies' },
  field: 'Your reply',
  hint: 'Each message gets its own email: “Dear” and the name, your reply, and the message. Nobody sees another address.',
  missing: 'Type your reply',
}

/** Returns whether a reply was sent. It is, once the mail server took it. */
export const describeReplyState = (sentAt: string | null, failure: { isGivenUp: boolean } | null) =>
  sentAt === null ? (failure?.isGivenUp ? 'Reply not sent' : 'Reply queued') : 'Reply sent'
