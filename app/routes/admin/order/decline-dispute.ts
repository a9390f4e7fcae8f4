import { adminAct } from '#app/features/console/act.server.ts'
import { declineDispute } from '#app/features/disputes/admin.server.ts'
import { declineForm } from '#app/features/disputes/schema.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: declineForm,
  run: (admin, _, { dispute, ...answer }) => declineDispute(admin, dispute, answer),
  toast: { title: 'We tell Paystack within a minute' },
  failure: 'Could not decline a dispute',
})
