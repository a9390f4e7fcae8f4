/*
 * Sends many requests over one connection at once, so that the server begins them at the same time. On separate
 * connections, each would finish before the next one is read, and no race could happen.
 */
import net from 'node:net'
import { backend, type CurrentUser } from './people.ts'

type Sent = { path: string; as: CurrentUser | 'visitor' | 'service'; method?: string; body?: Uint8Array | string; type?: string }
type ReceivedResponse = { status: number; body: string }

/** Sends the requests together and returns their responses in the same order. */
export async function pipelined(requests: Sent[]): Promise<ReceivedResponse[]> {
  const { hostname, port } = new URL(backend.url)
  const bytes = Buffer.concat(requests.map((request, at) => written(request, at === requests.length - 1)))
  const received = await new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (part) => parts.push(part))
    socket.on('end', () => resolve(Buffer.concat(parts)))
    socket.on('error', reject)
  })
  const responses: ReceivedResponse[] = []
  let at = 0
  while (at < received.length) {
    const [response, next] = readResponse(received, at)
    responses.push(response)
    at = next
  }
  return responses
}

function written({ path, as, method = 'GET', body = '', type = 'application/json' }: Sent, isLast: boolean): Buffer {
  const content = Buffer.from(body as string)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(backend.url).host}`,
    `apikey: ${as === 'service' ? backend.secretKey : backend.publishableKey}`,
    ...(typeof as === 'object' ? [`authorization: Bearer ${as.accessToken}`] : []),
    ...(content.length > 0 ? [`content-type: ${type}`, `content-length: ${content.length}`] : []),
    `connection: ${isLast ? 'close' : 'keep-alive'}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content])
}

function readResponse(received: Buffer, start: number): [ReceivedResponse, number] {
  const bodyAt = received.indexOf('\r\n\r\n', start) + 4
  const head = received.subarray(start, bodyAt).toString('latin1')
  const status = Number(head.slice(9, 12))
  if (!/^transfer-encoding: chunked/im.test(head)) {
    const end = bodyAt + Number(head.match(/^content-length: (\d+)/im)?.[1] ?? 0)
    return [{ status, body: received.subarray(bodyAt, end).toString() }, end]
  }
  let body = ''
  let at = bodyAt
  for (;;) {
    const sizeEnds = received.indexOf('\r\n', at)
    const size = Number.parseInt(received.subarray(at, sizeEnds).toString(), 16)
    body += received.subarray(sizeEnds + 2, sizeEnds + 2 + size).toString()
    at = sizeEnds + 2 + size + 2
    if (size === 0) {
      return [{ status, body }, at]
    }
  }
}
