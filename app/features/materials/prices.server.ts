import type { Enums } from '#app/services/database.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { data } from 'react-router'
import { type ActionResult, actionResult, sentences } from '../console/action-result.ts'
import { type BulkResult, bulkResult, describeOutcome } from '../console/bulk.ts'
import { type RowOutcome, splitOutcomes } from '../console/bulk.server.ts'
import { invalidateMaterials } from './invalidate.server.ts'
import { formatPriceChange, type PriceChange, reversePriceChange } from './prices.ts'

/** The reasons why a price was not changed. */
const reasons: Record<Exclude<Enums['price_change'], 'ok'>, string> = {
  gone: 'it is deleted',
  same: 'it is the price already',
  changed: 'its price was changed since you opened the page',
  not_below: 'a bundle costs less than its works',
}

/** Returns the materials with these ids and their prices, by title. Throws if the backend failed. */
export async function readPrices({ client }: CurrentUser, ids: readonly string[]) {
  const { data: rows } = await client
    .from('research_materials')
    .select('id, title, price, selar_link, published_at')
    .in('id', [...ids])
    .is('deleted_at', null)
    .order('title')
    .throwOnError()
  return rows
}

/** Changes prices, and returns the outcome for each material. Throws if the backend failed. */
export async function changePrices({ client }: CurrentUser, changes: readonly PriceChange[]): Promise<RowOutcome[]> {
  const { data: rows } = await client.rpc('change_prices', { changes: [...changes] }).throwOnError()
  invalidateMaterials()
  return rows.map(({ id, title, outcome }) => ({
    id,
    name: title || 'This material',
    reason: outcome === 'ok' ? null : reasons[outcome],
  }))
}

/**
 * Changes the prices of selected materials and reports what changed, with its undo.
 * @param verb the past participle in the report, such as 'changed to ₦2,500'.
 * @param refused the outcomes of the materials whose price cannot change like this.
 */
export async function changeSelectedPrices(
  admin: CurrentUser,
  changes: readonly PriceChange[],
  verb: string,
  refused: readonly RowOutcome[] = [],
): Promise<BulkResult | ReturnType<typeof data<ActionResult>>> {
  try {
    const { changed, unchanged } = splitOutcomes([...(await changePrices(admin, changes)), ...refused])
    const undo = changes.filter(({ id }) => changed.includes(id)).map((change) => formatPriceChange(reversePriceChange(change)))
    return bulkResult(describeOutcome(changed.length, verb, unchanged), {
      unchanged,
      hasChanged: changed.length > 0,
      next: changed.length > 0 ? { intent: 'undo', label: 'Undo', ids: undo, isConfirmed: false } : null,
    })
  } catch (error) {
    logFailure('Could not change prices', error)
    return data(actionResult(sentences.failed), { status: 502 })
  }
}
