import path from 'node:path'
import type { ServerBuild } from 'react-router'
import type * as Entry from '#app/entry.server.tsx'

/** A build of the site: React Router's, with all exports of its entry module. */
export type SiteBuild = ServerBuild & { entry: { module: typeof Entry } }

/** Returns the built site, or the one that Vite rebuilds in development. */
export type LoadBuild = () => Promise<SiteBuild>

/** Loads the build that `npm run build` wrote. */
export async function loadBuiltSite(): Promise<LoadBuild> {
  const build = (await import(path.resolve(import.meta.dirname, '../build/server/index.js'))) as SiteBuild
  return async () => build
}
