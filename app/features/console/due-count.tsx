import { useRouteLoaderData } from 'react-router'
import { countIn } from './sections.ts'

type Handles = Parameters<typeof countIn>[0]

/** Returns a function that counts what is due in a section, or in a page of one. */
export function useDue(): (handles: Handles) => number {
  const due = useRouteLoaderData<{ due: Record<string, number> }>('routes/admin/console')?.due ?? {}
  return (handles) => countIn(handles, due)
}

/** A number of due items; nothing if there are none. */
export function DueCount({ count }: { count: number }) {
  return count > 0 ? (
    <span className="due-count">
      {count}
      <span className="sr"> due</span>
    </span>
  ) : null
}
