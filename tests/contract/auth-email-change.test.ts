import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mailsTo } from './mail.ts'
import { aStudent, aVisitor, backend, GOOD_PASSWORD, newAddress, type CurrentUser, signIn } from './people.ts'
import { send, sendJson } from './raw.ts'

/** Requests the change as supabase-js does. */
const ask = (user: CurrentUser, email: string) =>
  sendJson('/auth/v1/user', { email }, { as: user, method: 'PUT' }).then(async (response) => ({
    status: response.status,
    body: (await response.json()) as { email?: string; new_email?: string; error_code?: string; code?: string },
  }))
/** Returns the token of the newest email about a change to this address. */
const tokenTo = (address: string) => linkToken(address, 'Confirm the new email of your account', 'email_change')
const recoveryTokenTo = (address: string) => linkToken(address, 'Choose a new Lamplight password', 'recovery')
async function linkToken(address: string, about: string, type: string): Promise<string> {
  const mail = (await mailsTo(address)).findLast(({ subject }) => subject === about)
  return mail?.html?.match(/token_hash=([^&"]+)&amp;type=(\w+)/)?.[2] === type
    ? (mail.html.match(/token_hash=([^&"]+)/)?.[1] ?? '')
    : ''
}
const confirm = (token: string) => aVisitor().auth.verifyOtp({ token_hash: token, type: 'email_change' })
const getEmail = async (user: CurrentUser) =>
  ((await (await send('/auth/v1/user', { as: user })).json()) as { email: string }).email

describe.runIf(backend.embedded)('a change of the email address', () => {
  test.each(['the present address first', 'the new address first'])(
    'changes the address when both addresses confirmed it, %s',
    async (order) => {
      const ada = await aStudent('Ada')
      const address = newAddress('moved')
      expect(await ask(ada, address.toUpperCase())).toMatchObject({ status: 200, body: { email: ada.email, new_email: address } })
      const tokens = [await tokenTo(ada.email), await tokenTo(address)]
      expect(new Set(tokens).size).toBe(2)
      const [first = '', second = ''] = order.startsWith('the present') ? tokens : tokens.toReversed()

      const half = await confirm(first)
      expect(half.error).toBeNull()
      expect(half.data.session).toBeNull()
      expect(await getEmail(ada)).toBe(ada.email)
      expect((await confirm(first)).error).toMatchObject({ status: 403, code: 'otp_expired' })

      const whole = await confirm(second)
      expect(whole.error).toBeNull()
      expect(whole.data.user?.email).toBe(address)
      expect(whole.data.session?.access_token).toBeTruthy()
      for (const token of tokens) {
        expect((await confirm(token)).error).toMatchObject({ status: 403, code: 'otp_expired' })
      }
      await expect(signIn(address, GOOD_PASSWORD)).resolves.toMatchObject({ userId: ada.userId })
      await expect(signIn(ada.email, GOOD_PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
    },
  )

  test('ends the links for a new password that the old mailbox still has', async () => {
    const ada = await aStudent('Ada')
    await aVisitor().auth.resetPasswordForEmail(ada.email)
    const recovery = await recoveryTokenTo(ada.email)
    expect(recovery).not.toBe('')
    const address = newAddress('moved')
    await ask(ada, address)
    for (const to of [ada.email, address]) {
      expect((await confirm(await tokenTo(to))).error).toBeNull()
    }
    expect((await aVisitor().auth.verifyOtp({ token_hash: recovery, type: 'recovery' })).error).toMatchObject({
      code: 'otp_expired',
    })
  })

  test('ends with a new password, as do the links for another one', async () => {
    const ada = await aStudent('Ada')
    const address = newAddress('moved')
    await ask(ada, address)
    await aVisitor().auth.resetPasswordForEmail(ada.email)
    const recovery = await recoveryTokenTo(ada.email)
    const changed = await sendJson('/auth/v1/user', { password: 'another lamp for the night' }, { as: ada, method: 'PUT' })
    expect(changed.status).toBe(200)
    for (const to of [ada.email, address]) {
      expect((await confirm(await tokenTo(to))).error).toMatchObject({ code: 'otp_expired' })
    }
    expect((await aVisitor().auth.verifyOtp({ token_hash: recovery, type: 'recovery' })).error).toMatchObject({
      code: 'otp_expired',
    })
    expect(await getEmail(ada)).toBe(ada.email)
  })

  test('sends emails with both addresses and a link to our own page, as HTML and as text', async () => {
    const ada = await aStudent('Ada')
    const address = newAddress('moved')
    await ask(ada, address)
    for (const to of [ada.email, address]) {
      const mail = (await mailsTo(to)).at(-1)
      expect(mail?.subject).toBe('Confirm the new email of your account')
      for (const part of [mail?.html, mail?.text]) {
        expect(part).toContain(ada.email)
        expect(part).toContain(address)
        expect(part).toMatch(/http:\/\/localhost:3000\/auth\/confirm\?token_hash=\w+&(amp;)?type=email_change/)
        expect(part).not.toContain('{{')
      }
    }
  })

  test('rejects the link of a replaced request and a link of another kind', async () => {
    const ada = await aStudent('Ada')
    const [first, second] = [newAddress('first'), newAddress('second')]
    await ask(ada, first)
    expect(await ask(ada, second)).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
    expect(await tokenTo(second)).toBe('')
    const token = await tokenTo(first)
    for (const type of ['signup', 'recovery'] as const) {
      expect((await aVisitor().auth.verifyOtp({ token_hash: token, type })).error).toMatchObject({ code: 'otp_expired' })
    }
    for (const wrong of ['', 'x', 'null', token.slice(1), `${token}0`]) {
      const response = await sendJson('/auth/v1/verify', { type: 'email_change', token_hash: wrong })
      expect(response.status, wrong).toBe(403)
    }
    expect(await getEmail(ada)).toBe(ada.email)
  })

  test('rejects an address that has an account, also one taken after the request', async () => {
    const [ada, bola] = [await aStudent('Ada'), await aStudent('Bola')]
    expect(await ask(ada, bola.email)).toMatchObject({ status: 422, body: { error_code: 'email_exists' } })
    const address = newAddress('wanted')
    await ask(ada, address)
    await aVisitor().auth.signUp({ email: address, password: GOOD_PASSWORD })
    await confirm(await tokenTo(ada.email))
    expect((await confirm(await tokenTo(address))).error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect(await getEmail(ada)).toBe(ada.email)
  })

  test.each(['nobody', 'a@b@c', 'a\r\nBcc: x@example.com'])('rejects %j and sends no email', async (address) => {
    const ada = await aStudent('Ada')
    const before = (await mailsTo(ada.email)).length
    const { status } = await ask(ada, address)
    expect([400, 422]).toContain(status)
    expect(await mailsTo(ada.email)).toHaveLength(before)
  })

  test('rejects a request without a session', async () => {
    const response = await sendJson('/auth/v1/user', { email: newAddress('x') }, { method: 'PUT' })
    expect(response.status).toBe(401)
  })

  test("prevents guessing a link's token from the addresses by trying the short codes", async () => {
    const ada = await aStudent('Ada')
    const address = newAddress('moved')
    await ask(ada, address)
    const tokens = new Set([await tokenTo(ada.email), await tokenTo(address)])
    let found = 0
    for (let code = 0; code < 1_000_000; code += 1) {
      const digits = String(code).padStart(6, '0')
      found += Number(tokens.has(hash('sha256', ada.email + digits))) + Number(tokens.has(hash('sha256', address + digits)))
    }
    expect(found).toBe(0)
  })
})
