import { expect, test, vi } from 'vitest'
import { equalizeSignInTiming } from './sign-in.ts'

/** Signs in as this account, or as an unknown one. Returns the compared hash and what was forwarded to lite. */
async function signIn(account: { hash: string | null; confirmed: boolean } | null, isRight = false) {
  const compare = vi.fn<(password: string, hash: string) => Promise<boolean>>(async () => isRight)
  const lite = vi.fn<(request: Request) => Promise<Response>>(async (request) => Response.json(await request.json()))
  const answers = equalizeSignInTiming({ query: async <Row>() => (account ? [account] : []) as Row[] }, compare)
  const request = new Request('http://backend.invalid/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: 'Ada@example.ng', password: 'a guess' }),
  })
  const response = await answers(request, lite)
  return { hashed: compare.mock.calls, asked: response ? ((await response.json()) as { email: string }).email : 'as it came' }
}

test('sign-in compares a password for every address, in lite only for confirmed accounts', async () => {
  expect(await signIn({ hash: 'the hash', confirmed: true })).toEqual({ hashed: [], asked: 'as it came' })
  expect((await signIn({ hash: 'the hash', confirmed: false })).hashed).toEqual([['a guess', 'the hash']])
  for (const account of [null, { hash: null, confirmed: true }, { hash: null, confirmed: false }]) {
    const { hashed } = await signIn(account)
    expect(hashed).toEqual([['a guess', expect.stringMatching(/^\$2b\$10\$[./A-Za-z0-9]{53}$/)]])
  }
})

test('sign-in reveals that an address is unconfirmed only with the right password', async () => {
  expect((await signIn({ hash: 'the hash', confirmed: false }, true)).asked).toBe('Ada@example.ng')
  expect((await signIn({ hash: 'the hash', confirmed: false }, false)).asked).toMatch(/@nobody\.invalid$/)
  expect((await signIn(null, false)).asked).toMatch(/@nobody\.invalid$/)
})

test('sign-in leaves other requests to lite', async () => {
  const answers = equalizeSignInTiming({ query: async () => [] }, async () => true)
  const lite = () => new Response()
  for (const [path, body] of [
    ['/auth/v1/token?grant_type=refresh_token', '{"refresh_token":"x"}'],
    ['/auth/v1/token?grant_type=password', '{"email":"a@b.ng"}'],
    ['/auth/v1/token?grant_type=password', ''],
    ['/auth/v1/signup', '{"email":"a@b.ng","password":"x"}'],
  ]) {
    const request = new Request(`http://backend.invalid${path}`, { method: 'POST', body: body ?? '' })
    expect(await answers(request, lite), path).toBeNull()
  }
})
