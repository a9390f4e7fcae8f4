import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { setConversationOpen } from '#app/features/contact-messages/admin.server.ts'

export { clientAction, default, loader, meta } from '../message.tsx'

export const action = adminAct({
  form: noFields,
  run: (admin, id) => setConversationOpen(admin, id, false),
  toast: { title: 'Closed without a reply' },
  rejections: { gone: sentences.gone, settled: `${sentences.settled} Reload the page to see it.` },
  failure: 'Could not close a conversation',
})
