import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
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
  return {
    loadBuild: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as SiteBuild,
    serverFor: (listener) =>
      server.on('request', (request, response) => vite.middlewares(request, response, () => listener(request, response))),
  }
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
