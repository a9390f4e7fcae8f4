/** Returns a typed code as it is stored, in capitals and without spaces; null if there can be no such code. */
export function getCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '').toUpperCase()
  return /^[A-Z0-9]{3,20}$/.test(code) ? code : null
}

/** Returns a link to a page of the shop that fills a discount code in at the checkout (server/http/checkout-links.ts). */
export function linkWithCode(origin: string, path: string, code: string): string {
  const link = new URL(path, origin)
  link.searchParams.set('code', code)
  return link.href
}
