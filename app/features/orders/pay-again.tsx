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
      {order.discount_code === null ? (
        <input type="hidden" name="price" value={order.price} />
      ) : (
        // The checkout shows what the code takes off now.
        <input type="hidden" name="code" value={order.discount_code} />
      )}
      <button className="btn lamp full" name="intent" value="pay">
        {order.discount_code === null ? `Try again for ${formatPrice(order.price)}` : `Try again with ${order.discount_code}`}
      </button>
    </form>
  )
}
