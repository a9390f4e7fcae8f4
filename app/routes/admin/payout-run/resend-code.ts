import { onePayout, payoutAct, paystackIsAway, tooLate } from '#app/features/money/run-transfers.server.ts'
import { paystackTransferCode } from '#app/features/money/transfers.server.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

export const action = payoutAct(onePayout, { title: 'The code was sent again' }, async ({ admin, transfers, payout }) => {
  const transfer = await paystackTransferCode(admin, payout)
  const outcome = transfer === null ? 'gone' : await transfers.resendCode(transfer)
  return outcome === 'ok' || (outcome === 'away' ? paystackIsAway : tooLate)
})
