/*
 * Runs supabase/functions in this process: each folder's index.ts exports `{ fetch }`, as on Supabase. lite has no
 * /functions/v1. The functions call the backend by global fetch, which is redirected to this process. Test:
 * tests/contract/functions.test.ts.
 */
import fs from 'node:fs'
import path from 'node:path'
import { useProject } from '#functions/_shared/caller.ts'
import type { BackendKeys } from './keys.ts'

/** Headers that let browsers on other origins call a function. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
}

type EdgeFunction = { fetch(request: Request): Response | Promise<Response> }

const directory = path.resolve(import.meta.dirname, '../../supabase/functions')

/** Loads every function and returns the handler of /functions/v1/<name>. */
export async function loadFunctions(options: {
  url: string
  keys: BackendKeys
  callBackend: (request: Request) => Promise<Response>
}): Promise<(request: Request) => Promise<Response>> {
  const { url, keys } = options
  useProject({ url, publishable: keys.publishable_key, secret: keys.secret_key, secrets: [keys.secret_key] })
  leadToBackend(url, options.callBackend)

  const functions = new Map<string, EdgeFunction>()
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory() && !entry.name.startsWith('_')) {
      const module = (await import(path.join(directory, entry.name, 'index.ts'))) as { default: EdgeFunction }
      functions.set(entry.name, module.default)
    }
  }

  return async (request) => {
    const name = new URL(request.url).pathname.match(/^\/functions\/v1\/([\w-]+)$/)?.[1]
    const edgeFunction = functions.get(name ?? '')
    if (!edgeFunction) {
      return Response.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, { status: 404 })
    }
    return request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: PREFLIGHT }) : edgeFunction.fetch(request)
  }
}

let backends: { url: string; call: (request: Request) => Promise<Response> } | null = null

/** Handles requests to the backend's internal origin in this process; other requests go out as before. */
function leadToBackend(url: string, call: (request: Request) => Promise<Response>): void {
  if (backends === null) {
    const outside = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      return backends && address.startsWith(`${backends.url}/`)
        ? backends.call(input instanceof Request && !init ? input : new Request(input, init))
        : outside(input, init)
    }
  }
  backends = { url, call }
}
