/**
 * Returns the number that a text means, as digits with the country code first, such as 2348031234567; null if it is no
 * telephone number. A number without a country code is Nigerian: 0803 123 4567, also without its 0. Spaces, dots,
 * hyphens, brackets and the invisible marks of copied numbers are ignored, and so is the 0 in +234 (0) 803.
 */
export function parsePhone(text: string): string | null {
  const written = text
    .normalize('NFKC')
    .replace(/^([^\d]*(?:\+|00)[^(]*)\(0\)/, '$1')
    .replaceAll(/\p{Cf}|[\s().\p{Pd}\u2212/]/gu, '')
  if (!/^\+?\d{7,17}$/.test(written)) {
    return null
  }
  const digits = written.replace(/^(\+|00)/, '')
  const isInternational = digits !== written
  if (digits.startsWith('234') && (isInternational || digits.length > 11)) {
    return nigerian(digits.slice(3).replace(/^0/, ''))
  }
  if (isInternational) {
    return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
  }
  // With its country code, a foreign number has eleven digits or more. Eleven can also be a Nigerian one with a digit
  // too many, so that needs the plus.
  const isForeign = /^[1-9]\d{10,14}$/.test(digits) && !/^[789][01]\d{9}$/.test(digits)
  return isForeign ? digits : nigerian(digits.replace(/^0/, ''))
}

const MOBILE = /^[789][01]\d{8}$/

/** Completes a national number: ten digits of a mobile phone, or a landline with its area code. */
function nigerian(national: string): string | null {
  return MOBILE.test(national) || /^(?![789][01])[1-9]\d{6,8}$/.test(national) ? `234${national}` : null
}

/** Returns the digits of a WhatsApp number as in wa.me; null if it is no number, or a Nigerian landline. */
export function parseWhatsappNumber(text: string): string | null {
  const digits = parsePhone(text)
  return digits?.startsWith('234') && !MOBILE.test(digits.slice(3)) ? null : digits
}
