import { createHash, timingSafeEqual } from 'node:crypto'
import process from 'node:process'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The caller of a function, and its clients. */
export type Caller = {
  kind: 'person' | 'secret key'
  /** Acts as the caller: row security limits users to their rows. */
  client: SupabaseClient
  /** Acts with the secret key. */
  admin: SupabaseClient
}

type ProjectKeys = {
  url: string
  publishable: string
  /** The key with which the function acts. */
  secret: string
  /** All keys that a caller may present: a project may have several secret keys, and the older service_role key. */
  secrets: string[]
}

/**
 * Returns the project's keys from the variables of Supabase functions: SUPABASE_SECRET_KEYS and
 * SUPABASE_PUBLISHABLE_KEYS (JSON, one key per name), and the older SUPABASE_SERVICE_ROLE_KEY and SUPABASE_ANON_KEY.
 * @throws {Error} naming what is missing.
 */
export function projectKeys(env?: Record<string, string | undefined>): ProjectKeys {
  return env === undefined && own !== null ? own : keysIn(env ?? process.env)
}

let own: ProjectKeys | null = null

/**
 * Sets the project of this process, where functions run inside it (server/backend/functions.ts). Variables in
 * process.env would be inherited by child processes, which would take it for a hosted project.
 * @returns the project before.
 */
export function useProject(project: ProjectKeys | null): ProjectKeys | null {
  const before = own
  own = project
  return before
}

function keysIn(env: Record<string, string | undefined>): ProjectKeys {
  const secrets = [env.SUPABASE_SECRET_KEY, ...named(env.SUPABASE_SECRET_KEYS), env.SUPABASE_SERVICE_ROLE_KEY].filter(isSet)
  const publishables = [env.SUPABASE_PUBLISHABLE_KEY, ...named(env.SUPABASE_PUBLISHABLE_KEYS), env.SUPABASE_ANON_KEY]
  const publishable = publishables.find(isSet)
  const [secret] = secrets
  const url = env.SUPABASE_URL
  if (!url || !secret || !publishable) {
    throw new Error(
      `The project gives this function no ${url ? (secret ? 'publishable key (SUPABASE_PUBLISHABLE_KEYS or SUPABASE_ANON_KEY)' : 'secret key (SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY)') : 'SUPABASE_URL'}`,
    )
  }
  return { url, publishable, secret, secrets }
}

/** Creates the client that acts with the secret key. */
export function adminClient({ url, secret }: ProjectKeys = projectKeys()): SupabaseClient {
  return createClient(url, secret, { auth: ALONE })
}

/**
 * Identifies the caller. A secret key is compared with those of the project. A user's token is sent to the data API,
 * which verifies every kind of token of its project, also by the older shared secret, and whether the session is open.
 * @returns the caller, or a response for an unknown one: 401, or 503 if the data API is unavailable.
 */
export async function whoCalls(request: Request): Promise<Caller | Response> {
  const keys = projectKeys()
  const admin = adminClient(keys)
  const token = request.headers.get('authorization')?.match(/^Bearer (.+)$/i)?.[1] ?? ''
  const shown = [request.headers.get('apikey') ?? '', token]
  if (shown.some((key) => key !== '' && keys.secrets.some((secret) => isSame(key, secret)))) {
    return { kind: 'secret key', client: admin, admin }
  }
  if (!/^ey[\w-]*\.[\w-]+\.[\w-]+$/.test(token)) {
    return unknownCaller()
  }
  const response = await fetch(`${keys.url}/rest/v1/rpc/session_is_open`, {
    method: 'POST',
    headers: { apikey: keys.publishable, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    // oxlint-disable-next-line lamplight/no-unseen-failure -- answered 503, which the caller logs
  }).catch(() => null)
  const text = (await response?.text()) ?? ''
  if (response?.ok && text === 'true') {
    const client = createClient(keys.url, keys.publishable, { auth: ALONE, accessToken: async () => token })
    return { kind: 'person', client, admin }
  }
  return (response?.ok && text === 'false') || response?.status === 401 || response?.status === 403
    ? unknownCaller()
    : Response.json({ message: 'The data API could not say whose token this is' }, { status: 503 })
}

const ALONE = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

const unknownCaller = () => Response.json({ message: 'Sign in, or call with the secret key' }, { status: 401 })

const isSet = (key: string | undefined): key is string => key !== undefined && key !== ''

/** Returns the keys of a JSON object, the one named default first. */
function named(json: string | undefined): string[] {
  if (!json) {
    return []
  }
  const parsed: unknown = JSON.parse(json)
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  return entries
    .toSorted(([one], [other]) => Number(other === 'default') - Number(one === 'default'))
    .flatMap(([, key]) => (typeof key === 'string' ? [key] : []))
}

/** Compares digests in constant time. */
function isSame(input: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(input), digest(expected))
}
