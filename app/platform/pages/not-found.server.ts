import { data } from 'react-router'

/** Returns a 404 with the page's own sentence and link back. Throw it from a loader. */
export function notFound(title: string, text: string, back: { to: string; label: string }) {
  return data({ title, text, back }, { status: 404, statusText: 'Not Found' })
}

/** Returns a 405 of an address that only a form can use, with a link to the page of that form. Throw it from a loader. */
export function formOnly(page: string) {
  const text = 'This address belongs to a button. Nothing was changed; open its page to use it.'
  return data(
    { title: 'Only a form opens this address', text, back: { to: page, label: 'Open the page' } },
    { status: 405, statusText: 'Method Not Allowed' },
  )
}
