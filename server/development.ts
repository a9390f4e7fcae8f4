import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { stripVTControlCharacters } from 'node:util'
import { createServer as createVite } from 'vite'
import { errorMessage } from '#app/platform/log/log.server.ts'
import type { LoadBuild, SiteBuild } from './site-build.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Starts Vite, which compiles the pages from their sources and reloads them. The rest of the process works as in production, and
 * `npm run dev` restarts it after a change below server/.
 */
export async function startDevelopment(): Promise<{ loadBuild: LoadBuild; serverFor(listener: Listener): Server }> {
  // Vite's WebSocket shares the site's server: it listens on the same address and needs no port of its own.
  const server = new ServerWithSockets(() => vite.close())
  const vite = await createVite({ server: { middlewareMode: true, ws: { server } }, appType: 'custom', mode: 'development' })
  let lastBuild: SiteBuild | null = null
  const loadBuild = async () => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as SiteBuild
    if (build !== lastBuild) {
      lastBuild = build
      // The edit may have changed the query of a cached value.
      build.entry.module.publicCache.invalidateLocally('')
    }
    return build
  }
  return {
    loadBuild,
    serverFor: (listener) =>
      server.on('request', (request, response) => {
        // Tells the page whether it is older than the last edit (app/features/shell/reload-page.ts).
        response.setHeader('server-timing', `received;desc="${Date.now()}"`)
        vite.middlewares(request, response, () => {
          loadBuild().then(
            () => listener(request, response),
            (error: unknown) => response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(errorPage(error)),
          )
        })
      }),
  }
}

/** Returns a page with the error of a source that does not compile, its file and line. It reloads after the next edit. */
function errorPage(error: unknown): string {
  const text = stripVTControlCharacters(errorMessage(error)).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><meta charset="utf-8"><title>Does not compile</title><pre>${text}</pre>
<script type="module" src="/@vite/client"></script><script type="module" src="/app/features/shell/reload-page.ts"></script>`
}

/** A server that closes its WebSockets first, because Node would wait for the browsers to close them. */
class ServerWithSockets extends Server {
  readonly #closeSockets: () => Promise<void>

  constructor(closeSockets: () => Promise<void>) {
    super()
    this.#closeSockets = closeSockets
  }

  override close(callback?: (error?: Error) => void): this {
    void this.#closeSockets()
    return super.close(callback)
  }
}
