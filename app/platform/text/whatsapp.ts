import { parsePhone, parseWhatsappNumber } from './phone-numbers.ts'

/** Returns the address that opens a chat with a number. */
export function chatWith(number: string): string {
  return `https://wa.me/${parsePhone(number) ?? number.replaceAll(/\D/g, '')}`
}

const HOSTS = /^((www|api|web|chat)\.)?whatsapp\.com$|^(www\.)?wa\.me$/

/** Returns true if a link is on one of WhatsApp's hosts, wherever it leads. */
export const isOnWhatsapp = (link: string): boolean => URL.canParse(link) && HOSTS.test(new URL(link).hostname)

/**
 * Returns the WhatsApp address that a link means, or null if it leads nowhere. A chat becomes https://wa.me with the
 * whole number; a group, a channel, a short message link and a QR code stay as they are.
 */
export function whatsappLink(link: string | null): string | null {
  if (!link || !isOnWhatsapp(link)) {
    return null
  }
  const { protocol, hostname, pathname, searchParams } = new URL(link)
  if (protocol !== 'https:') {
    return null
  }
  const isShort = hostname.endsWith('wa.me')
  const path = pathname.replace(/\/$/, '')
  const isPlace = isShort
    ? /^\/(message|qr)\/\w+$/.test(path)
    : hostname === 'chat.whatsapp.com'
      ? /^(\/invite)?\/\w+$/.test(path)
      : /^\/channel\/\w+$/.test(path)
  if (isPlace) {
    return link
  }
  const written = isShort
    ? path.slice(1).replaceAll('%20', ' ').replace(/^%2B/i, '+')
    : path === '/send'
      ? (searchParams.get('phone') ?? '')
      : ''
  // A plus in a query string is a space there.
  const number = parseWhatsappNumber(written.replace(/^ /, '+'))
  const text = searchParams.get('text')
  return number && `https://wa.me/${number}${text ? `?text=${encodeURIComponent(text)}` : ''}`
}

/**
 * Returns a valid WhatsApp link (whatsappLink) that opens its chat with a message filled in. Other links stay as they
 * are, and so does the message that a link already has.
 */
export function withMessage(link: string, message: string): string {
  return /^https:\/\/wa\.me\/\d+$/.test(link) ? `${link}?text=${encodeURIComponent(message)}` : link
}
