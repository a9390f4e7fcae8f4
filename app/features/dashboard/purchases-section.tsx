import { useContext } from 'react'
import { href } from 'react-router'
import { SellingContext } from '#app/services/orders.ts'
import { AccountField } from '#app/ui/account-field.tsx'

/** A purchase as texts: its title, and the date and price. */
export type ShownPurchase = { id: string; title: string; facts: string; isReadable: boolean }

type Props = {
  /** The newest purchases. */
  purchases: readonly ShownPurchase[]
  total: number
}

/** The first step of a student who wants to buy, if works are sold on this site. `email`: the address of their orders. */
export function NoPurchases({ email }: { email: string }) {
  return useContext(SellingContext) === null ? null : (
    <section className="card stack" aria-labelledby="own-purchases">
      <h2 id="own-purchases">Buy a work to learn from</h2>
      <p>
        What you buy with <b>{email}</b> appears here, with its files and receipt, also if you bought it before you signed up.
      </p>
      <p>
        <a className="btn" href={href('/marketplace')}>
          Browse Materials
        </a>
      </p>
    </section>
  )
}

/** The newest purchases, each with buttons that open the work and its order. */
export function PurchasesSection({ purchases, total }: Props) {
  return (
    <section className="stack" aria-labelledby="own-purchases">
      <div className="row between">
        <h2 id="own-purchases">Your orders</h2>
        {total > purchases.length && <a href={href('/orders')}>All {total}</a>}
      </div>
      <ul className="track-list">
        {purchases.map(({ id, title, facts, isReadable }) => (
          <li key={id} className="row between">
            <div>
              <p className="name">{title}</p>
              <p className="small soft">{facts}</p>
            </div>
            <form className="row" method="post" action={href('/orders')}>
              <AccountField />
              <input type="hidden" name="id" value={id} />
              {isReadable && (
                <button className="btn" name="intent" value="read">
                  Read<span className="sr"> {title}</span>
                </button>
              )}
              <button className="btn" name="intent" value="open">
                Files and receipt<span className="sr"> of {title}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
