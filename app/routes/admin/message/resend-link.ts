import { adminAct } from '#app/features/console/act.server.ts'
import { resendForm } from '#app/features/contact-messages/reply-schema.ts'
import { resendOrder } from '#app/features/orders/admin.server.ts'

export { clientAction, default, loader, meta } from '../message.tsx'

export const action = adminAct({
  form: resendForm,
  run: (admin, _id, { order }) => resendOrder(admin, order),
  toast: { title: 'A new link is on its way' },
  failure: 'Could not send the link of an order again',
})
