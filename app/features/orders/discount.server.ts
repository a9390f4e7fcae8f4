import type { RouterContextProvider } from 'react-router'
import type { Enums } from '#app/services/database.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { getCode } from '#app/services/discount-code.ts'
import { getOrders } from './selling.server.ts'

/** The discount of a code; `toPayKobo` is what remains of the price, and `lastDay` a day such as 2026-11-30. */
export type Discount = { code: string; toPayKobo: number; lastDay: string | null }

const refusals: Readonly<Record<Exclude<Enums['discount_outcome'], 'ok' | 'unknown'> | 'no_less', string>> = {
  not_begun: 'This code cannot be used yet',
  ended: 'This code has ended. You can pay without it',
  other_work: 'This code is not for this work. You can pay without it',
  used_before:
    'This address used this code before: its order is in the email. A payment that was not finished frees the code after an hour',
  no_less: 'You pay less already for the works that you have. This code takes nothing more off',
  used_up: 'This code was used as often as it can be. You can pay without it',
}

/**
 * Checks a typed or linked code, unless it is empty. Codes that do not exist are limited, so that nobody finds one by
 * trying. `mostKobo` is what the buyer pays without a code.
 */
export async function applyCode(
  context: Readonly<RouterContextProvider>,
  { typed, material, email, mostKobo }: { typed: string; material: string; email: string; mostKobo: number },
): Promise<{ discount: Discount | null; error: string | null }> {
  if (typed.trim() === '') {
    return { discount: null, error: null }
  }
  const code = getCode(typed)
  const unknown = { discount: null, error: `We know no code ${code ?? 'like this'}. Check the letters, or pay without it` }
  if (code === null) {
    return unknown
  }
  const turn = await consumeRateLimit(context, 'discount-code', email || undefined)
  if (turn.rejection) {
    return { discount: null, error: turn.rejection }
  }
  const checked = await getOrders(context)
    .checkCode({ code, material, email })
    .catch(orLog('Could not check a discount code', null))
  if (checked === null) {
    await turn.release()
    return { discount: null, error: 'It could not be checked. Try again in a minute, or pay without it' }
  }
  if (checked.outcome === 'unknown') {
    return unknown
  }
  await turn.succeeded()
  if (checked.outcome !== 'ok') {
    return { discount: null, error: refusals[checked.outcome] }
  }
  return checked.toPayKobo < mostKobo ? { discount: checked, error: null } : { discount: null, error: refusals.no_less }
}
