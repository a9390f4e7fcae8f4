import { type ActionFunctionArgs, data, redirect } from 'react-router'
import * as v from 'valibot'
import { filled, line } from '#app/platform/forms/fields.ts'
import { checkForm, type FieldErrors, readForm, submittedValues, type Typed } from '#app/platform/forms/form.server.ts'
import { refundRateLimit } from '#app/platform/limits/limits.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { secondFactorPath } from '#app/platform/session/second-factor-path.ts'
import { type CurrentUser, requireUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import type { Added, SecondFactors } from '#app/services/second-factors.ts'
import { requireSecondFactors } from './second-factor.server.ts'
import { TWO_FACTOR_PATH } from './two-factor-forms.tsx'

/** The submitted values and errors of a form, or recovery codes to show once. */
export type FactorResult = { text: string; errors: FieldErrors; values: Typed; codes: string[] | null }

/** The signed-in user and the form of an act on their second factors. */
export type FactorTurn = Pick<ActionFunctionArgs, 'context'> & {
  user: CurrentUser
  secondFactors: SecondFactors
  /** True if the account has a second factor. */
  isOn: boolean
  form: FormData
  values: Typed
}

type Run = (turn: FactorTurn) => Promise<ReturnType<typeof redirect> | ReturnType<typeof rejectFactor>>

/** Builds the action of an act that needs a recent second factor or, before the first one, a recent password. */
export function factorAct(run: Run) {
  return forUser(async (turn, canChange) => {
    if (canChange) {
      return run(turn)
    }
    return turn.isOn
      ? redirect(secondFactorPath(TWO_FACTOR_PATH), 303)
      : rejectFactor(turn, 'Type your password again: it was more than ten minutes ago.', 400)
  })
}

/** Builds the action of the act that confirms the password. */
export const passwordAct = (run: Run) => forUser(run)

/** Builds the action of an act on a factor that exists, by its id in the field `factor`. Does nothing if it is gone. */
export const onFactor = (run: (turn: FactorTurn & { factor: string }) => ReturnType<Run>) =>
  factorAct(async (turn) => {
    const { factor } = turn.values
    return factor && looksLikeUuid(factor) ? run({ ...turn, factor }) : rejectFactor(turn, factorIsGone, 409)
  })

export const factorIsGone = 'It was removed already.'

/** Returns the name that a form gives a factor, or its error. */
export const checkName = (values: Typed) => checkForm(v.object({ name: filled(line(60), 'Give it a name') }), values)

/** The response to a form that was not saved. */
export const rejectFactor = ({ values }: Pick<FactorTurn, 'values'>, text: string, status: number, errors: FieldErrors = {}) =>
  data<FactorResult>({ text, errors, values, codes: null }, { status })

/** The response that shows recovery codes, this once. */
export const showCodes = (codes: string[]) =>
  data<FactorResult>({ text: '', errors: {}, values: {}, codes }, { headers: { 'cache-control': 'no-store' } })

/** Leads back to the page with a toast. */
export const leave = ({ context }: Pick<FactorTurn, 'context'>, title: string, text?: string) =>
  redirectWithToast(context, TWO_FACTOR_PATH, { title, ...(text ? { text } : {}) })

/** The response after adding a factor. */
export function finishAdding(turn: FactorTurn, added: Exclude<Added, 'rejected'>) {
  switch (added) {
    case 'expired':
      return rejectFactor(turn, 'That took more than ten minutes. Start again.', 400)
    case 'full':
      return rejectFactor(turn, 'You have this one already, or ten others. Remove one first.', 409)
    default:
      return added.recoveryCodes ? showCodes(added.recoveryCodes) : leave(turn, 'It is added', 'You can use it from now on.')
  }
}

/** Reads the form and the state of the account. A failure is logged and does not count as an attempt. */
function forUser(run: (turn: FactorTurn, canChange: boolean) => ReturnType<Run>) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const user = requireUser(context)
    const secondFactors = requireSecondFactors(context)
    const form = await readForm(request, context)
    const values = submittedValues(form)
    try {
      const { canChange, factors } = await secondFactors.settings(user)
      return await run({ context, user, secondFactors, isOn: factors.length > 0, form, values }, canChange)
    } catch (error) {
      await refundRateLimit(context)
      logFailure('Could not change second factors', error)
      return rejectFactor({ values }, 'It could not be done. Try again in a minute.', 503)
    }
  }
}
