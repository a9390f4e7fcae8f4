import { Icon } from '#app/ui/icon.tsx'
import { isActive, sidebarLinks } from './links.ts'
import type { Theme } from './preferences.server.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * The main navigation: beside the page from 768 px up, a drawer below. The browser's popover opens it, so it needs no
 * script.
 */
export function Sidebar({ pathname, theme }: { pathname: string; theme: Theme }) {
  return (
    <nav className="side" id="side" popover="auto" aria-label="Main">
      <ul>
        {sidebarLinks.map(({ to, label, icon }) => (
          <li key={to}>
            <a href={to} aria-current={isActive(to, pathname) ? 'page' : undefined} title={label}>
              <Icon name={icon} />
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
      <ThemeSwitch theme={theme} />
    </nav>
  )
}
