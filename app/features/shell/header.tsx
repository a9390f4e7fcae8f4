import { Icon } from '../../ui/icon.tsx'

/** The sidebar's toggle, the logo, and a button: Dashboard for signed-in people, Sign In for guests (SPEC 2). */
export function Header({ name, signedIn }: { name: string; signedIn: boolean }) {
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
      <a className="logo" href="/">
        <Icon name="lamp" />
        {name}
      </a>
      <a className="btn" href={signedIn ? '/dashboard' : '/auth'}>
        {signedIn ? 'Dashboard' : 'Sign In'}
      </a>
    </header>
  )
}
