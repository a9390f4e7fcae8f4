import { formFields } from '../platform/forms/form-fields.ts'
import { href, data, redirect } from 'react-router'
import { Thumbnail } from '../features/materials/thumbnail.tsx'
import { openOwnOrder, ownOrders, readCovers } from '../features/orders/queries.server.ts'
import { buyerForm } from '../features/orders/schema.ts'
import { getOrders, privateHeaders } from '../features/orders/selling.server.ts'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { equalizeTiming } from '../platform/session/equalize-timing.server.ts'
import { type CurrentUser, userContext } from '../platform/session/session.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import { KeptEmail } from '../ui/kept-email.tsx'
import { focusOnLoad } from '../ui/focus.ts'
import type { Route } from './+types/orders'

export const handle: Handle = { styles: 'all' }

const noCovers: Awaited<ReturnType<typeof readCovers>> = {}

export async function loader({ url, context }: Route.LoaderArgs) {
  getOrders(context)
  const user = context.get(userContext)
  const own = user && (await ownOrders(user).catch(orLog('Could not read the purchases of a user', null)))
  return {
    isSent: url.searchParams.has('sent'),
    email: user?.email ?? '',
    own,
    covers: own?.length
      ? await readCovers(visitorClient(context), own).catch(orLog('Could not read the covers of purchases', noCovers))
      : noCovers,
  }
}

/**
 * Emails the links of an address's orders, or opens an order of the signed-in user. Response and time are the same for
 * known and unknown addresses.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const orders = getOrders(context)
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}, shown = submitted) =>
    data({ text, values: shown, errors }, { status })
  const user = context.get(userContext)
  if ((submitted.intent === 'open' || submitted.intent === 'read') && user) {
    return openOrder(user, submitted.id ?? '', submitted.intent === 'open' ? '/orders/:token' : '/orders/:token/read', reject)
  }
  const { values, errors } = checkForm(buyerForm, Object.fromEntries(form))
  if (errors) {
    return reject('Check the marked field.', 400, errors)
  }
  const question = questionEmail(values.email, submitted.kept)
  if (question !== null) {
    return reject(LOOK_AGAIN, 400, { email: question }, { ...submitted, kept: values.email })
  }
  const turn = await consumeRateLimit(context, 'order-look-up', values.email)
  if (turn.rejection) {
    return reject(turn.rejection, 429, { email: turn.rejection })
  }
  const even = equalizeTiming()
  try {
    if (!turn.spared) {
      await orders.mail(values.email)
    }
    await even()
  } catch (error) {
    logFailure('Could not email the orders of an address', error)
    await refundRateLimit(context)
    await even()
    return reject('It did not work. Try again in a minute.', 503)
  }
  return redirect(`${href('/orders')}?sent`, 303)
}

/** Redirects to an order of the signed-in user, or to its work. Another user's order gets the same 404 as a missing one. */
async function openOrder<Rejection>(
  user: CurrentUser,
  id: string,
  page: '/orders/:token' | '/orders/:token/read',
  reject: (text: string, status: number) => Rejection,
) {
  try {
    const token = looksLikeUuid(id) ? await openOwnOrder(user, id) : null
    return token === null
      ? reject('There is no such order under your address. Choose one of those below.', 404)
      : redirect(href(page, { token }), { status: 303, headers: privateHeaders })
  } catch (error) {
    logFailure('Could not open an order', error)
    return reject('This order could not be opened. Try again in a minute.', 503)
  }
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Your orders', description: 'Find the files again that you bought.', index: false })

export default function Orders({ loaderData: { email, own, covers, isSent }, actionData }: Route.ComponentProps) {
  const fields = formFields(buyerForm, actionData?.values ?? {}, actionData?.errors ?? {})
  const form = (
    <form className="stack" method="post" noValidate>
      <AccountField />
      <p>Type the email you bought with. We send the links of its orders there.</p>
      <TextField
        label="Your email"
        {...fields.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        defaultValue={actionData?.values.email ?? (own?.length ? '' : email)}
      />
      <KeptEmail kept={actionData?.values.kept} />
      <p>
        <button className="btn go">Send me the links</button>
      </p>
    </form>
  )
  return (
    <div className="narrow stack">
      <h1>Your orders</h1>
      <ErrorSummary error={actionData && { title: 'Not sent yet', ...actionData }} />
      {isSent && !actionData && (
        <p className="note good" role="status" tabIndex={-1} {...focusOnLoad}>
          <b>Check your email.</b> If this address bought something here, an email with the links is on its way.
        </p>
      )}
      {own && own.length > 0 ? (
        <>
          <ul className="own-orders">
            {own.map((order) => (
              <li key={order.id} className="ordered">
                <Thumbnail
                  material={
                    covers[order.material_id] ?? { id: order.material_id, subject_area: '', category: '', list_category: '' }
                  }
                />
                <div>
                  <h2 className="name">{order.title}</h2>
                  <p className="small soft">
                    <span className="amount">{formatKobo(order.amount_kobo)}</span> · {formatDay(order.paid_at)} · order{' '}
                    <span className="amount">{order.reference}</span>
                  </p>
                  <form method="post">
                    <AccountField />
                    <input type="hidden" name="id" value={order.id} />
                    <p className="row">
                      {order.gives_file && (
                        <button className="btn go" name="intent" value="read">
                          Read<span className="sr"> {order.title}</span>
                        </button>
                      )}
                      <button className="btn" name="intent" value="open">
                        Files and receipt<span className="sr"> of {order.title}</span>
                      </button>
                    </p>
                  </form>
                </div>
              </li>
            ))}
          </ul>
          <details className="ask" open={actionData !== undefined || undefined}>
            <summary>Bought with another email?</summary>
            {form}
          </details>
        </>
      ) : (
        form
      )}
      <p className="soft">
        Paid and no email? Look in your spam folder, then <a href={href('/support')}>write to us</a>.
      </p>
    </div>
  )
}
