import { href } from 'react-router'

/** Returns a typed code as it is stored, in capitals and without spaces; null if there can be no such code. */
export function getCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '').toUpperCase()
  return /^[A-Z0-9]{3,20}$/.test(code) ? code : null
}

/** Returns a path with the discount code that the visitor's link has. */
export const withCode = (path: string, code: string | null): string => (code === null ? path : `${path}?code=${code}`)

/** Returns the path of the checkout of a work, with that code. */
export const checkoutPath = (slug: string, code: string | null): string => withCode(href('/buy/:slug', { slug }), code)
