/*
 * Responses as sent on the wire: many requests over one reused connection, and each response is read by its declared
 * length alone. A response that declares too little or too much shifts the beginning of the next one, which reveals it.
 */
import net from 'node:net'

export type OnWire = {
  status: number
  headers: Headers
  /** As sent, still compressed. */
  body: Buffer
}

export type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/**
 * Pipelines the requests and returns their responses in the same order. The server closes the connection after the
 * last.
 */
export async function onOneConnection(port: number, requests: Sent[]): Promise<OnWire[]> {
  const written = requests.map((request, at) => asWritten(port, request, at === requests.length - 1))
  const received = await new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = net.connect(port, '127.0.0.1', () => socket.write(written.join('')))
    socket.on('data', (part) => parts.push(part))
    socket.on('end', () => resolve(Buffer.concat(parts)))
    socket.on('error', reject)
  })
  let at = 0
  const responses = requests.map((request) => {
    const [response, next] = takenFrom(received, at, request)
    at = next
    return response
  })
  if (at !== received.length) {
    throw new Error(`${received.length - at} bytes arrived after the last response`)
  }
  return responses
}

function asWritten(port: number, { path, method = 'GET', headers = {}, body }: Sent, isLast: boolean): string {
  const all = {
    host: `localhost:${port}`,
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    connection: isLast ? 'close' : 'keep-alive',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Parses one response that begins at `start`, and returns where the next one begins (RFC 9112, 6.3). */
function takenFrom(received: Buffer, start: number, { method = 'GET', path, headers: asked }: Sent): [OnWire, number] {
  const what = `${method} ${path} ${JSON.stringify(asked ?? {})}`
  const bodyAt = received.indexOf('\r\n\r\n', start) + 4
  const [first = '', ...lines] = received
    .subarray(start, Math.max(start, bodyAt - 4))
    .toString('latin1')
    .split('\r\n')
  const status = Number(first.match(/^HTTP\/1\.1 (\d{3}) /)?.[1])
  if (!status) {
    throw new Error(
      `In the place of the answer to ${what} stands: ${JSON.stringify(received.subarray(start, start + 60).toString('latin1'))}`,
    )
  }
  const headers = new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
  if (method === 'HEAD' || status === 204 || status === 304) {
    return [{ status, headers, body: Buffer.alloc(0) }, bodyAt]
  }
  const declared = headers.get('content-length')
  if (headers.get('transfer-encoding') === 'chunked') {
    if (declared !== null) {
      throw new Error(`The response to ${what} is chunked and declares a length`)
    }
    const chunks: Buffer[] = []
    for (let at = bodyAt; ;) {
      const sizeEnds = received.indexOf('\r\n', at)
      const size = Number.parseInt(received.subarray(at, sizeEnds).toString('latin1'), 16)
      if (sizeEnds < 0 || Number.isNaN(size)) {
        throw new Error(`The response to ${what} is truncated`)
      }
      chunks.push(received.subarray(sizeEnds + 2, sizeEnds + 2 + size))
      at = sizeEnds + 2 + size + 2
      if (size === 0) {
        return [{ status, headers, body: Buffer.concat(chunks) }, at]
      }
    }
  }
  if (declared === null) {
    throw new Error(`The response to ${what} declares no length`)
  }
  const end = bodyAt + Number(declared)
  if (end > received.length) {
    throw new Error(`The response to ${what} declares ${declared} bytes; ${received.length - bodyAt} arrived`)
  }
  return [{ status, headers, body: received.subarray(bodyAt, end) }, end]
}
