import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import type { LoadBuild } from './http/site.ts'

/**
 * The site as it is being written: Vite answers for sources and reloads the page, everything else goes where it goes in production.
 * Changes below server/ need a new start.
 */
export async function startDevelopment(): Promise<{ loadBuild: LoadBuild; serverFor(listener: RequestListener): Server }> {
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom', mode: 'development' })
  return {
    loadBuild: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild,
    serverFor: (listener) => createHttpServer((request, response) => vite.middlewares(request, response, () => void listener(request, response))),
  }
}
