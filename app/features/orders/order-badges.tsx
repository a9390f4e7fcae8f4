import { disputeStates, isRefunded, orderBadge, refundStates } from './admin-labels.ts'
import type { OrderLine } from './admin.server.ts'

type Props = {
  order: Pick<OrderLine, 'state' | 'refund_state' | 'dispute_state' | 'domain'> & Parameters<typeof orderBadge>[0]
  isRepeated: boolean
}

/** The states of an order as badges: its payment, and its refund and dispute if it has any. */
export function OrderBadges({ order, isRepeated }: Props) {
  const { label, look } = orderBadge(order)
  return (
    <>
      {order.domain === 'test' && <span className="badge">test</span>}
      {isRepeated && !isRefunded(order) && <span className="badge pending">twice</span>}
      {order.dispute_state && !isRefunded(order) && <span className="badge pending">{disputeStates[order.dispute_state]}</span>}
      {order.refund_state && !isRefunded(order) && <span className="badge pending">{refundStates[order.refund_state]}</span>}
      <span className={`badge ${look}`}>{label}</span>
    </>
  )
}
