/*
 * Floods from several addresses. Behind a trusted proxy a test can use several: each request names its own in
 * X-Forwarded-For.
 */
import { expect } from 'vitest'
import { type TestResponse, send } from '../support/http.ts'
import { expectSecurityHeaders } from './security-headers.ts'

export const at = (address: string) => ({ headers: { 'x-forwarded-for': address } })
export const signIn = (url: string, email: string, password: string, options: Parameters<typeof send>[2] = {}) =>
  send(`${url}/auth`, { intent: 'login', email, password }, options)
export const getStatuses = (responses: TestResponse[]) => {
  const counted: Record<number, number> = {}
  for (const { status } of responses) {
    counted[status] = (counted[status] ?? 0) + 1
  }
  return counted
}
export const times = <T>(count: number, each: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => each(nth)))

/** Returns an unused address. */
let used = 0
export const somewhere = () => `203.0.${113 + Math.floor((used += 1) / 250)}.${used % 250}`

export function expectRejected(response: TestResponse, sentence: string, max: number) {
  expect(response.status).toBe(429)
  expect(response.headers['retry-after']).toMatch(/^\d+$/)
  const wait = Number(response.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(max)
  expect(response.headers['cache-control']).toMatch(/no-store/)
  expect(response.text).toContain(sentence)
  expectSecurityHeaders(response)
}
