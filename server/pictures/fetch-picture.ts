/*
 * Fetches a picture of another site. Its address comes from the text of a post, so our own network must be
 * unreachable: request-filtering-agent rejects private, local and reserved addresses when a name is resolved and
 * again when the connection is made, also after a redirect.
 */
import http from 'node:http'
import https from 'node:https'
import { type RequestFilteringAgentOptions, useAgent } from 'request-filtering-agent'

const MAX_BYTES = 15 * 1024 * 1024
const MAX_REDIRECTS = 3
/** Time limit of the whole fetch, with its redirects. */
const TIMEOUT_MS = 15_000
/** The user agent tells server operators which client fetches, so that they can contact us. */
const HEADERS = { accept: 'image/*', 'user-agent': 'Lamplight (picture import)' }

/**
 * Returns the bytes of a picture at an http or https address.
 * @param allowed only tests allow addresses of their own machine.
 * @throws when the picture is unavailable, too large or too slow, or its address is not public.
 */
export async function fetchPicture(address: string, allowed: RequestFilteringAgentOptions = {}): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await get(url, signal, allowed)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) {
      return readBounded(response)
    }
    response.destroy()
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
      throw new Error(`The server responded ${statusCode}`)
    }
    url = new URL(headers.location, url)
  }
  throw new Error(`It was redirected more than ${MAX_REDIRECTS} times`)
}

function get(url: URL, signal: AbortSignal, allowed: RequestFilteringAgentOptions): Promise<http.IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error('Its address is neither https nor http')
  }
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const client = url.protocol === 'https:' ? https : http
  client.get(url, { agent: useAgent(url.href, allowed), headers: HEADERS, signal }, resolve).once('error', reject)
  return promise
}

async function readBounded(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_BYTES) {
      throw new Error('It is larger than 15 MiB')
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
