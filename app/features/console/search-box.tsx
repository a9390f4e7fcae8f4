import { href, Form, useLocation } from 'react-router'
import { focusOnLoad } from '#app/ui/focus.ts'
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
  const searchable = useSearchable()
  return pathname === SEARCH_PAGE ? null : (
    <SearchForm words="" placeholder={searchable} classes={{ form: 'head-search', field: 'field wide', button: 'btn icon' }} />
  )
}

/** The search on the page of its results. It has the focus if the page was opened without words. */
export function ConsoleSearchForm({ words }: { words: string }) {
  return (
    <SearchForm
      key={words}
      words={words}
      // The page says below what can be found; a phone has no space for it in the field.
      placeholder="Find anything"
      takesFocus={words === ''}
      classes={{ form: 'find console-search', field: 'field', button: 'btn icon' }}
    />
  )
}

const SEARCH_PAGE = href('/admin/search')

type Props = {
  words: string
  placeholder: string
  takesFocus?: boolean
  classes: { form: string; field: string; button: string }
}

/** Returns what the search finds for the roles of the admin. */
export function useSearchable(): string {
  return opens(useAdminRoles(), href('/admin/money')) ? 'Order, email, name, message, title or page' : 'Title or page'
}

function SearchForm({ words, placeholder, takesFocus = false, classes }: Props) {
  return (
    <Form className={classes.form} role="search" aria-label="The console" action={SEARCH_PAGE}>
      <p className={classes.field}>
        <input
          {...(takesFocus && focusOnLoad)}
          id="console-search"
          name="q"
          type="search"
          aria-label="Find anything"
          placeholder={placeholder}
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
