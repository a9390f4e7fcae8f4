import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Lamplight'
const PERIOD_SECONDS = 30
/** Accepts the code before and after the current one, because phones' clocks differ. */
const WINDOW = 1

const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

/** Returns a new key of 160 bits in base32, as RFC 4226 recommends. */
export function newAppKey(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the address that an authenticator app reads from the QR code. */
export function appKeyUri(secret: string, email: string): string {
  return new TOTP({ ...settings, issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/**
 * Returns the time step of a code (RFC 6238), or null if it is wrong. The caller must refuse a step that was used.
 * @param at in milliseconds.
 */
export function appCodeStep(secret: string, code: string, at = Date.now()): number | null {
  // otpauth throws for characters of more than one byte.
  if (!/^\d{6}$/.test(code)) {
    return null
  }
  const delta = TOTP.validate({ ...settings, secret: Secret.fromBase32(secret), token: code, timestamp: at, window: WINDOW })
  return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta
}
