import { href } from 'react-router'
import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { ShopIcon } from '#app/ui/shop-icon.tsx'
import { type Account, AccountMenu } from './account-menu.tsx'
import { GlobalSearchBox } from './global-search.tsx'

type Props = {
  name: string
  /** The signed-in user; null for guests. */
  account: Account | null
  /** Works are sold here. */
  hasOrders: boolean
  /** True to show the global search. */
  withBox: boolean
  /** True on the pages of a payment. */
  isTill: boolean
  /** A search in place of the global one. */
  search: ReactNode
}

/**
 * The sidebar's toggle, the logo, and a button: Dashboard for signed-in users, with their menu, Sign In for guests (SPEC
 * 2). The global search precedes it; a phone shows only its button, which leads to the page with the form. The pages of a
 * payment have a lock instead of it.
 */
export function Header({ name, account, hasOrders, withBox, isTill, search }: Props) {
  return (
    <header className="head">
      <button
        className="btn icon"
        type="button"
        popoverTarget="side"
        id="menu-button"
        aria-label="Open or close the menu"
        aria-keyshortcuts="Control+B Meta+B"
      >
        <Icon name="menu" />
      </button>
      <a className="logo" href={href('/')}>
        {/* A phone has no space for it beside the search button or the lock. */}
        <span className={search || withBox || (import.meta.env.SSR && isTill) ? 'wide' : undefined}>
          <Icon name="lamp" />
        </span>
        {name}
      </a>
      {import.meta.env.SSR && isTill && (
        <p className="till">
          <ShopIcon name="lock" />
          Secure<span className="wide"> checkout</span>
        </p>
      )}
      {/* No page with the search is hydrated, so the browser's build leaves it out. */}
      {import.meta.env.SSR && withBox && (
        <GlobalSearchBox classes={{ form: 'head-search', field: 'field wide', button: 'btn icon' }}>
          <Icon name="search" />
        </GlobalSearchBox>
      )}
      {search}
      <a className="btn" href={account ? href('/dashboard') : href('/auth')}>
        {account ? 'Dashboard' : 'Sign In'}
      </a>
      {account && <AccountMenu account={account} hasOrders={hasOrders} />}
    </header>
  )
}
