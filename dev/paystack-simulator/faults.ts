/** A simulated network or server fault. */
export type Fault = {
  /** Matches the affected calls as `METHOD /path`, such as /^POST \/refund$/. */
  call: RegExp
  /**
   * - lost: Paystack never receives the request.
   * - unanswered: Paystack processes it, and the response is lost.
   * - slow: Paystack processes it and responds after `ms`.
   * - cut: Paystack processes it, and its response is truncated.
   * - garbage: Paystack processes it, and a proxy responds with a page.
   * - huge: Paystack processes it, and the response is 200 MB long.
   * - unavailable: Paystack responds with 503 and does nothing.
   * - rejected: Paystack rejects it (`message`) and does nothing.
   */
  what: 'lost' | 'unanswered' | 'slow' | 'cut' | 'garbage' | 'huge' | 'unavailable' | 'rejected'
  /** Number of affected calls, 1 by default. */
  times?: number
  ms?: number
  message?: string
  /** Leaves the caller without a response until it times out, instead of failing immediately. */
  hangs?: boolean
  /** Called when the fault occurs. */
  reached?(): void
}

const HUGE_BYTES = 200 * 1024 * 1024

/** The faults that a test has enabled. */
export class Faults {
  readonly #faults: Fault[] = []

  add(fault: Fault): void {
    this.#faults.push({ ...fault })
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** Handles a request with `handle`, or with the first matching fault. */
  async pass(request: Request, handle: (request: Request) => Response | Promise<Response>): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`
    const fault = this.#faults.find((each) => each.call.test(call))
    if (!fault) {
      return handle(request)
    }
    fault.times = (fault.times ?? 1) - 1
    if (fault.times <= 0) {
      this.#faults.splice(this.#faults.indexOf(fault), 1)
    }
    fault.reached?.()
    if (fault.what === 'lost') {
      return dropConnection(request, fault.hangs)
    }
    if (fault.what === 'unavailable') {
      return new Response('Service unavailable', { status: 503 })
    }
    if (fault.what === 'rejected') {
      const { message = 'Your balance is not enough to fulfil this request' } = fault
      return Response.json({ status: false, message, type: 'api_error', code: 'unknown' }, { status: 400 })
    }
    const response = await handle(request)
    switch (fault.what) {
      case 'unanswered':
        return dropConnection(request, fault.hangs)
      case 'slow':
        await new Promise((resolve, reject) => {
          setTimeout(resolve, fault.ms ?? 30_000)
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
        })
        return response
      case 'cut':
        return cut(await response.text())
      case 'garbage':
        return new Response('<html><body>Bad gateway</body></html>', { headers: { 'content-type': 'text/html' } })
      case 'huge':
        return huge()
      default:
        throw new Error(`There is no fault ${String(fault.what)}`)
    }
  }
}

function dropConnection(request: Request, hangs = false): Promise<Response> {
  return new Promise((_resolve, reject) => {
    if (hangs) {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
    } else {
      reject(new TypeError('fetch failed'))
    }
  })
}

function cut(text: string): Response {
  const half = new TextEncoder().encode(text.slice(0, text.length / 2))
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(half)
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

function huge(): Response {
  const chunk = new TextEncoder().encode(' '.repeat(64 * 1024))
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
      sent += chunk.length
      if (sent >= HUGE_BYTES) {
        controller.close()
      }
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
