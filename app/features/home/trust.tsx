import type { Selling } from '#app/services/orders.ts'
import type { ShopWindow } from '../materials/shop-window.server.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'

type Props = { refundRule: string; selling: Selling; window: ShopWindow }

/** The reasons to trust the shop, all from the rules and the database. */
export function Trust({ refundRule, selling, window }: Props) {
  const { works, free_works, outlines } = window
  const facts: { icon: IconName; title: string; text: string; marks?: readonly string[] }[] = [
    {
      icon: 'approved',
      title: 'Read before it is sold',
      text: 'We read each student’s upload first, in 3-5 business days. Each page says who wrote a work and who has read it.',
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
    ...(works > 0
      ? [
          {
            icon: 'books',
            title: works === 1 ? '1 work today' : `${works.toLocaleString('en-NG')} works today`,
            text: `${free_works.toLocaleString('en-NG')} of them free, and ${outlines.toLocaleString('en-NG')} outlines to read. All are guides and samples.`,
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
