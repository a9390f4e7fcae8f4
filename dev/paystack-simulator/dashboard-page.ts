import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { formatKobo } from '#app/platform/text/money.ts'
import type { PaystackSimulator } from './simulator.ts'
import { CODE } from './transfers.ts'
import { testModePage } from '#server/responses/plain-page.ts'

type Bindings = { Bindings: HttpBindings }

const inWords = {
  otp: `waits for the code ${CODE}`,
  pending: 'on its way',
  success: 'made',
  failed: 'not made',
  reversed: 'sent back',
} as const

/** Serves /dev/paystack, the dashboard of demo mode: the balance, the transfer settings and all transfers. */
export function dashboardPage(simulator: PaystackSimulator): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get('/', (c: Context<Bindings>) => {
    const { balance, asksForCode, transfersFail } = simulator.settings()
    return testModePage(
      c,
      'This is a trial: no money moves',
      html`<p>Paystack's dashboard would be here. Its balance is <b>${formatKobo(balance)}</b>.</p>
        <form method="post">
          <label>Balance in naira <input name="balance" inputmode="numeric" value="${String(balance / 100)}" /></label>
          <label
            ><input type="checkbox" name="code" ${asksForCode ? 'checked' : ''} /> Each transfer waits for a code (${CODE})</label
          >
          <label><input type="checkbox" name="fail" ${transfersFail ? 'checked' : ''} /> Transfers fail</label>
          <button name="act" value="set">Set</button>
        </form>
        <ul>
          ${simulator.transfers
            .all()
            .toReversed()
            .map(
              ({ reference, amount, status }) =>
                html`<li>
                  <p>${formatKobo(amount)}, ${reference.slice(0, 11)}…: ${inWords[status]}</p>
                  ${
                    status === 'failed' || status === 'reversed'
                      ? ''
                      : html`<form method="post">
                          <input type="hidden" name="reference" value="${reference}" />
                          ${
                            status === 'success'
                              ? html`<button name="act" value="reverse">Send it back</button>`
                              : html`<button name="act" value="fail">Fail</button>`
                          }
                        </form>`
                  }
                </li>`,
            )}
        </ul>`,
    )
  })
  app.post('/', async (c) => {
    const { act, reference, balance, code, fail } = await c.req.parseBody()
    if ((act === 'fail' || act === 'reverse') && typeof reference === 'string') {
      simulator.transfers.act(reference, act)
    } else if (act === 'set' && typeof balance === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(balance)) {
      simulator.set({
        balance: Math.round(Number(balance) * 100),
        asksForCode: code !== undefined,
        transfersFail: fail !== undefined,
      })
    }
    return c.redirect('/dev/paystack', 303)
  })
  return app
}
