import { href, Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import type { Theme } from '../shell/preferences.server.ts'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { useAdminRoles } from './admin-link.tsx'
import { DueCount, useDue } from './due-count.tsx'
import { isIn, sectionsFor } from './sections.ts'

/**
 * The admin navigation: a sidebar from 768 px up; below that a drawer, and the first four sections at the bottom edge.
 */
export function ConsoleNavigation({ pathname, theme }: { pathname: string; theme: Theme }) {
  const countDue = useDue()
  const sections = sectionsFor(useAdminRoles()).map((section) => ({ ...section, count: countDue(section) }))
  const atBottom = sections.slice(0, 4)
  // The menu has the other sections.
  const inMenu = sections.slice(4).reduce((sum, { count }) => sum + count, 0)
  const isElsewhere = !atBottom.some(({ to }) => isIn(to, pathname))
  return (
    <>
      <nav className="side" id="side" popover="auto" aria-label="Admin console">
        <ul>
          {sections.map(({ to, label, icon, count }) => (
            <li key={to}>
              <Link to={to} aria-current={isIn(to, pathname) ? 'page' : undefined} title={label} onClick={closeDrawer}>
                <Icon name={icon} />
                <span>{label}</span>
                <DueCount count={count} />
              </Link>
            </li>
          ))}
          <li>
            <a href={href('/')} title="See the site">
              <Icon name="home" />
              <span>See the site</span>
            </a>
          </li>
        </ul>
        <button className="btn bare keys-button" type="button" popoverTarget="keys">
          Keyboard shortcuts
        </button>
        <ThemeSwitch theme={theme} />
      </nav>
      <nav className="thumbs" aria-label="Sections">
        {atBottom.map(({ to, label, icon, count }) => (
          <Link key={to} to={to} aria-current={isIn(to, pathname) ? 'page' : undefined}>
            <Icon name={icon} />
            {label}
            <DueCount count={count} />
          </Link>
        ))}
        <button type="button" popoverTarget="side" aria-current={isElsewhere || undefined}>
          <Icon name="menu" />
          More
          <DueCount count={inMenu} />
        </button>
      </nav>
    </>
  )
}

function closeDrawer() {
  document.querySelector<HTMLElement>('#side:popover-open')?.hidePopover()
}
