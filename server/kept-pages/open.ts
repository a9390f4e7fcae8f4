import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Environment } from '../environment.ts'
import { always } from '../http/security-headers.ts'
import type { Given, LoadBuild } from '../http/site.ts'
import type { Counting } from '../http/views-and-clicks.ts'
import { inFront } from './front.ts'
import { KeptPages } from './kept-pages.ts'
import type { Keeping } from './make.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Opens the memory of whole pages (docs/decisions/0032).
 * @returns `keeping` for what makes pages, `inFront` for what answers with them and counts their views.
 */
export function keptPages(
  build: Awaited<ReturnType<LoadBuild>>,
  { secure }: Pick<Environment, 'secure'>,
  { site }: Pick<Given, 'site'>,
): { keeping: Keeping; inFront(counting: Counting): (answer: Listener) => Listener } {
  const { lookOf, publicCache } = build.entry.module
  const pages = new KeptPages()
  publicCache.onChange((prefix) => pages.forget(prefix))
  return {
    keeping: { pages, always: Object.entries(always({ secure })) },
    inFront: (counting) => (answer) => inFront({ pages, lookOf, counting, missedSearches: site.missedSearches }, answer),
  }
}
