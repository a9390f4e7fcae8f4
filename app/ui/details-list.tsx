import type { ReactNode } from 'react'

/** A term and its value. A value that is null or '' is left out of the list. */
export type Detail = { term: string; value: ReactNode }

/** The details of a record as a list of terms and values. `className` names further styles of the list. */
export function DetailsList({ details, className = '' }: { details: readonly Detail[]; className?: string }) {
  return (
    <dl className={`pairs small ${className}`.trimEnd()}>
      {details
        .filter(({ value }) => value !== null && value !== '')
        .map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="lines">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
