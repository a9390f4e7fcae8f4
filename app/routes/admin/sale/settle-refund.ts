import { adminAct } from '#app/features/console/act.server.ts'
import { recordRefundSettlement } from '#app/features/money/commands.server.ts'
import { settledForm } from '#app/features/money/schema.ts'
import { rejections } from './sentences.ts'

export { clientAction, default, loader, meta } from '../sale.tsx'

export const action = adminAct({
  form: settledForm,
  run: (admin, _, { refund }) => recordRefundSettlement(admin, refund),
  toast: { title: 'The buyer has it' },
  rejections,
  failure: 'Could not settle the refund of a sale',
})
