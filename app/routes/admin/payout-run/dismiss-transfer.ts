import { onePayout, payoutAct, tooLate } from '#app/features/money/run-transfers.server.ts'
import { actOnTransfer } from '#app/features/money/transfers.server.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

export const action = payoutAct(
  onePayout,
  { title: 'Not through Paystack', text: 'It goes with the file for the bank, or by Paystack another time.' },
  async ({ admin, payout }) => (await actOnTransfer(admin, 'dismiss_transfer', payout)) || tooLate,
)
