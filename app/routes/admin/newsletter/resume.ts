import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { pauseNewsletter } from '#app/features/newsletters/admin.server.ts'

export { clientAction, default, loader, meta } from '../newsletter.tsx'

export const action = adminAct({
  form: noFields,
  run: (admin, id) => pauseNewsletter(admin, id, false),
  toast: { title: 'Resumed', text: 'It goes on within ten minutes.' },
  failure: 'Could not resume a newsletter',
})
