import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'

/** Scope for all of Drive: with the narrower drive.file an account cannot even see a folder that was shared with it. */
const SCOPE = 'https://www.googleapis.com/auth/drive'
const PATIENCE_MS = 20_000

/** JSON key of a service account from the Cloud console; other fields are ignored. */
const accountKey = v.object({
  client_email: v.pipe(v.string(), v.email()),
  private_key: v.pipe(v.string(), v.startsWith('-----BEGIN PRIVATE KEY-----')),
  token_uri: v.optional(v.pipe(v.string(), v.url()), 'https://oauth2.googleapis.com/token'),
})
export type AccountKey = v.InferOutput<typeof accountKey>

/**
 * Parses DRIVE_ACCOUNT.
 * @throws {Error} naming it.
 */
export function readAccountKey(json: string): AccountKey {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), accountKey), json)
  if (!parsed.success) {
    throw new Error('DRIVE_ACCOUNT is not the JSON key of a Google service account (with client_email and private_key)')
  }
  return parsed.output
}

const granted = v.object({ access_token: v.string(), expires_in: v.optional(v.number(), 3600) })
const rejected = v.object({ error: v.string(), error_description: v.optional(v.string(), '') })

/**
 * Creates the access tokens of a service account: a JWT that it signs (RS256) is exchanged for a token, which is used
 * until a minute before it expires.
 * @param onBehalfOf an account of the same Workspace to impersonate; null for itself.
 */
export function googleAccount({ client_email, private_key, token_uri }: AccountKey, onBehalfOf: string | null) {
  let known: { token: string; until: number } | null = null

  async function ask(): Promise<{ token: string; until: number }> {
    const key = await importPKCS8(private_key, 'RS256').catch((cause: unknown) => {
      throw new Error('The private key in DRIVE_ACCOUNT is damaged. Copy the whole JSON key again', { cause })
    })
    const now = Math.floor(Date.now() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE, ...(onBehalfOf && { sub: onBehalfOf }) })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(key)
    const response = await fetch(token_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const body = await response.text()
    const input = v.safeParse(v.pipe(v.string(), v.parseJson(), granted), body)
    if (response.ok && input.success) {
      return { token: input.output.access_token, until: Date.now() + (input.output.expires_in - 60) * 1000 }
    }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), rejected), body)
    throw new Error(rejection(response.status, parsed.success ? parsed.output : null))
  }

  function rejection(status: number, response: v.InferOutput<typeof rejected> | null): string {
    const words = response ? ` (${response.error}: ${response.error_description})` : ''
    if (response?.error === 'unauthorized_client' || response?.error === 'access_denied') {
      return `Google does not let ${client_email} act for DRIVE_ON_BEHALF_OF: allow its client ID the scope ${SCOPE} in the Admin console, under domain-wide delegation${words}`
    }
    return status >= 500 || status === 429
      ? `Google gives no access token at the moment: it answered ${status}`
      : `Google does not take the key of ${client_email} in DRIVE_ACCOUNT: the key or the account was deleted, or the clock of this machine is wrong${words}`
  }

  return {
    email: client_email,
    /** @throws {Error} a message for the admin. */
    async token(): Promise<string> {
      known = known && known.until > Date.now() ? known : await ask()
      return known.token
    },
    /** Discards the token, so that the next request gets a new one. */
    reset() {
      known = null
    },
  }
}
