import { href } from 'react-router'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'

type Origin = { to: string; label: string }

const messages = `${href('/admin/people/messages')}/`
const missed = href('/admin/catalogue/missed-searches')

/** Returns the page from which the form of another list was opened, as `from` in its address names it, or null. */
export function readOrigin(parameters: URLSearchParams): Origin | null {
  const to = parameters.get('from') ?? ''
  if (to === missed) {
    return { to, label: 'Missed searches' }
  }
  return to.startsWith(messages) && looksLikeUuid(to.slice(messages.length)) ? { to, label: 'The message' } : null
}

/** Returns an address whose page leads back to the page `from`; the address itself if that is null. */
export function withOrigin(address: string, from: string | null | undefined): string {
  return from ? `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ from }).toString()}` : address
}
