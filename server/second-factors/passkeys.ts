import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import * as v from 'valibot'
import { errorMessage, log } from '#app/platform/log/log.server.ts'

/** A stored passkey: id and public key in base64url. */
export type Passkey = { credential_id: string; public_key: string; sign_count: number; transports: string[] }

const MAX_RESPONSE_CHARS = 20_000
const credential = v.looseObject({ id: v.pipe(v.string(), v.maxLength(2000)), response: v.looseObject({}) })

/** Creates and verifies passkeys of one site. Signatures count only for this origin and domain. */
export class Passkeys {
  readonly #origin: string
  readonly #domain: string

  constructor(siteUrl: string) {
    const { origin, hostname } = new URL(siteUrl)
    this.#origin = origin
    this.#domain = hostname
  }

  /** False where browsers allow no passkeys: a site at an IP address. */
  get isAvailable(): boolean {
    return isIP(this.#domain.replaceAll(/[[\]]/g, '')) === 0
  }

  registrationOptions(userId: string, email: string, known: readonly Passkey[]) {
    return generateRegistrationOptions({
      rpName: 'Lamplight',
      rpID: this.#domain,
      userName: email,
      userID: new TextEncoder().encode(userId),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    })
  }

  /** Returns the new passkey, or null if the browser's response is not right for this challenge. */
  async register(challenge: string, response: string): Promise<Passkey | null> {
    const parsed = parseResponse(response)
    return orNull('Could not verify a new passkey', async () => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: parsed as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#domain,
        requireUserVerification: false,
      })
      if (!verified) {
        return null
      }
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      return {
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        sign_count: counter,
        transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)),
      }
    })
  }

  signInOptions(known: readonly Passkey[]) {
    return generateAuthenticationOptions({
      rpID: this.#domain,
      userVerification: 'preferred',
      allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    })
  }

  /**
   * Returns which of the passkeys signed this challenge, with its new counter, or null. A counter that does not
   * increase is rejected, because the passkey was copied.
   */
  async verify<Known extends Passkey>(
    challenge: string,
    response: string,
    known: readonly Known[],
  ): Promise<{ passkey: Known; newCount: number } | null> {
    const parsed = parseResponse(response)
    const passkey = known.find(({ credential_id }) => credential_id === parsed?.id)
    if (!passkey) {
      return null
    }
    return orNull('Could not verify a passkey', async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: parsed as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#domain,
        requireUserVerification: false,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: passkey.sign_count,
          transports: passkey.transports,
        },
      })
      return verified ? { passkey, newCount: authenticationInfo.newCounter } : null
    })
  }
}

function parseResponse(response: string) {
  const parsed = v.safeParse(v.pipe(v.string(), v.maxLength(MAX_RESPONSE_CHARS), v.parseJson(), credential), response)
  return parsed.success ? parsed.output : null
}

/** The library throws for everything that is wrong in a response. The log says what it was. */
async function orNull<Result>(message: string, verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify()
  } catch (error) {
    log.warn({ event: 'account.passkey_rejected', error: errorMessage(error) }, message)
    return null
  }
}
