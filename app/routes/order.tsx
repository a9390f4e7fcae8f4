import { formFields } from '../platform/forms/form-fields.ts'
import { href, data, redirect } from 'react-router'
import { getCitation } from '../features/materials/citation.ts'
import { MaterialCard } from '../features/materials/material-card.tsx'
import { withBuyers } from '../features/materials/buyers.server.ts'
import { findMaterial, findRelated } from '../features/materials/queries.server.ts'
import { previewPath } from '#app/features/materials/preview-path.ts'
import { SmallCover } from '../features/materials/thumbnail.tsx'
import { Downloads } from '../features/orders/downloads.tsx'
import { NextSteps } from '../features/orders/next-steps.tsx'
import { readHelp } from '../features/orders/help.server.ts'
import { PayAgain } from '../features/orders/pay-again.tsx'
import { ProblemPaying } from '../features/orders/problem-paying.tsx'
import { refundForm } from '../features/orders/schema.ts'
import { noSuchOrder, getOrders, privateHeaders } from '../features/orders/selling.server.ts'
import { describeOrderPage, describePrice, reloadDelay } from '../features/orders/labels.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import type { Enums } from '#app/services/database.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { formatMoment } from '../platform/text/dates.ts'
import { formAnswerContext } from '../platform/forms/form-answer.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextArea } from '../ui/field.tsx'
import { Amounts } from '../ui/amounts.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/order'

export const handle: Handle = { styles: 'all', leadsToPayment: true }

/** Loads the page of an order. It polls Paystack itself and trusts nothing in the address but the token. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const orders = getOrders(context)
  // With ?stay, the page does not refresh automatically.
  const stays = url.searchParams.has('stay') && url.searchParams.size === 1
  if (url.search !== '' && !stays && context.get(formAnswerContext) === null && request.method === 'GET') {
    // Paystack adds references to the address. Without them it can be saved and shared.
    throw redirect(href('/orders/:token', { token: params.token }), { status: 303, headers: privateHeaders })
  }
  const order = await orUnavailable(context, orders.look(params.token))
  if (!order) {
    throw noSuchOrder()
  }
  const now = Date.now()
  // Its cover and its citation; the page works without them.
  const material = order.is_shown
    ? await findMaterial(visitorClient(context), order.slug).catch(orLog('Could not read the work of an order', null))
    : null
  return {
    order,
    material,
    related:
      material && order.gives_file
        ? await findRelated(visitorClient(context), material)
            .then((cards) => withBuyers(context, cards))
            .catch(orLog('Could not read works like one that was bought', []))
        : [],
    help: order.gives_file ? null : await readHelp(context),
    address: material && `${context.get(siteContext).url}${previewPath(material.slug)}`,
    token: params.token,
    again: stays ? null : reloadDelay(order, now),
    words: describeOrderPage(order, now),
  }
}

const refundRejections: Record<Exclude<Enums['refund_request'], 'ok' | 'asked' | 'gone'>, string> = {
  too_late: 'The refund period of this order is over. Write to us if something is wrong with it.',
  disputed: 'Your bank already asks for this money back in your name. It decides.',
  not_paid: 'Nothing was paid for this order.',
}

/** Requests a refund. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const orders = getOrders(context)
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}) =>
    data({ text, values: submitted, errors }, { status })
  const { values, errors } = checkForm(refundForm, Object.fromEntries(form))
  if (errors) {
    return reject('Check the marked field, then send it again.', 400, errors)
  }
  try {
    const outcome = await orders.requestRefund(params.token, values.reason)
    if (outcome === 'gone') {
      throw noSuchOrder()
    }
    if (outcome !== 'ok' && outcome !== 'asked') {
      return reject(refundRejections[outcome], 409)
    }
    return redirect(href('/orders/:token', { token: params.token }), {
      status: 303,
      headers: {
        ...privateHeaders,
        'set-cookie': toastCookie(context, {
          title: 'We have your request',
          text: 'We answer by email.',
          kind: 'good',
        }),
      },
    })
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error
    }
    logFailure('Could not request a refund', error)
    return reject('It could not be saved. Send it again in a minute.', 503)
  }
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta({ title: 'Your order', description: 'The status of your order, and its file.', index: false }),
  ...(loaderData?.again ? [{ httpEquiv: 'refresh', content: String(loaderData.again) }] : []),
]

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, material, related, help, address, token, again, words } = loaderData
  const { title, text, isReady, notes, refundPeriod } = words
  const isOpen = order.state === 'pending' || order.state === 'abandoned' || order.state === 'failed'
  const details = [
    { term: 'Order', value: order.reference },
    { term: 'Work', value: order.title },
    ...describePrice(order),
    ...(order.paid_at && order.amount_kobo > 0 ? [{ term: 'Paid', value: formatMoment(order.paid_at) }] : []),
  ]
  return (
    <div className="narrow stack">
      {order.is_shown && !isReady && (
        <nav className="crumb" aria-label="Where you are">
          <a href={previewPath(order.slug)}>{order.title}</a>
        </nav>
      )}
      {isReady ? (
        <div className="won" data-bought={order.slug}>
          <Icon name="approved" />
          <h1>{title}</h1>
          <p role="status">
            <Amounts text={text} />
          </p>
          {material && <SmallCover material={material} />}
        </div>
      ) : (
        <>
          <h1>{title}</h1>
          <p role="status">
            <Amounts text={text} />
          </p>
        </>
      )}
      {words.twice && <p className="note">{words.twice}</p>}
      {isReady && <Downloads order={order} token={token} labels={words.downloads} />}
      {words.demo && <p className="note">{words.demo}</p>}
      {isOpen && !order.is_uncertain && <PayAgain order={order} />}
      {isOpen && help && <ProblemPaying help={help} message={`Order ${order.reference}: I have a problem paying.`} />}
      {isOpen && again !== null && (
        <p className="soft">
          This page refreshes every {again} seconds. <a href="?stay">Stop</a>
        </p>
      )}
      {isOpen && again === null && (
        <p>
          <a className="btn" href="?stay">
            Look again
          </a>
        </p>
      )}
      {notes.map((note) => (
        <p className="note" key={note}>
          <Amounts text={note} />
        </p>
      ))}
      {isReady && (
        <NextSteps order={order} citation={material && address && getCitation(material, address)}>
          {refundPeriod && <RefundForm period={refundPeriod} answer={actionData} />}
        </NextSteps>
      )}
      {!isReady && refundPeriod && <RefundForm period={refundPeriod} answer={actionData} />}
      <dl className="facts">
        {details.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <Amounts text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {order.amount_kobo > 0 && order.state !== 'wrong' && (
        <p>
          <a href={href('/orders/:token/receipt', { token })}>
            {order.paid_kobo === null ? 'Invoice' : 'Receipt'} as a page or PDF
          </a>
        </p>
      )}
      {related.length > 0 && (
        <section className="stack" aria-labelledby="more">
          <h2 id="more">More like this</h2>
          <ul className="shelf sheet">
            {related.map((other) => (
              <MaterialCard key={other.id} material={other} level="h3" />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function RefundForm({ period, answer }: { period: string; answer: Route.ComponentProps['actionData'] }) {
  const fields = formFields(refundForm, answer?.values ?? {}, answer?.errors ?? {})
  return (
    <details open={answer !== undefined || undefined}>
      <summary>
        <span>{period}</span> <span>Ask for a refund</span>
      </summary>
      <form className="stack" method="post" noValidate>
        <AccountField />
        <ErrorSummary error={answer && { title: 'Not sent yet', ...answer }} />
        <TextArea label="What is wrong" {...fields.reason} hint="When we agree, the file is closed and you get all of it back." />
        <p>
          <button className="btn">Request a refund</button>
        </p>
      </form>
    </details>
  )
}
