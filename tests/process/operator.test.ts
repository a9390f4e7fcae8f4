import { expect, test } from 'vitest'
import { freePort, runToEnd } from '../support/processes.ts'
import { send } from '../support/ask.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/mails.ts'
import { clientOf, shared, startBackend, startedOnce, startSite, STUDENT } from './sites.ts'

const operator = (words: string[], variables: Record<string, string>) => runToEnd(['scripts/operator.ts', ...words], variables)

/** What the backend keeps of an account's role, and of how it came by it. */
async function roleOf(url: string, secretKey: string, firstName: string) {
  const service = clientOf(url, secretKey)
  const { data: profile } = await service.from('profiles').select('id, user_type').eq('first_name', firstName).single()
  const { data: log } = await service
    .from('audit_log')
    .select('action, actor_id, details')
    .eq('subject', profile?.id ?? '')
  return { role: profile?.user_type, log }
}

const MADE = { role: 'Admin', log: [{ action: 'operator.made', actor_id: null, details: { from: 'Student' } }] }

test('an address that is none, or has no account, is said in a sentence with exit code 1', async () => {
  const variables = { DATA_DIR: shared.dataDirectory }
  for (const words of [[], ['ada']]) {
    expect(await operator(words, variables)).toEqual({
      code: 1,
      output: 'Say whose account it is: npm run operator -- ada@example.com\n',
    })
  }
  expect(await operator(['nobody@example.ng'], variables)).toEqual({
    code: 1,
    output: 'No account has the address nobody@example.ng. Sign up with it first, then run this again.\n',
  })
})

test('while the site runs, its local door lets the operator in: the role is given and logged once', async () => {
  const email = newAddress('operator')
  const firstName = `Ope${Date.now()}`
  await signUp(shared.url, { ...signUpFields(email), first_name: firstName })
  const link = linkIn((await mailTo(shared.dataDirectory, email)).mail)
  await send(link, { token_hash: new URL(link).searchParams.get('token_hash') ?? '' })
  expect(await roleOf(shared.backendUrl, shared.keys.secret_key, firstName)).toEqual({ role: 'Student', log: [] })

  // Twice, and the second time in another case: it is one address and one entry.
  for (const each of [email, email.toUpperCase()]) {
    expect(await operator([each], { DATA_DIR: shared.dataDirectory })).toEqual({
      code: 0,
      output: `${each} is an operator now.\n`,
    })
  }
  expect(await roleOf(shared.backendUrl, shared.keys.secret_key, firstName)).toEqual(MADE)
})

test('while nothing runs, it opens the data directory itself and leaves it free', async () => {
  const directory = await startedOnce()
  expect(await operator([STUDENT], { DATA_DIR: directory.path })).toEqual({ code: 0, output: `${STUDENT} is an operator now.\n` })
  const unknown = await operator(['nobody@example.ng'], { DATA_DIR: directory.path })
  expect(unknown.code).toBe(1)

  const backendPort = await freePort()
  const site = await startSite({ BACKEND_PORT: String(backendPort) }, directory)
  const { keys } = shared
  expect(await roleOf(`http://127.0.0.1:${backendPort}`, keys.secret_key, 'Adaeze')).toEqual(MADE)
  await site.end()
})

test('on a backend at the other end of a line it needs the secret key, and then works over HTTP', async () => {
  const backend = await startBackend()
  const { SUPABASE_SECRET_KEY: _left, ...public_ } = backend.variables
  const without = await operator([STUDENT], public_)
  expect(without).toEqual({ code: 1, output: 'SUPABASE_SECRET_KEY is needed to give a role on a hosted backend\n' })
  const wrong = await operator([STUDENT], { ...public_, SUPABASE_SECRET_KEY: 'sb_secret_that_is_not_the_one' })
  expect(wrong.code).toBe(1)
  expect(await roleOf(backend.url, backend.keys.secret_key, 'Adaeze')).toEqual({ role: 'Student', log: [] })

  expect((await operator(['nobody@example.ng'], backend.variables)).code).toBe(1)
  expect(await operator([STUDENT], backend.variables)).toEqual({ code: 0, output: `${STUDENT} is an operator now.\n` })
  expect(await roleOf(backend.url, backend.keys.secret_key, 'Adaeze')).toEqual(MADE)
  await backend.end()
})

test('beside a backend that runs alone it works through that one’s door too', async () => {
  const backend = await startBackend()
  expect(await operator([STUDENT], { DATA_DIR: backend.dataDirectory })).toEqual({
    code: 0,
    output: `${STUDENT} is an operator now.\n`,
  })
  expect(await roleOf(backend.url, backend.keys.secret_key, 'Adaeze')).toEqual(MADE)
  await backend.end()
})
