import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import type { LoadBuild, SiteBuild } from './http/site.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * The site in development: Vite serves the sources and reloads the page; everything else works as in production. Changes below server/ need
 * a new start.
 */
export async function startDevelopment(): Promise<{ loadBuild: LoadBuild; serverFor(listener: Listener): Server }> {
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom', mode: 'development' })
  return {
    loadBuild: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as SiteBuild,
    serverFor: (listener) =>
      createHttpServer((request, response) => vite.middlewares(request, response, () => listener(request, response))),
  }
}
