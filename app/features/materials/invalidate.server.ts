import { publicCache } from '#app/platform/cache/cache.server.ts'

/** Invalidates cached materials after a change, so that the next visitor reads them from the backend. */
export function invalidateMaterials(): void {
  for (const key of ['materials:', 'material:', 'related:', 'sitemap', 'search:']) {
    publicCache.invalidate(key)
  }
}
