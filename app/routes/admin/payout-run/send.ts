import * as v from 'valibot'
import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { describeCodes } from '#app/features/money/labels.ts'
import { findRun } from '#app/features/money/queries.server.ts'
import { describeMissing, failure, paystackIsAway, tickedPayouts } from '#app/features/money/run-transfers.server.ts'
import { missingAtPaystack, runTransfers, startTransfers } from '#app/features/money/transfers.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { siteContext } from '#app/services/site.server.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

/** Sends the ticked payouts by Paystack. */
export const action = adminAct({
  form: v.object({}),
  failure,
  run: async (admin, id, _, { context, form }) => {
    const { transfers } = context.get(siteContext)
    const run = transfers ? await findRun(admin, id) : null
    if (!transfers || !run) {
      return false
    }
    const by = new Set((await runTransfers(admin, run.id)).map(({ payout_id }) => payout_id))
    const ticked = tickedPayouts(form)
    const reject = (rejection: string, status: number, errors = {}) => ({
      rejection,
      status,
      errors,
      values: { payouts: ticked.join(' ') },
    })
    const open = run.rows.filter((row) => ticked.includes(row.id) && !row.paid_at && !row.returned_at && !by.has(row.id))
    if (open.length === 0) {
      return ticked.length === 0
        ? reject('Tick the payouts to send.', 400)
        : // Another window sent them. The form is gone, so the message is not beside it.
          {
            toast: {
              title: 'Nothing was sent',
              text: 'Those payouts are on their way by Paystack or in a file already.',
              kind: 'bad' as const,
            },
          }
    }
    const missing = await missingAtPaystack(
      transfers,
      open.map(({ amount_kobo }) => amount_kobo),
    )
    if (missing === 'away') {
      return { ...paystackIsAway, values: { payouts: ticked.join(' ') } }
    }
    if (missing) {
      return reject(`${describeMissing(missing)} Put money there, or tick fewer.`, 409)
    }
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      startTransfers(
        { client },
        transfers,
        run.id,
        open.map((row) => row.id),
      ),
    )
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
    const { started, others } = outcome.done
    if (started === 0) {
      return reject(
        others > 0
          ? 'Nothing was sent: demo sales are not paid with real money, and real sales are not paid with a test key.'
          : sentences.settled,
        409,
      )
    }
    await transfers.goOn()
    const after = await findRun(admin, id).catch(orLog('Could not read the states of a payout run', null))
    const codes = describeCodes(after?.states ?? {})
    return {
      toast: {
        title: started === 1 ? 'One payout is being sent by Paystack' : `${started} payouts go by Paystack`,
        text: [
          codes ?? (others > 0 ? null : 'The list below shows where each is.'),
          others > 0 && `${others} of those you ticked cannot; they go with the file.`,
        ]
          .filter(Boolean)
          .join(' '),
      },
    }
  },
})
