import * as v from 'valibot'
import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { recordPayoutReturn } from '#app/features/money/commands.server.ts'
import { failure } from '#app/features/money/run-transfers.server.ts'
import { reasonForm } from '#app/features/money/schema.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

/** Records that the bank returned a payout. */
export const action = adminAct({
  form: v.object({ ...reasonForm.entries, payout: v.string() }),
  failure,
  toast: { title: 'Marked as returned', text: 'The money is available again, and we are emailing the student.' },
  rejections: {
    duplicate: sentences.settled,
    gone: sentences.gone,
    by_transfer: 'This payout goes by transfer. Paystack says whether it came back.',
  },
  run: async (admin, _, { payout, reason }) =>
    looksLikeUuid(payout) ? recordPayoutReturn(admin, payout, reason) : ('gone' as const),
})
