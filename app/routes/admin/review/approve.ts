import { adminAct } from '#app/features/console/act.server.ts'
import { approveUpload } from '#app/features/reviews/commands.server.ts'
import { refusals } from '#app/features/reviews/labels.ts'
import { approval } from '#app/features/reviews/schema.ts'

export { clientAction, default, loader, meta } from '../review.tsx'

export const action = adminAct({
  form: approval,
  run: (admin, id, values, { context }) => approveUpload(context, admin, id, values),
  toast: { title: 'Approved', text: 'We are emailing the student.' },
  rejections: refusals,
  errors: { slug_taken: { slug: 'Another material has this address' } },
  failure: 'Could not approve an upload',
})
