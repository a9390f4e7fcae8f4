import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formatKobo } from '../../app/platform/text/money.ts'
import type { SimulatedPayment } from './ledger.ts'
import type { PaystackSimulator } from './simulator.ts'
import { dashboardPage } from './dashboard-page.ts'
import { onlyHere } from '../../server/http/only-here.ts'
import { trialPage } from '../../server/http/plain-page.ts'

type Bindings = { Bindings: HttpBindings }

const acts = ['pay', 'fail', 'leave'] as const
const disputeActs = ['dispute', 'for-us', 'for-buyer'] as const

/** What the buyer's bank may do after a payment. */
function disputeForm({ disputes }: SimulatedPayment) {
  const last = disputes.at(-1)
  if (last?.status === 'awaiting-merchant-feedback') {
    return html`<p>The buyer's bank disputes it. An operator answers in the console.</p>`
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

/** /dev/paystack/{code}: in a trial run, where Paystack's page would be (and /dev/paystack, where its dashboard would be). No money moves, and no card is asked for. */
export function checkoutPage(simulator: PaystackSimulator, notHere: (c: Context<Bindings>) => Response | Promise<Response>): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.use('*', onlyHere(notHere))
  app.route('/', dashboardPage(simulator))
  app.get('/:code', (c) => {
    const payment = simulator.paymentAt(c.req.param('code'))
    if (!payment) {
      return notHere(c)
    }
    return trialPage(
      c,
      'This is a trial: no money moves',
      html`<p>Paystack's page would be here. It would ask ${payment.email} for <b>${formatKobo(payment.amount)}</b>.</p>
        <p>Order ${payment.reference}</p>
        ${
          payment.status === 'success'
            ? html`<p>It is paid.</p>
                ${disputeForm(payment)}`
            : html`<form method="post">
                <button name="act" value="pay">Pay</button>
                <button name="act" value="fail">Fail</button>
                <button name="act" value="leave">Leave</button>
              </form>`
        }`,
    )
  })
  app.post('/:code', async (c) => {
    const { act } = await c.req.parseBody()
    const known = acts.find((each) => each === act)
    const about = disputeActs.find((each) => each === act)
    if (about) {
      simulator.dispute(c.req.param('code'), about)
    }
    const to = known ? simulator.act(c.req.param('code'), known) : null
    return to === null ? c.redirect(c.req.path, 303) : c.redirect(to, 303)
  })
  return app
}
