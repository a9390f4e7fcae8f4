/* Raw requests, for what supabase-js would not send or show. */
import { backend, type CurrentUser } from './people.ts'

type Options = RequestInit & { as?: CurrentUser | 'visitor' | 'service'; token?: string }

/**
 * Sends a request with the key and token of a user. Paths start with /rest/v1, /auth/v1, /storage/v1 or /functions/v1.
 */
export function send(path: string, { as = 'visitor', token, ...init }: Options = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) {
    headers.set('apikey', as === 'service' ? backend.secretKey : backend.publishableKey)
  }
  const bearer = token ?? (typeof as === 'object' ? as.accessToken : undefined)
  if (bearer !== undefined) {
    headers.set('authorization', `Bearer ${bearer}`)
  }
  return fetch(`${backend.url}${path}`, { ...init, headers })
}

export function sendJson(path: string, body: unknown, options: Options = {}): Promise<Response> {
  return send(path, { method: 'POST', ...options, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}
