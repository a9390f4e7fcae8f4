import { adminAct } from '#app/features/console/act.server.ts'
import { decideRefund } from '#app/features/orders/admin.server.ts'
import { reasonForm } from './act-forms.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: reasonForm,
  run: (admin, id, { words }) => decideRefund(admin, id, false, words),
  toast: { title: 'Refund declined', text: 'We are emailing the buyer.' },
  failure: 'Could not decline a refund',
})
