import type { ListedClassRep } from './queries.server.ts'

/** Sales from which on many refunds say something. */
const FEW_SALES = 4

/** Returns what an admin should look at about a class rep. */
export function describeSuspicions({
  sales,
  refunded,
  own_browser,
}: Pick<ListedClassRep, 'sales' | 'refunded' | 'own_browser'>): string[] {
  return [
    own_browser > 0
      ? `${own_browser === 1 ? 'One purchase was' : `${own_browser} purchases were`} made in the rep’s own browser.`
      : '',
    sales >= FEW_SALES && refunded * 3 >= sales ? `${refunded} of ${sales} sales were refunded.` : '',
  ].filter((text) => text !== '')
}
