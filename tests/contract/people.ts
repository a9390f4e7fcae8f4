/*
 * The users of the contract suite: a visitor, students and admins with confirmed accounts, and the service with its
 * secret key.
 */
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#app/services/database.ts'
import { backend } from './backend.ts'
import { confirmationTokenFor } from './mail.ts'

export { backend } from './backend.ts'

export type Client = SupabaseClient<Database>

export type CurrentUser = {
  client: Client
  email: string
  password: string
  /** auth.users.id: the folder of the user's files. */
  userId: string
  /** profiles.id: the owner of the user's rows. */
  profileId: string
  accessToken: string
  refreshToken: string
}

export const GOOD_PASSWORD = 'a lamp for the night shift'

/** Creates a client as the site does for each request: it persists no session and refreshes nothing automatically. */
export function clientWith(key: string): Client {
  return createClient<Database>(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

export const aVisitor = (): Client => clientWith(backend.publishableKey)
export const theService = (): Client => clientWith(backend.secretKey)

/** Returns a new address, because the suite may run twice against the same project. */
export const newAddress = (name: string): string => `${name.toLowerCase()}-${randomUUID().slice(0, 12)}@example.com`

/** Creates a student with a confirmed account, signed in. */
export async function aStudent(firstName: string): Promise<CurrentUser> {
  const email = newAddress(firstName)
  const metadata = {
    first_name: firstName,
    last_name: 'Okafor',
    institution_of_study: 'College of Nursing Sciences, Enugu',
    gender: 'female',
    current_year_of_study: 'year-3',
  }
  if (!backend.embedded) {
    const created = await theService().auth.admin.createUser({
      email,
      password: GOOD_PASSWORD,
      email_confirm: true,
      user_metadata: metadata,
    })
    if (created.error) {
      throw created.error
    }
    return signIn(email, GOOD_PASSWORD)
  }
  const client = aVisitor()
  const signedUp = await client.auth.signUp({ email, password: GOOD_PASSWORD, options: { data: metadata } })
  if (signedUp.error) {
    throw signedUp.error
  }
  const confirmed = await client.auth.verifyOtp({ token_hash: await confirmationTokenFor(email), type: 'signup' })
  if (confirmed.error) {
    throw confirmed.error
  }
  return requireUser(client, email, GOOD_PASSWORD)
}

/** Creates an admin: a student whom the secret key gave the role. */
export async function anAdmin(firstName: string): Promise<CurrentUser> {
  const user = await aStudent(firstName)
  const { error } = await theService().rpc('make_admin', { account_email: user.email })
  if (error) {
    throw new Error(error.message)
  }
  return user
}

/** Returns another session of the same user. */
export async function signIn(email: string, password: string): Promise<CurrentUser> {
  const client = aVisitor()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) {
    throw error
  }
  return requireUser(client, email, password)
}

async function requireUser(client: Client, email: string, password: string): Promise<CurrentUser> {
  const { data } = await client.auth.getSession()
  if (!data.session) {
    throw new Error(`${email} has no session`)
  }
  const { user, access_token: accessToken, refresh_token: refreshToken } = data.session
  const profile = await client.from('profiles').select('id').eq('user_id', user.id).single()
  if (profile.error) {
    throw new Error(`${email} has no profile: ${profile.error.message}`)
  }
  return { client, email, password, userId: user.id, profileId: profile.data.id, accessToken, refreshToken }
}
