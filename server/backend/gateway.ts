/*
 * The only way into the embedded backend. It forwards the endpoints that our site uses and nothing else: lite would
 * also serve /_system (schema, connection address) to anyone. Requests that crash lite are rejected or corrected
 * here, each kind by its own file. Tests: tests/contract/gateway.test.ts for this file; each file in lite/ names its
 * own.
 */
import { log } from '#app/platform/log/log.server.ts'
import { isServedByAuth, withCheckedAuthBody } from './lite/auth/bodies.ts'
import { serializePerAccount } from './lite/auth/serialize.ts'
import { withEqualKeys } from './lite/rest/bulk-inserts.ts'
import { withClosedQuotes } from './lite/rest/quote-escaping.ts'
import { withLiteralFilters } from './lite/rest/literal-filters.ts'
import { downloaded } from './lite/storage/downloads.ts'
import { refusalToReplace, withoutReplacingLink } from './lite/storage/stored-files.ts'
import { withHostedLinks, withGenuineLink } from './lite/storage/links.ts'
import { listed, withCheckedListing } from './lite/storage/lists.ts'
import { withReadableName } from './lite/storage/names.ts'
import { asRawBytes } from './lite/storage/forms.ts'
import { isStoring, serializePerObject, type StoredObject } from './lite/storage/writes.ts'
import { withKnownToken } from './lite/auth/tokens.ts'
import { measured, MAX_JSON_BYTES } from './lite/storage/unmeasured-bodies.ts'
import type { BackendKeys } from './keys.ts'
import { rejection } from './rejection.ts'

export type BackendFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>
type Handler = (request: Request) => Response | Promise<Response>
/** A function that corrects a request for lite, or responds instead of lite. */
type Guard = (request: Request) => Request | Response | Promise<Request | Response>

const SERVED = /^\/(rest|auth|storage|functions)\/v1(\/|$)/

type Behind = {
  lite: Handler
  functions: Handler
  keys: BackendKeys
  /** Returns the maximum bytes of one object in a bucket, or null when there is no such bucket. */
  bucketLimit(bucket: string): Promise<number | null>
  /** Returns true if an object has a row. */
  isStored(object: StoredObject): Promise<boolean>
  /** Returns true while the disk of the database is full. */
  isDiskFull(): boolean
  /** Returns true if a file of this size fits on the disk of the buckets. */
  hasDiskSpace(bytes: number): Promise<boolean>
}

/** Builds the gateway. `settled` resolves when no request is in progress any more. */
export function createGateway({ lite, functions, keys, bucketLimit, isStored, isDiskFull, hasDiskSpace }: Behind) {
  const underWay = new Set<Promise<unknown>>()
  const authInTurn = serializePerAccount()
  const serializedStore = serializePerObject()
  const known: Guard = (request) => withKnownToken(request, keys)

  const services: Record<string, Handler> = {
    rest: through([known, withClosedQuotes, withLiteralFilters, withEqualKeys], (request) =>
      measured(request, MAX_JSON_BYTES, lite),
    ),
    auth: through([withCheckedAuthBody, known], (request) => authInTurn(request, lite)),
    functions: through([known], (request) => measured(request, MAX_JSON_BYTES, functions)),
    async storage(sent) {
      const request = withReadableName(sent)
      if (request instanceof Response) {
        return request
      }
      if (isStoring(request)) {
        if (!(await hasDiskSpace(Number(request.headers.get('content-length') ?? 0)))) {
          await request.body?.cancel()
          return diskFull('storage')
        }
        return through([known, (asked) => withGenuineLink(asked, keys), asRawBytes], (file) =>
          serializedStore(
            file,
            async (object) =>
              (await refusalToReplace(object, isStored)) ??
              measured(file, (await bucketLimit(object.bucket)) ?? MAX_JSON_BYTES, lite, { mayBeEmpty: false }),
          ),
        )(request)
      }
      return through([known, withoutReplacingLink, (asked) => withGenuineLink(asked, keys), withCheckedListing], (asked) =>
        measured(asked, MAX_JSON_BYTES, (within) =>
          withHostedLinks(within, (each) => listed(each, (one) => downloaded(one, lite))),
        ),
      )(request)
    },
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const service = pathname.match(SERVED)?.[1] ?? ''
    const serve = services[service]
    if (!serve || (service === 'auth' && !isServedByAuth(request.method, pathname))) {
      return rejection(404, 'not_found', 'There is nothing here')
    }
    if (/%00/i.test(request.url)) {
      return rejection(400, 'invalid_request', 'The address holds a character that cannot be used')
    }
    try {
      const response = await serve(request)
      // Each service of lite reports the refused write in its own way, often without a reason.
      const isRefusedWrite = response.status >= 500 && !['GET', 'HEAD'].includes(request.method) && isDiskFull()
      return neverSniffed(isRefusedWrite ? diskFull(service) : response)
    } catch (error) {
      log.error(
        {
          event: 'backend.request_failed',
          method: request.method,
          service,
          error: error instanceof Error ? error.name : 'unknown',
        },
        `The backend failed at ${request.method} /${service}`,
      )
      return rejection(500, 'unexpected_failure', 'The backend failed')
    }
  }

  return {
    fetch(request: Request): Promise<Response> {
      const response = handle(request)
      underWay.add(response)
      void response.finally(() => underWay.delete(response))
      return response
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}

/** Passes a request through the guards to its service. The first guard that responds ends the chain. */
function through(guards: Guard[], last: Handler): Handler {
  return async (request) => {
    let passed = request
    for (const guard of guards) {
      const outcome = await guard(passed)
      if (outcome instanceof Response) {
        return outcome
      }
      passed = outcome
    }
    return last(passed)
  }
}

/** Builds the response for a full disk. The data API uses PostgreSQL's code, as PostgREST does. */
function diskFull(service: string): Response {
  const code = service === 'rest' ? '53100' : 'disk_full'
  return rejection(507, code, 'The disk is full, so nothing can be saved at the moment. Try again later')
}

function neverSniffed(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('x-content-type-options', 'nosniff')
  return new Response(response.body, { status: response.status, headers })
}
