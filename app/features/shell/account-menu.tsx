import { href } from 'react-router'
export type Account = {
  /** auth.users.id, which the forms of the page name. */
  id: string
  /** First and last name; '' while they are unknown. */
  name: string
  email: string
  /** The address of the profile picture. */
  picture: string | null
  isAdmin: boolean
}

/** Returns true if the data of the root have an account: the page then has the menu. */
export function hasAccount(rootData: unknown): boolean {
  return Boolean((rootData as { account?: Account | null } | undefined)?.account)
}

/**
 * The menu of the signed-in user, which the browser's popover opens: it needs no script, Escape closes it, and Tab goes
 * into it. Purchases are left out where nothing is sold.
 */
export function AccountMenu({ account, hasOrders }: { account: Account; hasOrders: boolean }) {
  const { id, name, email, picture, isAdmin } = account
  const pages = [
    [href('/dashboard'), 'Dashboard'],
    [`${href('/dashboard')}#profile`, 'Profile'],
    hasOrders && [href('/orders'), 'Your orders'],
    [`${href('/upload-materials')}#your-uploads`, 'Your uploads'],
    [href('/dashboard/earnings'), 'Earnings'],
    [href('/saved'), 'Saved works'],
    [href('/dashboard/security'), 'Security'],
    isAdmin && [href('/admin'), 'Admin console'],
  ].filter((page) => page !== false)
  return (
    <>
      <button className="btn icon" type="button" popoverTarget="account" aria-label="Your account">
        <span className="account-face" aria-hidden="true">
          {(name || email).charAt(0).toUpperCase()}
          {picture && <img src={picture} alt="" width={320} height={320} />}
        </span>
      </button>
      <nav className="account-menu" id="account" popover="auto" aria-label="Account" data-account={id}>
        <p>
          {name && <b>{name}</b>}
          <span className="small soft">{email}</span>
        </p>
        {pages.map(([to, label]) => (
          <a key={to} href={to}>
            {label}
          </a>
        ))}
        <form method="post" action={href('/auth/sign-out')}>
          <button>Sign out</button>
        </form>
      </nav>
    </>
  )
}
