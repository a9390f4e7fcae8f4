import { adminAct } from '#app/features/console/act.server.ts'
import { refundSale } from '#app/features/money/commands.server.ts'
import { refundForm } from '#app/features/money/schema.ts'
import { rejections } from './sentences.ts'

export { clientAction, default, loader, meta } from '../sale.tsx'

export const action = adminAct({
  form: refundForm,
  run: refundSale,
  toast: { title: 'Refund recorded', text: 'We are emailing the student. Now send the money back.' },
  rejections,
  failure: 'Could not refund a sale',
})
