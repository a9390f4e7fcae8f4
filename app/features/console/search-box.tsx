import { Form, useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'

/** Maximum length of a search. */
export const MAX_SEARCH_CHARS = 200

/** The search of the console, on each of its pages. Ctrl+K focuses it. */
export function ConsoleSearch() {
  const { pathname, search } = useLocation()
  const words = pathname === '/admin/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <Form className="find console-search" role="search" aria-label="The console" action="/admin/search">
      <p className="field">
        <input
          key={words}
          id="console-search"
          name="q"
          type="search"
          aria-label="Find anything"
          placeholder="Order, email, name, title or page"
          aria-keyshortcuts="Control+K Meta+K"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_CHARS}
          autoComplete="off"
          defaultValue={words}
        />
      </p>
      <p>
        <button className="btn icon" aria-label="Find">
          <Icon name="search" />
        </button>
      </p>
    </Form>
  )
}
