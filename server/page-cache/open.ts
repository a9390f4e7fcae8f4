import type { MiddlewareHandler } from 'hono'
import type { SiteBuild } from '../site-build.ts'
import { pageCacheMiddleware, type PageCacheVariables } from './middleware.ts'
import { PageCache } from './page-cache.ts'

/** Creates the page cache of a build. Any change of public data clears it, in this process or reported by another one. */
export function openPageCache(build: SiteBuild): MiddlewareHandler<PageCacheVariables> {
  const { publicCache, SAME_FOR_VISITORS, variantKey } = build.entry.module
  const cache = new PageCache()
  publicCache.onChange(() => cache.clear())
  return pageCacheMiddleware({ cache, variantKey, shareable: SAME_FOR_VISITORS })
}
