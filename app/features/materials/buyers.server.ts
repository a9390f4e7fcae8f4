import type { RouterContextProvider } from 'react-router'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { MaterialCard } from './queries.server.ts'

/**
 * Adds to materials how often each was bought here and not refunded, in the current mode, live or test. Materials that
 * are not sold here, or could not be counted, have no such number.
 */
export async function withBuyers<Card extends MaterialCard>(
  context: Readonly<RouterContextProvider>,
  cards: readonly Card[],
): Promise<Card[]> {
  const mode = context.get(siteContext).orders?.domain
  const ids = cards.filter(({ sold_here }) => sold_here).map(({ id }) => id)
  if (mode === undefined || ids.length === 0) {
    return [...cards]
  }
  const counts = await publicCache
    .get(`material:buyers:${ids.join(',')}`, async () => {
      const { data } = await visitorClient(context).rpc('count_buyers', { materials: ids, mode }).throwOnError()
      return data
    })
    .catch(orLog('Could not count the buyers of works', []))
  const buyers = new Map(counts.map((row) => [row.material_id, row.buyers]))
  return cards.map((card) => (buyers.has(card.id) ? { ...card, buyers: buyers.get(card.id) } : card))
}
