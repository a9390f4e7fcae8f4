// npm run make-admin -- <email>: grants an existing account the admin role on the configured backend, and logs it.
import { readEnvironment } from '#server/environment.ts'
import { clientWithSecretKey } from '#server/service-client.ts'
import { fail } from '#server/fail.ts'
import { reachBackend } from './reach-backend.ts'

try {
  const email = process.argv[2]
  if (!email?.includes('@')) {
    throw new Error('Say whose account it is: npm run make-admin -- ada@example.com')
  }
  const env = readEnvironment(process.env)
  const backend = await reachBackend(env, 'to give a role')
  const client = clientWithSecretKey(backend, { repeats: true })
  const { error } = await client.rpc('make_admin', { account_email: email })
  await backend.leave()
  if (error) {
    throw new Error(
      error.code === 'P0002' ? `No account has the address ${email}. Sign up with it first, then run this again.` : error.message,
    )
  }
  console.log(`${email} is an admin now.`)
} catch (error) {
  fail(error)
}
