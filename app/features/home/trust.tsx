import type { Selling } from '#app/services/orders.ts'
import type { ShopWindow } from '../materials/shop-window.server.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'

type Props = { refundRule: string; selling: Selling; window: ShopWindow }

/** The reasons to trust the shop, all from the rules and the database. */
export function Trust({ refundRule, selling, window }: Props) {
  const { total, total_free } = window
  const facts: { icon: IconName; title: string; text: string; marks?: readonly string[] }[] = [
    {
      icon: 'approved',
      title: 'Reviewed before it is sold',
      text: 'We read every upload before it goes on sale. Most answers take 3-5 business days.',
    },
    { icon: 'pending', title: 'Refunds', text: refundRule },
    ...(selling
      ? [
          {
            icon: 'money',
            title: 'Paystack handles the payment',
            text: 'Your card number never reaches us.',
            marks: ['Visa', 'Mastercard', 'Verve', 'Bank transfer', 'USSD'],
          } as const,
        ]
      : []),
    ...(total > 0
      ? [
          {
            icon: 'books',
            title: total === 1 ? '1 material today' : `${total.toLocaleString('en-NG')} materials today`,
            text: `Counted today; ${total_free.toLocaleString('en-NG')} of them cost nothing: works to download, and outlines to read. All are guides and samples to learn from.`,
          } as const,
        ]
      : []),
  ]
  return (
    <ul className="trust">
      {facts.map(({ icon, title, text, marks }) => (
        <li key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p className="soft">{text}</p>
          {marks && (
            <p className="row marks">
              {marks.map((mark) => (
                <span key={mark} className="badge">
                  {mark}
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
