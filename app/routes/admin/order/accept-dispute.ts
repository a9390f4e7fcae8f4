import { adminAct } from '#app/features/console/act.server.ts'
import { acceptDispute } from '#app/features/disputes/admin.server.ts'
import { disputeForm } from '#app/features/disputes/schema.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: disputeForm,
  run: (admin, _, { dispute }) => acceptDispute(admin, dispute),
  toast: { title: 'Accepted', text: 'We tell Paystack within a minute.' },
  failure: 'Could not accept a dispute',
})
