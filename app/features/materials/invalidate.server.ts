import { publicCache } from '#app/platform/cache/cache.server.ts'

/** Removes materials from the cache after a change, so that the next visitor's read asks the backend. */
export function forgetMaterials(): void {
  for (const key of ['materials:', 'material:', 'related:', 'sitemap', 'search:']) {
    publicCache.forget(key)
  }
}
