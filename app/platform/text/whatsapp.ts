/** Returns the address that opens a chat with a number: digits only, country code first, no plus. */
export function chatWith(number: string): string {
  return `https://wa.me/${number.replaceAll(/\D/g, '')}`
}

/** Returns a link if it leads to WhatsApp, or null. */
export function whatsappLink(link: string | null): string | null {
  if (!link || !URL.canParse(link)) {
    return null
  }
  const { protocol, hostname, pathname } = new URL(link)
  const leads =
    (hostname === 'wa.me' && /^\/\d{7,15}$/.test(pathname)) ||
    (hostname === 'chat.whatsapp.com' && /^\/\w+/.test(pathname)) ||
    (hostname === 'api.whatsapp.com' && pathname === '/send')
  return protocol === 'https:' && leads ? link : null
}

/**
 * Returns a WhatsApp link that opens its chat with a message filled in. A group's link stays as it is, and so does the
 * message that a link already has.
 */
export function withMessage(link: string, message: string): string {
  const url = new URL(link)
  if (url.hostname === 'chat.whatsapp.com' || url.searchParams.has('text')) {
    return link
  }
  url.search += `${url.search === '' ? '?' : '&'}text=${encodeURIComponent(message)}`
  return url.href
}
