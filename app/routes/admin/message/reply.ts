import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { answerConversation, findConversation, listMessages } from '#app/features/contact-messages/admin.server.ts'
import { replyForm } from '#app/features/contact-messages/reply-schema.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

export { clientAction, default, loader, meta } from '../message.tsx'

export const action = adminAct({
  form: replyForm,
  async run(admin, id, { reply, version }) {
    const outcome = await answerConversation(admin, id, reply, version)
    return outcome === 'changed' ? rejectOutdated(admin, id, reply) : outcome
  },
  toast: { title: 'Reply queued', text: 'It goes out by email now. The conversation says when the mail server took it.' },
  rejections: { gone: sentences.gone },
  failure: 'Could not answer a conversation',
})

/** Rejects a reply to a conversation with an unread message, and shows it. The same reply sent twice was sent once. */
async function rejectOutdated(admin: CurrentUser, id: string, reply: string) {
  const [conversation, { messages }] = await Promise.all([findConversation(admin, id), listMessages(admin, id)])
  const newest = messages.at(-1)
  if (!conversation || !newest) {
    return 'gone'
  }
  if (newest.is_reply && newest.author_id === admin.userId && newest.body === reply) {
    return 'ok'
  }
  return {
    rejection: `Not sent: ${newest.is_reply ? 'another reply was sent' : 'they wrote again'} after you opened this page. Your text is still here. Read the newest message, then send yours.`,
    status: 409,
    stored: {
      version: conversation.newest_at,
      fields: [{ label: newest.is_reply ? 'The newest reply' : 'Their newest message', value: newest.body }],
    },
  }
}
