import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { acknowledgeRefunds } from '#app/features/orders/admin.server.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: noFields,
  run: acknowledgeRefunds,
  toast: { title: 'Marked as seen' },
  failure: 'Could not mark refunds as seen',
})
