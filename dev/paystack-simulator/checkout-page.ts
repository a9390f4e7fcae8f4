import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formatKobo } from '#app/platform/text/money.ts'
import type { SimulatedPayment } from './ledger.ts'
import { charged, refunded } from './refunds.ts'
import type { PaystackSimulator } from './simulator.ts'
import { dashboardPage } from './dashboard-page.ts'
import { onlyHere } from '#server/responses/only-here.ts'
import { testModePage } from '#server/responses/plain-page.ts'

type Bindings = { Bindings: HttpBindings }

const acts = ['pay', 'fail', 'leave'] as const
const disputeActs = ['dispute', 'for-us', 'for-buyer'] as const

/** Renders the actions of the buyer's bank after a payment. */
function disputeForm({ disputes }: SimulatedPayment) {
  const last = disputes.at(-1)
  if (last?.status === 'awaiting-merchant-feedback') {
    return html`<p>The buyer's bank disputes it. An admin answers in the console.</p>`
  }
  return html`<form method="post">
    ${
      last?.status === 'awaiting-bank-feedback'
        ? html`<button name="act" value="for-us">The bank leaves the money with Lamplight</button>
            <button name="act" value="for-buyer">The bank gives it to the buyer</button>`
        : html`<button name="act" value="dispute">The buyer's bank disputes it</button>`
    }
  </form>`
}

/** Renders the refunds that an admin can make in Paystack's dashboard. */
function refundForm(payment: SimulatedPayment) {
  const left = charged(payment) - refunded(payment)
  return left === 0
    ? html`<p>All of it was refunded.</p>`
    : html`<form method="post">
        <label
          >Refund in Paystack's dashboard, in naira <input name="naira" inputmode="decimal" value="${String(left / 100)}"
        /></label>
        <button name="act" value="refund">Refund</button>
      </form>`
}

/** Serves /dev/paystack/{code}, the checkout page of demo mode. No money moves, and no card is requested. */
export function checkoutPage(
  simulator: PaystackSimulator,
  notHere: (c: Context<Bindings>) => Response | Promise<Response>,
): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.use('*', onlyHere(notHere))
  app.route('/', dashboardPage(simulator))
  app.get('/:code', (c) => {
    const payment = simulator.paymentAt(c.req.param('code'))
    if (!payment) {
      return notHere(c)
    }
    return testModePage(
      c,
      'This is a trial: no money moves',
      html`<p>Paystack's page would be here. It would ask ${payment.email} for <b>${formatKobo(payment.amount)}</b>.</p>
        <p>Order ${payment.reference}</p>
        ${
          payment.status === 'success'
            ? html`<p>It is paid.</p>
                ${disputeForm(payment)} ${refundForm(payment)}`
            : html`<form method="post">
                <button name="act" value="pay">Pay</button>
                <button name="act" value="fail">Fail</button>
                <button name="act" value="leave">Leave</button>
              </form>`
        }`,
    )
  })
  app.post('/:code', async (c) => {
    const { act, naira } = await c.req.parseBody()
    const known = acts.find((each) => each === act)
    const about = disputeActs.find((each) => each === act)
    if (about) {
      simulator.dispute(c.req.param('code'), about)
    }
    if (act === 'refund' && typeof naira === 'string' && /^\d{1,7}(\.\d{1,2})?$/.test(naira)) {
      simulator.refund(c.req.param('code'), Math.round(Number(naira) * 100))
    }
    const to = known ? simulator.act(c.req.param('code'), known) : null
    return to === null ? c.redirect(c.req.path, 303) : c.redirect(to, 303)
  })
  return app
}
