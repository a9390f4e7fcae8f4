import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { resendOrder } from '#app/features/orders/admin.server.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: noFields,
  run: resendOrder,
  toast: { title: 'A new link is on its way' },
  failure: 'Could not send the link of an order again',
})
