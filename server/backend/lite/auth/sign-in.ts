/*
 * Repair of @supabase/lite 0.10.0. It responds at once for an address without an account, but hashes a password for
 * one with an account, so timing reveals which exist. It also reports that an address is unconfirmed without checking
 * the password. Here a password is hashed for every address, and only the right password gets the response "not
 * confirmed". Test: sign-in.test.ts; bench/known-addresses.ts measures it.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '#server/backend/database.ts'
import { compare as ofHashing } from './hashing.ts'
import { withBody } from '../storage/unmeasured-bodies.ts'

type Handler = (request: Request) => Response | Promise<Response>
/** A hash with the cost of real accounts (10) that matches no password. */
const UNMATCHABLE_HASH = '$2b$10$kUXjy2oeF2idsFbWRmQpYu4.FSiV1qUrbju31kdUKCRfwxhBLVp1e'

/** Returns a handler of sign-ins by password. It returns null for every other request, which lite handles. */
export function equalizeSignInTiming(database: Pick<Database, 'query'>, compare = ofHashing) {
  return async (request: Request, lite: Handler): Promise<Response | null> => {
    const { pathname, searchParams } = new URL(request.url)
    const signsIn =
      request.method === 'POST' && pathname.endsWith('/auth/v1/token') && searchParams.get('grant_type') === 'password'
    if (!signsIn) {
      return null
    }
    const body = JSON.parse((await request.clone().text()) || '{}') as { email?: string | null; password?: string | null }
    if (!body.email || !body.password) {
      return null
    }
    const [account] = await database.query<{ hash: string | null; confirmed: boolean }>(
      `select nullif(encrypted_password, '') as hash, email_confirmed_at is not null as confirmed
         from auth.users where email = $1 and deleted_at is null`,
      [body.email.toLowerCase()],
    )
    if (account?.hash && account.confirmed) {
      return null
    }
    const isRight = await compare(body.password, account?.hash ?? UNMATCHABLE_HASH)
    // lite gives an unknown address the same response as a wrong password.
    return isRight && account
      ? lite(request)
      : lite(withBody(request, JSON.stringify({ ...body, email: `${randomUUID()}@nobody.invalid` })))
  }
}
