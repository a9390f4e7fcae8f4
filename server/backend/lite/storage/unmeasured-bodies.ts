/*
 * Repair of @supabase/lite 0.10.0. It trusts Content-Length: a body without one passes every limit, and JSON has no
 * limit of bytes or of depth, where it answers 500. Here both are counted as they stream, and the request ends when there
 * are too many. Tests: tests/contract/storage-sizes.test.ts, tests/contract/gateway.test.ts.
 */
import { rejection } from '#server/backend/rejection.ts'

export const MAX_JSON_BYTES = 2 * 1024 * 1024

type Handler = (request: Request) => Response | Promise<Response>

/**
 * Forwards the request with a body of at most `max` bytes. Responds with 413 to larger bodies, and with 400 when a
 * required body is missing.
 */
export async function measured(request: Request, max: number, handler: Handler, { mayBeEmpty = true } = {}): Promise<Response> {
  const stated = request.headers.get('content-length')
  if (Number(stated ?? 0) > max) {
    await request.body?.cancel()
    return tooLarge()
  }
  if (!request.body) {
    return mayBeEmpty ? handler(request) : empty()
  }
  let seen = 0
  let fault: (() => Response) | null = null
  const isTooDeep = request.headers.get('content-type')?.includes('json') ? measureDepth() : () => false
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > max) {
        fault = tooLarge
        controller.error(new Error('The body is larger than allowed'))
      } else if (isTooDeep(chunk)) {
        fault = tooDeep
        controller.error(new Error('The JSON is nested too deeply'))
      } else {
        controller.enqueue(chunk)
      }
    },
    flush(controller) {
      if (seen === 0 && !mayBeEmpty) {
        fault = empty
        controller.error(new Error('The body is empty'))
      }
    },
  })
  const response = await handler(withBody(request, request.body.pipeThrough(counting)))
  return faultOr(fault, response)
}

const MAX_DEPTH = 200
const [QUOTE, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, [0x5b, 0x7b], [0x5d, 0x7d]]

/** Returns a function that reads JSON in chunks, and returns true once it is nested too deeply for lite or PostgreSQL. */
function measureDepth(): (chunk: Uint8Array) => boolean {
  let [depth, inText, isEscaped] = [0, false, false]
  return (chunk) => {
    for (const byte of chunk) {
      if (inText) {
        inText = isEscaped || byte !== QUOTE
        isEscaped = !isEscaped && byte === BACKSLASH
      } else if (byte === QUOTE) {
        inText = true
      } else if (OPENING.includes(byte)) {
        depth += 1
      } else if (CLOSING.includes(byte)) {
        depth -= 1
      }
      if (depth > MAX_DEPTH) {
        return true
      }
    }
    return false
  }
}

/** Reads the bytes of a JSON body, or responds with 413 if there are too many, and with 400 if it is nested too deeply. */
export async function readAtMost(request: Request, max: number): Promise<Uint8Array | Response> {
  const chunks: Uint8Array[] = []
  const isTooDeep = measureDepth()
  let seen = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    seen += chunk.byteLength
    if (seen > max) {
      return tooLarge()
    }
    if (isTooDeep(chunk)) {
      return tooDeep()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Copies the request with another body and other changes. */
export function withBody(
  request: Request,
  body: ReadableStream<Uint8Array> | string,
  headers = request.headers,
  url = request.url,
): Request {
  return new Request(url, { method: request.method, headers, body, duplex: 'half', signal: request.signal } as RequestInit)
}

function faultOr(fault: (() => Response) | null, response: Response): Response {
  return fault ? fault() : response
}

function tooLarge(): Response {
  return lastOnItsConnection(rejection(413, 'Payload too large', 'The object exceeded the maximum allowed size'))
}

function tooDeep(): Response {
  return lastOnItsConnection(rejection(400, 'invalid_request', 'The JSON is nested too deeply'))
}

function empty(): Response {
  return rejection(400, 'invalid_request', 'The file is empty')
}

/** Marks a response as the last on its connection, because the rest of the body is not read. */
function lastOnItsConnection(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}
