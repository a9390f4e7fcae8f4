import { href, Form, useLocation } from 'react-router'
import { useAdminRoles } from './admin-link.tsx'
import { opens } from './roles.ts'
import { Icon } from '#app/ui/icon.tsx'

/** Maximum length of a search. */
export const MAX_SEARCH_CHARS = 200

/**
 * The search of the console in the header. A phone shows only its button, which leads to the page with the form
 * (ConsoleSearchForm). Ctrl+K focuses it.
 */
export function ConsoleSearch() {
  const { pathname } = useLocation()
  return pathname === SEARCH_PAGE ? null : (
    <SearchForm words="" classes={{ form: 'head-search', field: 'field wide', button: 'btn icon' }} />
  )
}

/** The search on the page of its results. */
export function ConsoleSearchForm({ words }: { words: string }) {
  return (
    <SearchForm
      key={words}
      words={words}

      classes={{ form: 'find console-search', field: 'field', button: 'btn icon' }}
    />
  )
}

const SEARCH_PAGE = href('/admin/search')

type Props = { words: string; classes: { form: string; field: string; button: string } }

/** Returns what the search finds for the roles of the admin. */
export function useSearchable(): string {
  return opens(useAdminRoles(), href('/admin/money')) ? 'Order, email, name, title or page' : 'Title or page'
}

function SearchForm({ words, classes }: Props) {
  const searchable = useSearchable()
  return (
    <Form className={classes.form} role="search" aria-label="The console" action={SEARCH_PAGE}>
      <p className={classes.field}>
        <input
          id="console-search"
          name="q"
          type="search"
          aria-label="Find anything"
          placeholder={searchable}
          aria-keyshortcuts="Control+K Meta+K"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_CHARS}
          autoComplete="off"
          defaultValue={words}
        />
      </p>
      <p>
        <button className={classes.button} aria-label="Find">
          <Icon name="search" />
        </button>
      </p>
    </Form>
  )
}
