/*
 * Repair of @supabase/lite 0.10.0. It believes Content-Length: a body that comes without one slips past every limit, and nothing limits
 * JSON. Here bytes are counted as they stream, and the first one too many ends it.
 * Test: tests/contract/storage-sizes.test.ts.
 */
import { refusal } from '../../refusal.ts'

export const MOST_JSON_BYTES = 2 * 1024 * 1024

type Answer = (request: Request) => Response | Promise<Response>

/** Hands the request on with a body that ends at `most` bytes; answers 413 when there are more, 400 when there is none and must be. */
export async function measured(request: Request, most: number, answer: Answer, { mayBeEmpty = true } = {}): Promise<Response> {
  const stated = request.headers.get('content-length')
  if (Number(stated ?? 0) > most) {
    await request.body?.cancel()
    return tooLarge()
  }
  if (!request.body) {
    return mayBeEmpty ? answer(request) : empty()
  }
  let seen = 0
  let fault: (() => Response) | null = null
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > most) {
        fault = tooLarge
        controller.error(new Error('The body is larger than allowed'))
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
  const response = await answer(withBody(request, request.body.pipeThrough(counting)))
  return faultOr(fault, response)
}

/** The bytes of a body, or the answer that there are too many. */
export async function readAtMost(request: Request, most: number): Promise<Uint8Array | Response> {
  const chunks: Uint8Array[] = []
  let seen = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    seen += chunk.byteLength
    if (seen > most) {
      return tooLarge()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The same request with another body, and whatever else is to be another. */
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
  return lastOnItsConnection(refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size'))
}

function empty(): Response {
  return refusal(400, 'invalid_request', 'The file is empty')
}

/** What is left of the body is not read, so nothing else can come over that connection. */
function lastOnItsConnection(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}
