import * as v from 'valibot'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { sendNewsletter } from '#app/features/newsletters/admin.server.ts'
import { isTimestamp } from '#app/platform/text/dates.ts'

export { clientAction, default, loader, meta } from '../newsletter.tsx'

/** Starts to send the version that the page showed, after checking the owner's password again. */
export const action = adminAct({
  form: v.object({ version: v.custom<string>((value) => typeof value === 'string' && isTimestamp(value)) }),
  run: async (admin, id, { version }, { context, form }) => {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      sendNewsletter(client, id, version),
    )
    return 'rejection' in outcome
      ? { rejection: sentences.fields, status: outcome.status, errors: { password: outcome.rejection } }
      : outcome.done
  },
  toast: { title: 'It is being sent', text: 'The first emails go within ten minutes.' },
  rejections: {
    changed: 'Not sent: someone changed it or sent it after you opened this page. Look at it again.',
    nobody: 'Not sent: no address agreed to newsletters.',
  },
  failure: 'Could not send a newsletter',
})
