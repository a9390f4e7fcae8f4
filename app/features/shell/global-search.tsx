import { href } from 'react-router'
import type { ReactNode } from 'react'
import { Suggestions } from '#app/ui/suggestions.tsx'
import { LONGEST_SEARCH } from './longest-search.ts'

type Props = {
  /** The searched words. */
  words?: string
  /** The classes of the form, the field and the button. */
  classes: { form: string; field: string; button: string }
  /** The content of the button. */
  children: ReactNode
}

/**
 * The global search, as a GET form. The site's script fills in the suggestions. It is not called "Search", because the
 * marketplace's own search on the same page is.
 */
export function GlobalSearchBox({ words, classes, children }: Props) {
  return (
    <form className={classes.form} role="search" aria-label="Everything" action={href('/search')}>
      <p className={classes.field}>
        <input
          name="q"
          type="search"
          list="words"
          aria-label="Find anything"
          placeholder="Find anything"
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          defaultValue={words}
        />
      </p>
      <p>
        <button className={classes.button} aria-label="Find">
          {children}
        </button>
      </p>
      <Suggestions id="words" searches={[]} />
    </form>
  )
}
