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
