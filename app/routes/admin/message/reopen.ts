import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { setConversationOpen } from '#app/features/contact-messages/admin.server.ts'

export { clientAction, default, loader, meta } from '../message.tsx'

export const action = adminAct({
  form: noFields,
  run: (admin, id) => setConversationOpen(admin, id, true),
  toast: { title: 'Open again', text: 'It is on Today, and first in the list of messages.' },
  rejections: { gone: sentences.gone, settled: `${sentences.settled} Reload the page to see it.` },
  failure: 'Could not open a conversation again',
})
