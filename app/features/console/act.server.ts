import { type ActionFunctionArgs, replace, type RouterContextProvider } from 'react-router'
import * as v from 'valibot'
import { getAct, getPage } from '#app/platform/forms/act-address.ts'
import { checkForm, type FieldErrors, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast, type ToastMessage } from '#app/platform/session/toast.server.ts'
import { type ActionResult, rejectWith, sentences } from './action-result.ts'
import { requireAdmin } from './require-admin.server.ts'

type Form = v.GenericSchema<Record<string, unknown>, unknown>
type Toast = Pick<ToastMessage, 'title' | 'text'> & Partial<Pick<ToastMessage, 'kind'>>

/** The outcomes of an act that is done, and false. */
type Done = 'ok' | 'recorded' | boolean

/**
 * Why an act was not done, where the sentence or status depends on more than the outcome. `values` adds to the form's;
 * `stored` is what changed since the page was opened.
 */
export type Rejection = {
  rejection: string
  status: number
  errors?: FieldErrors
  values?: Record<string, string>
  stored?: ActionResult['stored']
}
/** An act that is done, where the toast depends on what it did. */
type WithToast = { toast: Toast }
/** The form of an act, for what its schema leaves out, and the context of the request. */
type Sent = { context: Readonly<RouterContextProvider>; form: FormData }

/** An act on the record of a page. Roles open it as they open the page. */
type Act<Schema extends Form, Outcome extends string | boolean> = {
  form: Schema
  /** Does it. It is done if the outcome is 'ok', 'recorded' or true. */
  run(admin: CurrentUser, id: string, values: v.InferOutput<Schema>, sent: Sent): Promise<Outcome | Rejection | WithToast>
  /** The toast with which it leads back to the page. Without one, the page stays and loads its state again. */
  toast?: Toast | ((values: v.InferOutput<Schema>) => Toast)
  /** The sentences of other outcomes; without one, the state changed since the page was opened. */
  rejections?: Partial<Record<Exclude<Outcome, Done>, string>>
  /** The errors of other outcomes at fields. */
  errors?: Partial<Record<Exclude<Outcome, Done>, FieldErrors>>
  /** The log entry of a failure. */
  failure: string
}

/** The form of an act that is only a button. */
export const noFields = v.object({})

/** Builds the action of an act: it leads back to the page with a toast, or returns what was sent and the reason. */
export function adminAct<Schema extends Form, Outcome extends string | boolean>(act: Act<Schema, Outcome>) {
  return async ({ request, params: { id = '' }, context, url }: ActionFunctionArgs) => {
    const admin = requireAdmin(context)
    const form = await readForm(request, context)
    const submitted = submittedValues(form)
    const reject = rejectWith(submitted, getAct(url.pathname))
    if (!looksLikeUuid(id)) {
      return reject(sentences.gone, 404)
    }
    const { values, errors } = checkForm(act.form, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    try {
      const outcome = await act.run(admin, id, values, { context, form })
      if (typeof outcome === 'object') {
        return 'toast' in outcome
          ? redirectWithToast(context, getPage(url.pathname), outcome.toast, replace)
          : rejectWith({ ...submitted, ...outcome.values }, getAct(url.pathname))(
              outcome.rejection,
              outcome.status,
              outcome.errors,
              outcome.stored,
            )
      }
      if (outcome === 'ok' || outcome === 'recorded' || outcome === true) {
        const toast = typeof act.toast === 'function' ? act.toast(values) : act.toast
        return toast ? redirectWithToast(context, getPage(url.pathname), toast, replace) : null
      }
      const reason = outcome as Exclude<Outcome, Done>
      return reject(act.rejections?.[reason] ?? sentences.impossible, 409, act.errors?.[reason])
    } catch (error) {
      logFailure(act.failure, error)
      return reject(sentences.failed, 502)
    }
  }
}
