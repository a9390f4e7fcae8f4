/** A fault on the way to Paystack and back. */
export type Fault = {
  /** The calls that it happens to: `METHOD /path`, such as /^POST \/refund$/. */
  call: RegExp
  /**
   * - lost: Paystack never receives the request.
   * - unanswered: Paystack does it, and the answer is lost.
   * - slow: Paystack does it and answers after `ms`.
   * - cut: Paystack does it, and its answer ends in the middle.
   * - garbage: Paystack does it, and a proxy answers with a page.
   * - huge: Paystack does it, and the answer is 200 MB long.
   * - unavailable: Paystack answers 503 and does nothing.
   * - rejected: Paystack says no (`message`) and does nothing.
   */
  what: 'lost' | 'unanswered' | 'slow' | 'cut' | 'garbage' | 'huge' | 'unavailable' | 'rejected'
  /** How often it happens; once by default. */
  times?: number
  ms?: number
  message?: string
  /** Leaves a caller without an answer until it gives up, instead of failing at once. */
  hangs?: boolean
  /** Is called when it happens. */
  reached?(): void
}

const HUGE_BYTES = 200 * 1024 * 1024

/** The faults that a test has switched on. */
export class Faults {
  readonly #faults: Fault[] = []

  add(fault: Fault): void {
    this.#faults.push({ ...fault })
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** Handles a request with `handle`, or as the first fault that fits says. */
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
      return noAnswer(request, fault.hangs)
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
        return noAnswer(request, fault.hangs)
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

function noAnswer(request: Request, hangs = false): Promise<Response> {
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
