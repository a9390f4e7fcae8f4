// npm run operator -- <email>: gives an existing account the operator's role on the configured backend, and logs it.
import { lockDataDirectory, lockHolder } from '../server/backend/data-directory-lock.ts'
import type { BackendFetch } from '../server/backend/gateway.ts'
import { backendKeys } from '../server/backend/keys.ts'
import { throughLocalDoor } from '../server/backend/local-door.ts'
import { EMBEDDED_ORIGIN, startBackend } from '../server/backend/start.ts'
import { type Environment, readEnvironment } from '../server/environment.ts'
import { clientWithSecretKey } from '../server/service-client.ts'
import { fail } from './fail.ts'

try {
  const email = process.argv[2]
  if (!email?.includes('@')) {
    throw new Error('Say whose account it is: npm run operator -- ada@example.com')
  }
  const env = readEnvironment(process.env)
  const backend = await reachBackend(env)
  const client = clientWithSecretKey(backend, { repeats: true })
  const { error } = await client.rpc('make_operator', { account_email: email })
  await backend.leave()
  if (error) {
    throw new Error(
      error.code === 'P0002' ? `No account has the address ${email}. Sign up with it first, then run this again.` : error.message,
    )
  }
  console.log(`${email} is an operator now.`)
} catch (error) {
  fail(error)
}

type Reached = { url: string; secretKey: string; fetch: BackendFetch; leave(): Promise<void> }

async function reachBackend(env: Environment): Promise<Reached> {
  if (env.backend.kind === 'hosted') {
    if (!env.backend.secretKey) {
      throw new Error('SUPABASE_SECRET_KEY is needed to give a role on a hosted backend')
    }
    return { url: env.backend.url, secretKey: env.backend.secretKey, fetch: globalThis.fetch, leave: async () => {} }
  }
  if (lockHolder(env.dataDirectory)) {
    const door = throughLocalDoor(env.dataDirectory)
    if (!door) {
      throw new Error('Lamplight is running but its door is not open yet. Try again in a moment.')
    }
    return { url: EMBEDDED_ORIGIN, secretKey: backendKeys(env).secret_key, fetch: door, leave: async () => {} }
  }
  const unlock = lockDataDirectory(env.dataDirectory)
  const backend = await startBackend(env, { mailer: { send: async () => {} } })
  return {
    url: backend.url,
    secretKey: backend.keys.secret_key,
    fetch: backend.fetch,
    async leave() {
      await backend.stop()
      unlock()
    },
  }
}
