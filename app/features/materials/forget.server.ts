import { publicCache } from '../../platform/cache/cache.server.ts'

/** What visitors read of materials may have changed: the next one asks the backend. */
export function forgetMaterials(): void {
  for (const key of ['materials:', 'material:', 'related:', 'sitemap']) {
    publicCache.forget(key)
  }
}
