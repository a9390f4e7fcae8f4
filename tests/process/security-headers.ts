import { expect } from 'vitest'
import type { TestResponse } from '../support/http.ts'

/** Checks the headers that every response has. */
export function expectSecurityHeaders({ headers }: Pick<TestResponse, 'headers'>, options: { secure?: boolean } = {}): void {
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toMatch(/form-action '(none|self)'/)
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).not.toMatch(/(script|style)-src[^;]*(\*|https?:)/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('camera=()')
  if (options.secure) {
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  } else {
    expect(headers['strict-transport-security']).toBeUndefined()
  }
}
