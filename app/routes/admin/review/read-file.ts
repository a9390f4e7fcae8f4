import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { readUploadFile } from '#app/features/reviews/commands.server.ts'
import { refusals } from '#app/features/reviews/labels.ts'

export { clientAction, default, loader, meta } from '../review.tsx'

export const action = adminAct({
  form: noFields,
  run: (admin, id, _, { context }) => readUploadFile(context, admin, id),
  rejections: refusals,
  failure: 'Could not read the file of an upload',
})
