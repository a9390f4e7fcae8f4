import { adminAct } from '#app/features/console/act.server.ts'
import { decideRefund } from '#app/features/orders/admin.server.ts'
import { bankAsks, messageForm } from './act-forms.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: messageForm,
  run: (admin, id, { words }) => decideRefund(admin, id, true, words),
  toast: { title: 'The refund is on its way', text: 'We are emailing the buyer.' },
  rejections: { disputed: bankAsks },
  failure: 'Could not refund an order',
})
