import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { testNewsletter } from '#app/features/newsletters/admin.server.ts'

export { clientAction, default, loader, meta } from '../newsletter.tsx'

export const action = adminAct({
  form: noFields,
  run: testNewsletter,
  toast: { title: 'The test is on its way to you' },
  failure: 'Could not send the test of a newsletter',
})
