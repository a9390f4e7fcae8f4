import { adminAct } from '#app/features/console/act.server.ts'
import { requestChanges } from '#app/features/reviews/commands.server.ts'
import { refusals } from '#app/features/reviews/labels.ts'
import { note } from '#app/features/reviews/schema.ts'

export { clientAction, default, loader, meta } from '../review.tsx'

export const action = adminAct({
  form: note,
  run: requestChanges,
  toast: { title: 'The student was asked for changes', text: 'We are emailing the student.' },
  rejections: refusals,
  failure: 'Could not request changes of an upload',
})
