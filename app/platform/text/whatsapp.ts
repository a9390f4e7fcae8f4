/** The address that opens a chat with a number: digits only, the country's code first, no plus (FIELD: WhatsApp). */
export function chatWith(number: string): string {
  return `https://wa.me/${number.replaceAll(/\D/g, '')}`
}

/** A link from our data if it leads to WhatsApp; null otherwise. */
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
