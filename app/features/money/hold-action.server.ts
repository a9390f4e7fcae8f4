import type { RouterContextProvider } from 'react-router'
import { checkForm, type Typed } from '#app/platform/forms/form.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { rejectWith, sentences } from '../console/action-result.ts'
import { holdPayouts, liftHold } from './commands.server.ts'
import { reasonForm } from './schema.ts'

type Where = {
  context: Readonly<RouterContextProvider>
  admin: CurrentUser
  submitted: Typed
  /** The page of the form. */
  address: string
}

/** Returns true if a form is one of `PayoutHold`. */
export const isHoldForm = ({ intent }: Typed) => intent === 'hold' || intent === 'lift'

/** Holds the payouts of the student `id`, or ends the hold `id`. */
export async function holdAction({ context, admin, submitted, address }: Where) {
  const reject = rejectWith(submitted)
  const { id = '', intent } = submitted
  try {
    if (intent === 'lift') {
      const student = looksLikeUuid(id) ? await liftHold(admin, id) : null
      return student === null
        ? reject(sentences.settled, 409)
        : redirectWithToast(context, address, { title: `${student}: payouts are no longer held` })
    }
    const { values, errors } = checkForm(reasonForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    const student = looksLikeUuid(id) ? await holdPayouts(admin, id, values.reason) : null
    return student === null
      ? reject('Nothing was held: these payouts are held already, or the student has no account any more.', 409)
      : redirectWithToast(context, address, {
          title: `${student}: payouts are held`,
          text: 'The student reads the reason on their statement.',
        })
  } catch (error) {
    logFailure('Could not hold payouts, or end a hold', error)
    return reject(sentences.failed, 502)
  }
}
