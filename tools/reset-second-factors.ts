// npm run reset-second-factors -- <email>: removes the second factors and recovery codes of an account whose owner has
// lost them, on the configured backend. It is logged, and the owner gets an email.
import { readEnvironment } from '#server/environment.ts'
import { clientWithSecretKey } from '#server/service-client.ts'
import { fail } from '#server/fail.ts'
import { reachBackend } from './reach-backend.ts'

try {
  const email = process.argv[2]
  if (!email?.includes('@')) {
    throw new Error('Say whose account it is: npm run reset-second-factors -- ada@example.com')
  }
  const env = readEnvironment(process.env)
  const backend = await reachBackend(env, 'to reset second factors')
  const client = clientWithSecretKey(backend, { repeats: true })
  const { data: removed, error } = await client.rpc('reset_second_factors', { account_email: email })
  await backend.leave()
  if (error) {
    throw new Error(error.code === 'P0002' ? `No account has the address ${email}.` : error.message)
  }
  console.log(
    removed === 0
      ? `${email} has no second factor.`
      : `${email} has no second factor any more, and is signed out everywhere. We email them.`,
  )
} catch (error) {
  fail(error)
}
