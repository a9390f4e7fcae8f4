/*
 * Repair of @supabase/lite 0.10.0. A storage link with a forged or expired token ends in 500. Its links have another
 * field name and another prefix than supabase-js expects, so createSignedUrl and createSignedUploadUrl do not work.
 * It cannot create several links at once. Test: tests/contract/storage-links.test.ts.
 */
import { errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { BackendKeys } from '#server/backend/keys.ts'
import { liteAddress } from './names.ts'
import { withBody } from './unmeasured-bodies.ts'
import { rejection } from '#server/backend/rejection.ts'

const LINK = /^\/storage\/v1\/object\/(upload\/)?sign\//

/** Rejects requests with a forged or expired link; returns the others. */
export async function withGenuineLink(request: Request, keys: BackendKeys): Promise<Request | Response> {
  const { pathname, searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (!LINK.test(pathname) || token === null) {
    return request
  }
  try {
    await jwtVerify(token, new TextEncoder().encode(keys.jwt_secret), { algorithms: ['HS256'] })
    return request
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) {
      throw error
    }
    return rejection(400, 'InvalidJWT', 'The link is not valid, or not any more')
  }
}

type Handler = (request: Request) => Response | Promise<Response>

/** Handles requests for links as hosted storage does, and forwards everything else to lite. */
export async function withHostedLinks(request: Request, handler: Handler): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST' || !LINK.test(pathname)) {
    return handler(request)
  }
  if (/^\/storage\/v1\/object\/sign\/[^/]+$/.test(pathname)) {
    return severalLinks(request, handler)
  }
  const response = await handler(request)
  if (!response.ok) {
    return response
  }
  const input = (await response.json()) as { signedUrl: string; token?: string }
  const address = input.signedUrl.replace(/^\/storage\/v1/, '')
  return Response.json({ token: input.token, signedURL: address, url: address })
}

const severalPaths = v.object({ expiresIn: v.number(), paths: v.pipe(v.array(v.string()), v.maxLength(100)) })

async function severalLinks(request: Request, handler: Handler): Promise<Response> {
  const asked = v.safeParse(severalPaths, await request.json())
  if (!asked.success) {
    return rejection(400, 'invalid_request', 'Send { expiresIn, paths }')
  }
  const { expiresIn, paths } = asked.output
  const links = paths.map(async (path) => {
    const address = liteAddress(path.split('/'))
    if (address === null) {
      return { path, signedURL: null, error: 'Invalid key' }
    }
    const one = withBody(request, JSON.stringify({ expiresIn }), undefined, `${request.url}/${address}`)
    const response = await withHostedLinks(one, handler)
    const { signedURL = null, message = null } = (await response.json()) as { signedURL?: string; message?: string }
    return { path, signedURL, error: response.ok ? null : message }
  })
  return Response.json(await Promise.all(links))
}
