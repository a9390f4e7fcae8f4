import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { markPayoutsPaid } from '#app/features/money/commands.server.ts'
import { findRun } from '#app/features/money/queries.server.ts'
import { failure, tickedPayouts } from '#app/features/money/run-transfers.server.ts'
import { paidForm } from '#app/features/money/schema.ts'
import { formatKobo } from '#app/platform/text/money.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

/** Records the payouts that the bank made, if what arrived is their sum. */
export const action = adminAct({
  form: paidForm,
  failure,
  rejections: { settled: sentences.settled, gone: sentences.gone },
  run: async (admin, id, { reference, arrived }, { form }) => {
    const payouts = tickedPayouts(form)
    if (payouts.length === 0) {
      return { rejection: 'Tick the payouts that the bank made.', status: 400 }
    }
    const run = await findRun(admin, id)
    if (!run) {
      return 'gone'
    }
    const expected = run.rows.filter((row) => payouts.includes(row.id)).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
    if (arrived !== expected) {
      const text = `The ticked payouts come to ${formatKobo(expected)}. Tick only what the bank paid, or look at its statement again.`
      return { rejection: sentences.fields, status: 400, errors: { arrived: text } }
    }
    const paid = await markPayoutsPaid(admin, id, payouts, reference)
    return paid > 0
      ? { toast: { title: paid === 1 ? 'Marked as paid' : `${paid} marked as paid`, text: 'We are emailing the students.' } }
      : 'settled'
  },
})
