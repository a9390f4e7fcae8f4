import type { ReactNode } from 'react'
import { Suggestions } from '#app/ui/suggestions.tsx'
import { LONGEST_SEARCH } from './longest-search.ts'

type Props = {
  /** What was searched. */
  words?: string
  /** The classes of the form, the field and the button. */
  classes: { form: string; field: string; button: string }
  /** What the button shows. */
  children: ReactNode
}

/**
 * The one box for everything, as a GET form. The search island fills in the suggestions. The box is not called "Search", as the box of the
 * marketplace on the same page is.
 */
export function GlobalSearchBox({ words, classes, children }: Props) {
  return (
    <form className={classes.form} role="search" aria-label="Everything" action="/search" data-from="/suggestions">
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
