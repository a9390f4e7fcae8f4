import { adminAct } from '#app/features/console/act.server.ts'
import { reverseSale } from '#app/features/money/commands.server.ts'
import { reasonForm } from '#app/features/money/schema.ts'
import { rejections } from './sentences.ts'

export { clientAction, default, loader, meta } from '../sale.tsx'

export const action = adminAct({
  form: reasonForm,
  run: (admin, id, { reason }) => reverseSale(admin, id, reason),
  toast: { title: 'The sale is reversed' },
  rejections,
  failure: 'Could not reverse a sale',
})
