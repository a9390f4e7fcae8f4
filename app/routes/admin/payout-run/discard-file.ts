import * as v from 'valibot'
import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { failure } from '#app/features/money/run-transfers.server.ts'
import { discardBankFile } from '#app/features/money/transfers.server.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

/** Records that the file for the bank was not used. */
export const action = adminAct({
  form: v.object({}),
  failure,
  toast: {
    title: 'The file counts as not used',
    text: 'Those payouts can go by Paystack now. Do not take the file to the bank.',
  },
  run: async (admin, id, _, { context, form }) => {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      discardBankFile({ client }, id),
    )
    return 'rejection' in outcome
      ? { rejection: sentences.fields, status: outcome.status, errors: { password: outcome.rejection } }
      : true
  },
})
