import { expect, test } from 'vitest'
import { runToEnd } from '../support/processes.ts'
import { send } from '../support/http.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { getClient, onSharedBackend, shared, startBackend, startedOnce, STUDENT, whenOver } from './sites.ts'

const admin = (words: string[], variables: Record<string, string>) => runToEnd(['tools/make-admin.ts', ...words], variables)

/** Returns the stored role of an account and its log entries. */
async function getRole(url: string, secretKey: string, firstName: string) {
  const service = getClient(url, secretKey)
  const { data: profile } = await service.from('profiles').select('id, user_type').eq('first_name', firstName).single()
  const { data: log } = await service
    .from('audit_log')
    .select('action, actor_id, details')
    .eq('subject', profile?.id ?? '')
  return { role: profile?.user_type, log }
}

const MADE = { role: 'Admin', log: [{ action: 'admin.made', actor_id: null, details: { from: 'Student' } }] }

test('the admin command rejects an invalid or unknown address in a sentence with exit code 1', async () => {
  const variables = { DATA_DIR: shared.dataDirectory }
  for (const words of [[], ['ada']]) {
    expect(await admin(words, variables)).toEqual({
      code: 1,
      output: 'Say whose account it is: npm run make-admin -- ada@example.com\n',
    })
  }
  expect(await admin(['nobody@example.ng'], variables)).toEqual({
    code: 1,
    output: 'No account has the address nobody@example.ng. Sign up with it first, then run this again.\n',
  })
})

/** Signs a student up at the shared site. */
async function aStudent() {
  const email = newAddress('admin')
  const firstName = `Ope${Date.now()}`
  await signUp(shared.url, { ...signUpFields(email), first_name: firstName })
  const link = linkIn((await mailTo(shared.dataDirectory, email)).mail)
  await send(link, { password: signUpFields(email).password })
  return { email, role: () => getRole(shared.backendUrl, shared.keys.secret_key, firstName) }
}

test('the admin command grants the role once through the local socket of a running site and logs it once', async () => {
  const { email, role } = await aStudent()
  expect(await role()).toEqual({ role: 'Student', log: [] })

  // The second call writes the address in another case: it is one account and one log entry.
  for (const each of [email, email.toUpperCase()]) {
    expect(await admin([each], { DATA_DIR: shared.dataDirectory })).toEqual({
      code: 0,
      output: `${each} is an admin now.\n`,
    })
  }
  expect(await role()).toEqual(MADE)
})

test('the admin command opens an unused data directory itself and works through the socket of a separate backend', async () => {
  const directory = await startedOnce()
  whenOver(directory.remove)
  const here = { DATA_DIR: directory.path }
  expect(await admin([STUDENT], here)).toEqual({ code: 0, output: `${STUDENT} is an admin now.\n` })
  const unknown = await admin(['nobody@example.ng'], here)
  expect(unknown.code).toBe(1)

  const backend = await startBackend({}, directory)
  expect(await getRole(backend.url, backend.keys.secret_key, 'Adaeze')).toEqual(MADE)
  const student = getClient(backend.url, backend.keys.publishable_key)
  const email = newAddress('door')
  await student.auth.signUp({ email, password: 'a long enough secret', options: { data: { first_name: 'Door' } } })
  const token_hash = new URL(linkIn((await mailTo(directory.path, email)).mail)).searchParams.get('token_hash') ?? ''
  expect((await student.auth.verifyOtp({ token_hash, type: 'signup' })).error).toBeNull()
  expect(await admin([email], here)).toEqual({ code: 0, output: `${email} is an admin now.\n` })
  expect(await getRole(backend.url, backend.keys.secret_key, 'Door')).toEqual(MADE)
  await backend.end()
})

test('the admin command requires the secret key for a remote backend and then works over HTTP', async () => {
  const { email, role } = await aStudent()
  const without = await admin([email], onSharedBackend)
  expect(without).toEqual({ code: 1, output: 'SUPABASE_SECRET_KEY is needed to give a role on a hosted backend\n' })
  const wrong = await admin([email], { ...onSharedBackend, SUPABASE_SECRET_KEY: 'sb_secret_that_is_not_the_one' })
  expect(wrong.code).toBe(1)
  expect(await role()).toEqual({ role: 'Student', log: [] })

  const variables = { ...onSharedBackend, SUPABASE_SECRET_KEY: shared.keys.secret_key }
  expect((await admin(['nobody@example.ng'], variables)).code).toBe(1)
  expect(await admin([email], variables)).toEqual({ code: 0, output: `${email} is an admin now.\n` })
  expect(await role()).toEqual(MADE)
})

test('the reset command removes second factors, and rejects an unknown address in a sentence', async () => {
  const variables = { DATA_DIR: shared.dataDirectory }
  const reset = (...words: string[]) => runToEnd(['tools/reset-second-factors.ts', ...words], variables)
  expect(await reset()).toEqual({
    code: 1,
    output: 'Say whose account it is: npm run reset-second-factors -- ada@example.com\n',
  })
  expect(await reset('nobody@example.ng')).toEqual({ code: 1, output: 'No account has the address nobody@example.ng.\n' })
  expect(await reset(STUDENT)).toEqual({ code: 0, output: `${STUDENT} has no second factor.\n` })
})
