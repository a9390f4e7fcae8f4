import { data } from 'react-router'

/** Throw it from a loader: a true 404 with the page's own sentence and way back. */
export function notFound(title: string, text: string, back: { to: string; label: string }) {
  return data({ title, text, back }, { status: 404, statusText: 'Not Found' })
}
