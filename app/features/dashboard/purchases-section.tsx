import { href } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'

/** A purchase as texts: its title, and the date and price. */
export type ShownPurchase = { id: string; title: string; facts: string }

type Props = {
  /** The newest purchases. */
  purchases: readonly ShownPurchase[]
  total: number
}

/** The newest purchases, each with a button that opens its order and file. */
export function PurchasesSection({ purchases, total }: Props) {
  return (
    <section className="stack" aria-labelledby="own-purchases">
      <div className="row between">
        <h2 id="own-purchases">Your orders</h2>
        {total > purchases.length && <a href={href('/orders')}>All {total}</a>}
      </div>
      <ul className="track-list">
        {purchases.map(({ id, title, facts }) => (
          <li key={id} className="row between">
            <div>
              <p className="name">{title}</p>
              <p className="small soft">{facts}</p>
            </div>
            <form method="post" action={href('/orders')}>
              <AccountField />
              <input type="hidden" name="id" value={id} />
              <button className="btn" name="intent" value="open">
                Open<span className="sr"> {title}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
