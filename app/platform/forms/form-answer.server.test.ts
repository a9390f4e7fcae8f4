import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Site, siteContext } from '#app/services/site.server.ts'
import { userContext } from '../session/session.server.ts'
import { formAnswerContext, redirectToAnswer, restoreFormAnswer } from './form-answer.server.ts'

const ADDRESS = 'http://lamplight.test/contact?about=order'
const answer: Record<string, unknown> = {
  'routes/contact': { values: { message: 'I paid twice' }, errors: { email: 'Type your email' } },
}

function createContext(userId: string | null = null) {
  const context = new RouterContextProvider()
  context.set(siteContext, { secure: false } as Site)
  context.set(userContext, userId === null ? null : ({ userId } as never))
  return context
}

function respond(userId: string | null, { dest = 'document', statusCode = 400, actionData = answer, cacheControl = '' } = {}) {
  const request = new Request(ADDRESS, { method: 'POST', headers: { 'sec-fetch-dest': dest } })
  const headers = new Headers({ 'set-cookie': 'opened=link' })
  const actionHeaders = { 'routes/contact': new Headers({ 'cache-control': cacheControl }) }
  return redirectToAnswer(request, createContext(userId), { statusCode, actionData, actionHeaders }, headers)
}

async function restore(location: string, cookie: string, userId: string | null) {
  const context = createContext(userId)
  const request = new Request(new URL(location, ADDRESS), { headers: { cookie } })
  await restoreFormAnswer({ request, context } as never, async () => new Response())
  return context.get(formAnswerContext)
}

test('redirectToAnswer leads to the marked page, which gets the response of the action and its status', async () => {
  const redirected = respond('ada', { statusCode: 409 })
  expect([redirected?.status, redirected?.headers.get('location')]).toEqual([303, '/contact?about=order&answer'])
  const [opened, cookie = ''] = redirected?.headers.getSetCookie() ?? []
  expect(opened).toBe('opened=link')
  expect(cookie).toMatch(/; Max-Age=600; Path=\/contact; HttpOnly; SameSite=Lax$/)
  const value = cookie.split(';')[0] ?? ''
  expect(await restore('/contact?about=order&answer', value, 'ada')).toMatchObject({ status: 409, actionData: answer })
  expect(await restore('/contact?about=order', value, 'ada')).toBeNull()
  expect(await restore('/contact?answer', value, 'ada')).toBeNull()
  expect(await restore('/contact?about=order&answer', value, 'ben')).toBeNull()
  expect(await restore('/contact?about=order&answer', value, null)).toBeNull()
  expect(await restore('/contact?about=order&answer', 'answer=forged', 'ada')).toBeNull()
})

test('redirectToAnswer does not redirect scripts, failures on our side, what is shown once, and long texts', () => {
  expect(respond(null)).not.toBeNull()
  expect(respond(null, { dest: 'empty' })).toBeNull()
  expect(respond(null, { statusCode: 503 })).toBeNull()
  expect(respond(null, { cacheControl: 'no-store' })).toBeNull()
  const words = Array.from({ length: 9000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('')
  expect(respond(null, { actionData: { 'routes/contact': { values: { words } } } })).toBeNull()
})
