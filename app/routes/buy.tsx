import { formFields } from '../platform/forms/form-fields.ts'
import { data, redirect } from 'react-router'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { findMaterial } from '../features/materials/queries.server.ts'
import { previewPath } from '../features/materials/schema.ts'
import { filesInShort } from '../features/materials/files.ts'
import { soldWhere } from '../features/materials/sold.ts'
import { getFile } from '../features/materials/study-details.ts'
import { buyerForm } from '../features/orders/schema.ts'
import { getOrders, privateHeaders } from '../features/orders/selling.server.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '../platform/process/backend.server.ts'
import { logFailure } from '../platform/process/failures.server.ts'
import { userContext } from '../platform/session/session.server.ts'
import { formatNaira, formatPrice } from '../platform/text/money.ts'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import type { Route } from './+types/buy'

export const handle: Handle = { styles: 'all', leadsToPayment: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const orders = getOrders(context)
  const material = await materialAt({ params, context })
  const { refundDays } = await moneyRules(visitorClient(context))
  return {
    material,
    file: filesInShort(material.files) ?? getFile(material),
    refundDays,
    isTest: orders.domain === 'test',
    email: context.get(userContext)?.email ?? '',
  }
}

/** First shows the address in large letters, then creates the order; both without a script. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const orders = getOrders(context)
  const material = await materialAt({ params, context })
  markFormResponse(context)
  const form = await readForm(request)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}) =>
    data({ text, values: submitted, errors, confirm: null }, { status })
  if (submitted.intent === 'change') {
    return data({ text: null, values: submitted, errors: {}, confirm: null })
  }
  const isFree = material.price === 0
  const { values, errors } = isFree ? { values: { email: '' }, errors: null } : checkForm(buyerForm, Object.fromEntries(form))
  if (errors) {
    return reject('Look at the marked field.', 400, errors)
  }
  if (submitted.intent !== 'pay') {
    return data({ text: null, values: submitted, errors: {}, confirm: values.email })
  }
  if (submitted.price !== String(material.price)) {
    return reject(`The price is ${formatPrice(material.price)} now. Look at it, then go on.`, 409)
  }
  const { rejection } = await consumeRateLimit(context, 'payment', values.email)
  if (rejection) {
    return reject(rejection, 429)
  }
  try {
    const started = await orders.begin({ material: material.id, email: values.email, price: material.price })
    switch (started.outcome) {
      case 'ok':
        return redirect(started.address, { status: 303, headers: privateHeaders })
      case 'price_changed':
        return reject('The price has just changed. Open the page again in a few minutes.', 409)
      case 'not_sold':
        return reject('This work cannot be bought here just now. Nothing was charged.', 409)
      default:
        await refundRateLimit(context)
        return reject('Paystack does not answer just now. Nothing was charged. Try again in a minute.', 503)
    }
  } catch (error) {
    logFailure('Could not create an order', error)
    await refundRateLimit(context)
    return reject('Your order could not be kept just now. Nothing was charged. Try again in a minute.', 503)
  }
}

export const headers: Route.HeadersFunction = () => privateHeaders

/**
 * Returns the material that is sold here.
 * @throws 404, or a redirect to the page of a material that is sold elsewhere.
 */
async function materialAt({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const orders = getOrders(context)
  const material = await orUnavailable(context, findMaterial(visitorClient(context), params.slug))
  if (!material) {
    throw notFound('Material not found', 'It may have been taken off the site, or the link is not complete.', {
      to: '/marketplace',
      label: 'Back to Materials',
    })
  }
  if (soldWhere(material, orders.domain) !== 'here') {
    throw redirect(previewPath(material.slug), 303)
  }
  return material
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `Buy ${loaderData?.material.title ?? 'a work'}`
  return pageMeta({ title, description: 'Pay, and get the file at once.', index: false })
}

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  const { material, file, refundDays, isTest, email } = loaderData
  const isFree = material.price === 0
  const confirm = actionData?.confirm
  const fields = formFields(buyerForm, actionData?.values ?? {}, actionData?.errors ?? {})
  const price = formatNaira(material.price)
  const details = [
    { term: material.files.length > 1 ? 'Files' : 'File', value: file },
    { term: 'Length', value: material.pages === null ? null : `${material.pages} pages` },
    { term: 'Price', value: formatPrice(material.price) },
    { term: 'Money back', value: isFree ? null : `Ask within ${refundDays} days` },
  ].filter(({ value }) => value !== null)
  return (
    <div className="narrow stack">
      <nav className="crumb" aria-label="Where you are">
        <a href={previewPath(material.slug)}>{material.title}</a>
      </nav>
      <h1>{isFree ? 'Get this work' : 'Buy this work'}</h1>
      {isTest && <p className="note">This is a trial. No money moves, and a real card is not needed.</p>}
      <ErrorSummary error={actionData?.text ? { ...actionData, text: actionData.text } : null} />
      <dl className="facts">
        {details.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <form className="stack" method="post" noValidate>
        <input type="hidden" name="price" value={material.price} />
        {isFree ? (
          <p>
            <button className="btn go" name="intent" value="pay">
              {material.files.length > 1 ? 'Get the files' : 'Get the file'}
            </button>
          </p>
        ) : confirm ? (
          <>
            <input type="hidden" name="email" value={confirm} />
            <p>The receipt and the link to your file go to</p>
            <p className="note">
              <strong>{confirm}</strong>
            </p>
            <p className="soft">Look at each letter. Only this address can find the file again.</p>
            <p className="row">
              <button className="btn go" name="intent" value="pay">
                Yes, pay {price}
              </button>
              <button className="btn bare" name="intent" value="change">
                Change the address
              </button>
            </p>
          </>
        ) : (
          <>
            <TextField
              label="Your email"
              {...fields.email}
              type="email"
              autoComplete="email"
              inputMode="email"
              hint="You need no account. We use it for this order alone."
              defaultValue={actionData?.values.email ?? email}
            />
            <p>
              <button className="btn go" name="intent" value="look">
                Go on
              </button>
            </p>
          </>
        )}
      </form>
      {!isFree && (
        <p className="soft">
          You pay on the page of Paystack, by card, transfer or USSD. We never see your card. Bought before?{' '}
          <a href="/orders">Find your orders</a>.
        </p>
      )}
    </div>
  )
}
