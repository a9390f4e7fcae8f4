import { adminAct } from '#app/features/console/act.server.ts'
import { reopenReview } from '#app/features/reviews/commands.server.ts'
import { refusals } from '#app/features/reviews/labels.ts'
import { reopening } from '#app/features/reviews/schema.ts'

export { clientAction, default, loader, meta } from '../review.tsx'

export const action = adminAct({
  form: reopening,
  run: reopenReview,
  toast: { title: 'Decision undone', text: 'We are emailing the student.' },
  rejections: refusals,
  failure: 'Could not reopen a review',
})
