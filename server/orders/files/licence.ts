import { domainToASCII } from 'node:url'

/**
 * Returns the licence text of a file: its owner, in a form that only the buyer recognises, and the order. It has only
 * characters that the fonts of every PDF reader have.
 */
export function licence(email: string, reference: string): string {
  const [name = '', domain = ''] = email.split('@')
  const masked = email === '' ? 'its reader' : `${getPrintable(name).slice(0, 1)}***@${getPrintableDomain(domain)}`
  return `Licensed to ${masked}, order ${reference}`
}

/** Western European letters, which a standard font of a PDF has. */
const NOT_PRINTABLE = /[^\x20-\x7e\xa1-\xac\xae-\xff]/g

/** Removes the accents of letters that cannot be printed, then the letters that still cannot. */
const getPrintable = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(NOT_PRINTABLE, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(NOT_PRINTABLE, '')

/** Returns a domain as it is, or as xn--… if it has letters that cannot be printed. */
const getPrintableDomain = (domain: string) => {
  const composed = domain.normalize('NFC')
  return getPrintable(composed) === composed ? composed : domainToASCII(composed) || getPrintable(composed)
}
