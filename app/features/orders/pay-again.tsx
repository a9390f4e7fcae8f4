import { href } from 'react-router'
import type { OrderSeen } from '#app/services/orders.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'

/** The one way on from a payment that failed or was not finished: the same payment while it is open, or a new one. */
export function PayAgain({ order }: { order: OrderSeen }) {
  if (order.payment_url && order.is_checked) {
    return (
      <a className="btn lamp full" href={order.payment_url} rel="nofollow noreferrer">
        {order.state === 'failed' ? 'Try the payment again' : 'Continue with the payment'}
      </a>
    )
  }
  if (order.state === 'pending' || order.is_checked || !order.is_shown) {
    return null
  }
  return (
    <form method="post" action={href('/buy/:slug', { slug: order.slug })}>
      <AccountField />
      <input type="hidden" name="address" value={order.email} />
      <input type="hidden" name="price" value={order.price} />
      <button className="btn lamp full" name="intent" value="pay">
        Try again for {formatPrice(order.price)}
      </button>
    </form>
  )
}
