import * as v from 'valibot'
import { onePayout, payoutAct, tooLate } from '#app/features/money/run-transfers.server.ts'
import { closeTransfer } from '#app/features/money/transfers.server.ts'
import { filled, lines } from '#app/platform/forms/fields.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

/** Records what an admin did about a transfer that went wrong. */
export const action = payoutAct(
  v.object({ ...onePayout.entries, words: filled(lines(300), 'Say what you did about it') }),
  { title: 'Settled' },
  async ({ admin, payout, values }) => (await closeTransfer(admin, payout, values.words)) || tooLate,
)
