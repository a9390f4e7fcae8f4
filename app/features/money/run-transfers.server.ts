import * as v from 'valibot'
import { formatKobo } from '#app/platform/text/money.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { Transfers } from '#app/services/transfers.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { adminAct, type Rejection } from '../console/act.server.ts'
import { sentences } from '../console/action-result.ts'
import { findRun } from './queries.server.ts'

export const tooLate: Rejection = { rejection: 'That has changed. This is the current state.', status: 409 }
export const paystackIsAway: Rejection = {
  rejection: 'Paystack did not respond. Nothing was done; try again in a minute.',
  status: 502,
}

/** Describes why Paystack's balance does not cover the chosen payouts. Amounts in kobo. */
export const describeMissing = ({ needed, there }: { needed: number; there: number }) =>
  `Nothing was sent: Paystack has ${formatKobo(there)}, and ${formatKobo(needed)} are needed with its fees.`

/** The log entry of an act on a run that failed. */
export const failure = 'Could not record the result of a payout'

/** Returns the payouts that a form ticks, by their ids. */
export const tickedPayouts = (form: FormData): string[] =>
  form.getAll('payout').filter((id): id is string => typeof id === 'string' && looksLikeUuid(id))

/** The form of an act on one payout of a run. */
export const onePayout = v.object({ payout: v.string() })

type Turn<Values> = { admin: CurrentUser; transfers: Transfers; payout: string; values: Values }
type Toast = { title: string; text?: string }

/** Builds the action of an act on one payout of a run, which goes by Paystack. It is done if it returns true. */
export function payoutAct<Values extends v.InferOutput<typeof onePayout>>(
  form: v.GenericSchema<Record<string, unknown>, Values>,
  toast: Toast,
  run: (turn: Turn<Values>) => Promise<true | Rejection>,
) {
  return adminAct({
    form,
    toast,
    failure,
    run: async (admin, id, values, { context }) => {
      const { transfers } = context.get(siteContext)
      const found = transfers ? await findRun(admin, id) : null
      const { payout } = values
      if (!transfers || !found?.rows.some((row) => row.id === payout)) {
        return { rejection: sentences.gone, status: 400 }
      }
      return run({ admin, transfers, payout, values })
    },
  })
}
