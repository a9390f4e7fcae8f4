import { Link, useSearchParams } from 'react-router'
import { readOrigin } from './origin.ts'

/** The link back to the page from which a form of another list was opened, after that to its list. */
export function OriginLink() {
  const origin = readOrigin(useSearchParams()[0])
  return (
    origin && (
      <>
        {' · '}
        <Link to={origin.to}>{origin.label}</Link>
      </>
    )
  )
}
