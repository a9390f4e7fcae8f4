import { href } from 'react-router'
import { notFound } from '../platform/pages/not-found.server.ts'

export function loader() {
  throw notFound('Page Not Found', 'There is no page at this address. It may have moved, or a letter is missing.', {
    to: href('/'),
    label: 'Return to Home',
  })
}

export function action() {
  return loader()
}

export default function Nothing() {
  return <h1>Page Not Found</h1>
}
