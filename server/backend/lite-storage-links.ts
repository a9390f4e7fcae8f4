/*
 * Repair of @supabase/lite 0.10.0. A storage link with a forged or expired token ends in 500, and the links it gives carry another field
 * name and another start than supabase-js reads, so that createSignedUrl and createSignedUploadUrl give nothing that works.
 * Test: tests/contract/storage-links.test.ts.
 */
import { jwtVerify } from 'jose'
import type { BackendKeys } from './keys.ts'
import { refusal } from './refusal.ts'

const LINK = /^\/storage\/v1\/object\/(upload\/)?sign\//

/** The request, unless it comes by a link that we did not give or that has run out. */
export async function withGenuineLink(request: Request, keys: BackendKeys): Promise<Request | Response> {
  const { pathname, searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (!LINK.test(pathname) || token === null) {
    return request
  }
  try {
    await jwtVerify(token, new TextEncoder().encode(keys.jwt_secret), { algorithms: ['HS256'] })
    return request
  } catch {
    return refusal(400, 'InvalidJWT', 'The link is not valid, or not any more')
  }
}

type Link = { signedUrl?: string }

/** An answer that gives links, as hosted storage writes it; any other answer as it is. */
export async function withLinksOfToday(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'POST' || !LINK.test(new URL(request.url).pathname) || !response.ok) {
    return response
  }
  const given = (await response.json()) as Link | Link[]
  return Response.json(Array.isArray(given) ? given.map(asToday) : asToday(given))
}

function asToday({ signedUrl, ...rest }: Link) {
  const address = signedUrl?.replace(/^\/storage\/v1/, '') || null
  return { ...rest, signedURL: address, url: address }
}
