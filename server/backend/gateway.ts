/*
 * The only door to the embedded backend. It lets through what Supabase serves to clients and nothing else: lite would also answer
 * /_system (schema, connection address) to anyone. It also refuses, before lite sees them, inputs that make lite fail:
 * fields of auth that are not plain strings, bodies larger than a bucket takes when they come without a length, empty files.
 */
import type { BackendKeys } from './keys.ts'

export type BackendFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>
type Answer = (request: Request) => Response | Promise<Response>

const SERVED = /^\/(rest|auth|storage|functions)\/v1(\/|$)/
const MOST_AUTH_BYTES = 64 * 1024
const MOST_FILE_BYTES = 50 * 1024 * 1024
const MOST_OTHER_BYTES = 2 * 1024 * 1024

/** Builds the door. `settled` resolves when no request is under way any more. */
export function createGateway(lite: Answer, functions: Answer, keys: BackendKeys) {
  const underWay = new Set<Promise<unknown>>()

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const service = pathname.match(SERVED)?.[1]
    if (!service) {
      return refusal(404, 'not_found', 'There is nothing here')
    }
    try {
      if (service === 'functions') {
        return await functions(request)
      }
      if (request.method === 'OPTIONS') {
        return await lite(request)
      }
      const checked = service === 'auth' ? await checkAuthBody(request) : await checkBody(request, service)
      if (checked instanceof Response) {
        return checked
      }
      return named(await lite(withPublishableKeyAsVisitor(checked, keys)))
    } catch (error) {
      if (error instanceof TooLarge) {
        return refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size')
      }
      console.error(`The backend failed at ${request.method} ${pathname}: ${error instanceof Error ? error.name : 'unknown'}`)
      return refusal(500, 'unexpected_failure', 'The backend failed')
    }
  }

  return {
    fetch(request: Request): Promise<Response> {
      const response = answer(request)
      underWay.add(response)
      void response.finally(() => underWay.delete(response))
      return response
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}

class TooLarge extends Error {}

/** lite answers 500 to fields of auth that are not strings, and takes a NUL inside a password. */
async function checkAuthBody(request: Request): Promise<Request | Response> {
  if (!request.body) {
    return request
  }
  const text = new TextDecoder().decode(await readAtMost(request.body, MOST_AUTH_BYTES))
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    return refusal(400, 'bad_json', 'Could not parse request body as JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refusal(400, 'bad_json', 'Could not parse request body as JSON')
  }
  const fields = body as Record<string, unknown>
  for (const name of ['email', 'password', 'token_hash', 'token', 'type', 'refresh_token']) {
    const value = fields[name]
    if (value !== undefined && value !== null && typeof value !== 'string') {
      return refusal(400, 'validation_failed', `${name} must be a string`)
    }
    if (typeof value === 'string' && value.includes('\0')) {
      return refusal(400, 'validation_failed', `${name} holds a character that cannot be used`)
    }
  }
  if (JSON.stringify(fields.data ?? {}).includes('\\u0000')) {
    return refusal(400, 'validation_failed', 'data holds a character that cannot be used')
  }
  return new Request(request, { body: text })
}

async function checkBody(request: Request, service: string): Promise<Request | Response> {
  if (/%00/i.test(request.url)) {
    return refusal(400, 'invalid_request', 'The address holds a character that cannot be used')
  }
  if (!request.body) {
    return request
  }
  const storing = service === 'storage' && /\/storage\/v1\/object\/(?!list|sign|copy|move|info)/.test(request.url)
  const most = storing ? MOST_FILE_BYTES : MOST_OTHER_BYTES
  const stated = request.headers.get('content-length')
  if (stated !== null && Number(stated) > most) {
    await request.body.cancel()
    throw new TooLarge()
  }
  if (storing && stated === '0') {
    return refusal(400, 'invalid_request', 'The file is empty')
  }
  return new Request(request, { body: request.body.pipeThrough(countingUpTo(most)), duplex: 'half' } as RequestInit)
}

/** A stream that fails at the first byte too many, whatever length was stated. */
function countingUpTo(most: number) {
  let seen = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > most) {
        controller.error(new TooLarge())
      } else {
        controller.enqueue(chunk)
      }
    },
  })
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body.pipeThrough(countingUpTo(most)) as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** supabase-js sends the key as bearer for a visitor; lite wants a token there or nothing. */
function withPublishableKeyAsVisitor(request: Request, keys: BackendKeys): Request {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '')
  if (bearer !== keys.publishable_key) {
    return request
  }
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  return new Request(request, { headers })
}

/** Nothing of the backend may be sniffed into another type. */
function named(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('x-content-type-options', 'nosniff')
  return new Response(response.body, { status: response.status, headers })
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ statusCode: String(status), code, error: code, error_code: code, msg: message, message }, { status })
}
