import { adminAct } from '#app/features/console/act.server.ts'
import { releaseDispute } from '#app/features/disputes/admin.server.ts'
import { disputeForm } from '#app/features/disputes/schema.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

export const action = adminAct({
  form: disputeForm,
  run: (admin, _, { dispute }) => releaseDispute(admin, dispute),
  toast: { title: 'The share is released' },
  failure: 'Could not release the share of a dispute',
})
