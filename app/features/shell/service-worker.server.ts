import { createHash } from 'node:crypto'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import worker from '#app/islands/service-worker.island.ts?inline'
import { siteScript } from './site-script.server.ts'
import { getInlineStyles } from './styles.ts'

/**
 * Returns the service worker (docs/decisions/0047). A browser installs it again, and with it the offline page of these
 * handles, when one byte of it changes.
 */
export function getServiceWorker(handles: readonly unknown[]): string {
  const release = createHash('sha256').update(JSON.stringify([siteScript, getInlineStyles(handles, false)]))
  return `/* ${release.digest('hex').slice(0, 10)} */${worker}`
}
