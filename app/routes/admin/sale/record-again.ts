import { adminAct } from '#app/features/console/act.server.ts'
import { retryUnmatchedSale } from '#app/features/money/commands.server.ts'
import { againForm } from '#app/features/money/schema.ts'
import { rejections } from './sentences.ts'

export { clientAction, default, loader, meta } from '../sale.tsx'

export const action = adminAct({
  form: againForm,
  run: retryUnmatchedSale,
  toast: { title: 'Recorded again' },
  rejections,
  failure: 'Could not record a sale again',
})
