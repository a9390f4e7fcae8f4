import { href } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'

/**
 * An order of the same work, or of a bundle with it, that this visitor has already paid for. Opens by a token, or as one of
 * the user's orders.
 */
export type Bought = { paidAt: string; bundle: string | null } & ({ token: string } | { id: string })

/** Tells visitors that they already bought a work, and opens the file. */
export function AlreadyBought({ bought, isFree }: { bought: Bought; isFree: boolean }) {
  return (
    <div className="note stack">
      <p>
        <b>You already have this.</b> You {isFree ? 'got' : 'bought'} it{bought.bundle !== null && ` in ${bought.bundle}`} on{' '}
        {formatDay(bought.paidAt)}.
      </p>
      <OpenFile bought={bought} />
    </div>
  )
}

/** The button that opens the page of an order with its file. */
export function OpenFile({ bought }: { bought: Bought }) {
  return 'token' in bought ? (
    <a className="btn go" href={href('/orders/:token', { token: bought.token })} rel="nofollow">
      Open your file
    </a>
  ) : (
    <form method="post" action={href('/orders')}>
      <AccountField />
      <input type="hidden" name="id" value={bought.id} />
      <button className="btn go" name="intent" value="open">
        Open your file
      </button>
    </form>
  )
}
