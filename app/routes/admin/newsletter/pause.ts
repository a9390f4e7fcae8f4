import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { pauseNewsletter } from '#app/features/newsletters/admin.server.ts'

export { clientAction, default, loader, meta } from '../newsletter.tsx'

export const action = adminAct({
  form: noFields,
  run: (admin, id) => pauseNewsletter(admin, id, true),
  toast: { title: 'Paused', text: 'What is in the outbox already still goes.' },
  failure: 'Could not pause a newsletter',
})
