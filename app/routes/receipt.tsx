import { data, href, redirect } from 'react-router'
import { Paper } from '../features/orders/paper.tsx'
import { readReceipt } from '../features/orders/read-receipt.server.ts'
import { payerForm } from '../features/orders/schema.ts'
import { getOrders, noSuchOrder, privateHeaders } from '../features/orders/selling.server.ts'
import { formFields } from '../platform/forms/form-fields.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { logFailure } from '../platform/log/failures.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse } from '../platform/pages/unavailable.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import { ShopIcon } from '../ui/shop-icon.tsx'
import type { Route } from './+types/receipt'

export const handle: Handle = { styles: 'all' }

/** Loads the receipt of an order, or the invoice before its payment. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { receipt, paper } = await readReceipt(context, params.token)
  return { paper, isPaid: receipt.paid_kobo !== null, name: receipt.payer_name, school: receipt.payer_school }
}

/** Saves for whom it is. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const orders = getOrders(context)
  markFormResponse(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = (text: string, status: number, errors: Record<string, string> = {}) =>
    data({ text, values: submitted, errors }, { status })
  const { values, errors } = checkForm(payerForm, submitted)
  if (errors) {
    return reject('Check the marked field, then save again.', 400, errors)
  }
  try {
    if (!(await orders.savePayer(params.token, values))) {
      throw noSuchOrder()
    }
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error
    }
    logFailure('Could not save for whom a receipt is', error)
    return reject('It could not be saved. Save again in a minute.', 503)
  }
  return redirect(href('/orders/:token/receipt', { token: params.token }), {
    status: 303,
    headers: { ...privateHeaders, 'set-cookie': toastCookie(context, { title: 'Saved', kind: 'good' }) },
  })
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({ title: loaderData?.paper.title ?? 'Receipt', description: 'The receipt of an order.', index: false })

export default function Receipt({ loaderData: { paper, isPaid, name, school }, actionData, params }: Route.ComponentProps) {
  const fields = formFields(payerForm, actionData?.values ?? { name, school }, actionData?.errors ?? {})
  const { token } = params
  return (
    <div className="narrow stack">
      <nav className="crumb" aria-label="Where you are">
        <a href={href('/orders/:token', { token })}>{isPaid ? 'Your order' : 'Pay this order'}</a>
      </nav>
      <Paper paper={paper} />
      <p>
        <a className="btn go" href={href('/orders/:token/receipt.pdf', { token })}>
          <ShopIcon name="download" /> {isPaid ? 'Receipt' : 'Invoice'} as PDF
        </a>
      </p>
      <form className="stack" method="post" noValidate>
        <AccountField />
        <ErrorSummary error={actionData && { title: 'Not saved yet', ...actionData }} />
        <h2>{isPaid ? 'Names on the receipt' : 'To whom the invoice goes'}</h2>
        <TextField label="Your name" {...fields.name} autoComplete="name" hint="Optional." />
        <TextField
          label="School or employer"
          {...fields.school}
          autoComplete="organization"
          hint="Optional. As the bursar needs it."
        />
        <p>
          <button className="btn">Save</button>
        </p>
      </form>
    </div>
  )
}
