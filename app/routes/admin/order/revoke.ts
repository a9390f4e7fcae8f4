import { adminAct } from '#app/features/console/act.server.ts'
import { revokeOrder } from '#app/features/orders/admin.server.ts'
import { reasonForm } from './act-forms.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: reasonForm,
  run: (admin, id, { words }) => revokeOrder(admin, id, words),
  toast: { title: 'The file is closed' },
  failure: 'Could not close the file of an order',
})
