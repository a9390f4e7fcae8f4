import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import type * as Entry from '../../app/entry.server.tsx'
import type { Environment } from '../environment.ts'
import { always } from '../http/security-headers.ts'
import type { Given } from '../http/site.ts'
import { inFront } from './front.ts'
import { KeptPages } from './kept-pages.ts'
import type { Keeping } from './make.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Opens the memory of whole pages (docs/decisions/0032).
 * @param build null in development: nothing is kept then.
 * @returns `keeping` for what makes pages, `front` for what answers with them.
 */
export function keptPages(
  build: ServerBuild | null,
  { secure }: Pick<Environment, 'secure'>,
  { limiter, isProxy, site }: Given,
): { keeping: Keeping | null; front: ((answer: Listener) => Listener) | undefined } {
  if (!build) {
    return { keeping: null, front: undefined }
  }
  const { lookOf, publicCache } = build.entry.module as unknown as typeof Entry
  const pages = new KeptPages()
  publicCache.onChange((prefix) => pages.forget(prefix))
  return {
    keeping: { pages, always: Object.entries(always({ secure })) },
    front: (answer) => inFront({ pages, lookOf, limiter, isProxy, missedSearch: site.missedSearch }, answer),
  }
}
