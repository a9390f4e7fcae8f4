import { data } from 'react-router'

/** Returns a 404 with the page's own sentence and link back. Throw it from a loader. */
export function notFound(title: string, text: string, back: { to: string; label: string }) {
  return data({ title, text, back }, { status: 404, statusText: 'Not Found' })
}
