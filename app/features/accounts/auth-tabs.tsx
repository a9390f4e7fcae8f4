import { href } from 'react-router'
/** The tabs Login and Sign Up. Each has its own address, so that they work without a script (SPEC 2). */
export function AuthTabs({ current, next }: { current: 'login' | 'sign-up'; next: string | null }) {
  return (
    <nav className="tabs" aria-label="Login or Sign Up">
      <a href={authPath('login', next)} aria-current={current === 'login' ? 'page' : undefined}>
        Login
      </a>
      <a href={authPath('sign-up', next)} aria-current={current === 'sign-up' ? 'page' : undefined}>
        Sign Up
      </a>
    </nav>
  )
}

/** Returns the address of a tab; `next` is the path to return to. */
export function authPath(tab: 'login' | 'sign-up', next: string | null): string {
  const parameters = new URLSearchParams()
  if (tab === 'sign-up') {
    parameters.set('tab', 'sign-up')
  }
  if (next) {
    parameters.set('next', next)
  }
  return parameters.size > 0 ? `${href('/auth')}?${parameters.toString()}` : href('/auth')
}
