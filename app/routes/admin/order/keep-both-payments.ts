import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { acceptDuplicatePayment } from '#app/features/orders/admin.server.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: noFields,
  run: acceptDuplicatePayment,
  toast: { title: 'Both payments kept' },
  failure: 'Could not accept a duplicate payment',
})
