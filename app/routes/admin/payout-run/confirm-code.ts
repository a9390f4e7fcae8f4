import * as v from 'valibot'
import { sentences } from '#app/features/console/action-result.ts'
import { onePayout, payoutAct, paystackIsAway, tooLate } from '#app/features/money/run-transfers.server.ts'
import { actOnTransfer, paystackTransferCode } from '#app/features/money/transfers.server.ts'
import { line } from '#app/platform/forms/fields.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

const code = v.pipe(line(20), v.regex(/^\d{4,10}$/, 'The code has digits only'))

/** Gives Paystack the code that it sent for a transfer. */
export const action = payoutAct(
  v.object({ ...onePayout.entries, code }),
  { title: 'Code confirmed', text: 'Paystack makes the transfer now.' },
  async ({ admin, transfers, payout, values }) => {
    const transfer = await paystackTransferCode(admin, payout)
    if (transfer === null) {
      return tooLate
    }
    const outcome = await transfers.giveCode(transfer, values.code)
    // The transfer is verified in any case, because the response may have been lost.
    await actOnTransfer(admin, 'verify_transfer', payout)
    await transfers.goOn()
    if (outcome === 'refused') {
      const text = 'Paystack did not take this code. Have it sent again, or look at the digits.'
      return { rejection: sentences.fields, status: 400, errors: { code: text } }
    }
    return outcome === 'ok' || paystackIsAway
  },
)
