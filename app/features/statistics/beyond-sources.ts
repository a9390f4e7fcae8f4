import { formatKobo } from '#app/platform/text/money.ts'
import { formatCount, sum } from './counts.ts'
import type { ViewsToSales } from './queries.server.ts'

type Figures = {
  periods: readonly Pick<ViewsToSales['periods'][number], 'sales' | 'gross_kobo'>[]
  beyond_sources: ViewsToSales['beyond_sources']
}

/** Returns why the sales of the chosen days are not the paid orders of their sources, with the figures. */
export function describeBeyond({ periods, beyond_sources: beyond }: Figures): string {
  const sales = formatCount(sum(periods.map((period) => period.sales)))
  const all = `${sales} sales of these days, ${formatKobo(sum(periods.map(({ gross_kobo }) => gross_kobo)))}`
  const differences = [
    beyond.without_order > 0 &&
      `${describe(beyond.without_order, beyond.without_order_kobo)} without an order here, imported or recorded by hand`,
    beyond.other_orders > 0 &&
      `${describe(beyond.other_orders, beyond.other_orders_kobo)} whose order began on another day or was stopped`,
  ].filter((difference) => difference !== false)
  return [
    differences.length > 0 ? `The ${all}, include ${differences.join(', and ')}.` : `The ${all}, are all of orders in this list.`,
    beyond.later > 0 &&
      `Not among them: ${formatCount(beyond.later)} paid orders of this list (${formatKobo(beyond.later_kobo)}), paid later or reversed.`,
    beyond.refunded_kobo > 0 &&
      `${formatKobo(beyond.refunded_kobo)} of its orders was refunded since; Money counts refunds on their own days.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const describe = (count: number, kobo: number) => `${formatCount(count)} (${formatKobo(kobo)})`
