import { Icon } from '#app/ui/icon.tsx'
import { GlobalSearchBox } from './global-search.tsx'

type Props = {
  name: string
  signedIn: boolean
  /** Whether the box for everything is here. */
  withBox: boolean
}

/**
 * The sidebar's toggle, the logo, and a button: Dashboard for signed-in people, Sign In for guests (SPEC 2). Before it the box for everything;
 * a phone shows only its button, which leads to the page with the box.
 */
export function Header({ name, signedIn, withBox }: Props) {
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
        {/* Beside the button of the box a phone has no room for it. */}
        <span className={withBox ? 'wide' : undefined}>
          <Icon name="lamp" />
        </span>
        {name}
      </a>
      {/* None of its pages is hydrated, so the browser's build does without it. */}
      {import.meta.env.SSR && withBox && (
        <GlobalSearchBox classes={{ form: 'row', field: 'field wide', button: 'btn icon' }}>
          <Icon name="search" />
        </GlobalSearchBox>
      )}
      <a className="btn" href={signedIn ? '/dashboard' : '/auth'}>
        {signedIn ? 'Dashboard' : 'Sign In'}
      </a>
    </header>
  )
}
