/*
 * Repair of @supabase/lite 0.10.0. On HEAD of a public object it opens the file and never closes it; it ignores
 * If-None-Match, so browsers load an avatar again with every page; it ignores ?download, with which supabase-js requests
 * an attachment; and it says that an object is missing without the code by which `exists` knows it. Test:
 * tests/contract/storage-reads.test.ts.
 */
import { decodedName } from './names.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** Serves a request for an object as hosted storage does; anything else as lite does. */
export async function downloaded(request: Request, handler: Handler): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const isPublic = /^\/storage\/v1\/object\/(public|sign)\//.test(pathname)
  const isHead = request.method === 'HEAD' && isPublic
  const response = await handler(isHead ? new Request(request.url, { headers: request.headers }) : request)
  if (response.status === 400 && pathname.startsWith('/storage/v1/object/info/')) {
    const fault = (await response.json()) as { statusCode?: string }
    return Response.json(fault.statusCode === '404' ? { ...fault, code: 'NoSuchKey' } : fault, { status: 400 })
  }
  if (!response.ok || (request.method !== 'GET' && !isHead)) {
    return isHead ? bodiless(response, response.status) : response
  }
  const etag = response.headers.get('etag')
  if (etag !== null && request.headers.get('if-none-match') === etag) {
    return bodiless(response, 304)
  }
  const wanted = searchParams.get('download')
  if (wanted !== null) {
    const name = wanted || (decodedName(pathname.slice(pathname.lastIndexOf('/') + 1)) ?? 'file')
    response.headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`)
  }
  return isHead ? bodiless(response, response.status) : response
}

async function bodiless(response: Response, status: number): Promise<Response> {
  await response.body?.cancel()
  const headers = new Headers(response.headers)
  if (status === 304) {
    headers.delete('content-length')
  }
  return new Response(null, { status, headers })
}
