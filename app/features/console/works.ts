import { useEffect } from 'react'
import { href, useFetcher } from 'react-router'

/** A work of the catalogue that is picked in a form. Price in naira. */
export type Work = { slug: string; title: string; price: number }
/** The works that were found, and what they were looked for by. */
export type FoundWorks = { by: string; works: Work[] }

/** Titles of so many works are looked up at once, so that their slugs fit into an address. */
export const MAX_LOOKED_UP = 40
/** Milliseconds without a key before works are searched. */
const PAUSE_MS = 150

/** Returns the slugs of pasted addresses of works, one on each line; a slug alone is one too. */
export function readSlugs(text: string): string[] {
  return text
    .split('\n')
    .map((address) => /([a-z0-9]+(?:-[a-z0-9]+)*)\/?(?:[?#].*)?$/.exec(address.trim().toLowerCase())?.[1] ?? address.trim())
    .filter((slug) => slug !== '')
}

/**
 * Finds works in the console, after a pause in typing: those whose title has every word of a text, or those with these
 * slugs. Returns what was found last, which may be by an earlier text; null before that.
 */
export function useWorks(by: { q: string } | { slugs: readonly string[] }): FoundWorks | null {
  const { load, data } = useFetcher<FoundWorks>()
  const search = new URLSearchParams(
    'q' in by ? { q: by.q } : by.slugs.slice(0, MAX_LOOKED_UP).map((slug) => ['slug', slug]),
  ).toString()
  const isEmpty = 'q' in by ? by.q.trim() === '' : by.slugs.length === 0
  useEffect(() => {
    const waiting = setTimeout(() => {
      if (!isEmpty) {
        void load(`${href('/admin/works')}?${search}`)
      }
    }, PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [search, isEmpty, load])
  return data ?? null
}
