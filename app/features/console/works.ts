import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { fetchJson } from '#app/platform/pages/fetch-json.ts'

/**
 * A work of the catalogue that is picked in a form. Price in naira. `seller` names who gets its share, for admins, and
 * `sellerId` identifies them: null for Lamplight.
 */
export type Work = { slug: string; title: string; price: number; seller: string; sellerId: string | null }
/** The works that were found, and the search that found them. */
export type FoundWorks = { by: string; works: Work[] }

/** The maximum number of works that are looked up at once, so that their slugs fit into an address. */
export const MAX_LOOKED_UP = 40
/** Milliseconds without a key before works are searched. */
const PAUSE_MS = 150

/** Returns the slugs of pasted addresses of works, separated by spaces or lines; a slug alone is one too. */
export function readSlugs(text: string): string[] {
  return text
    .split(/\s+/)
    .map((address) => /([a-z0-9]+(?:-[a-z0-9]+)*)\/?(?:[?#].*)?$/.exec(address.toLowerCase())?.[1] ?? address)
    .filter((slug) => slug !== '')
}

/** Returns the works with the seller of a bundle's first work; all of them while it has none. */
export function filterSeller(works: readonly Work[], first: Work | undefined): readonly Work[] {
  return first ? works.filter(({ sellerId }) => sellerId === first.sellerId) : works
}

/** Returns true for addresses of works, which a title never is. */
export const isAddress = (text: string): boolean => /(?:^|\s)(?:https?:\/\/|\/material-preview\/)/i.test(text)

/**
 * Finds works in the console, after a pause in typing: those whose title has every word of a text, or those with these
 * slugs. Returns what was found last, which may be by an earlier text (null before that), and whether the newest search
 * failed.
 */
export function useWorks(by: { q: string } | { slugs: readonly string[] }) {
  const [state, setState] = useState<{ found: FoundWorks | null; hasFailed: boolean }>({ found: null, hasFailed: false })
  const search = new URLSearchParams(
    'q' in by ? { q: by.q } : by.slugs.slice(0, MAX_LOOKED_UP).map((slug) => ['slug', slug]),
  ).toString()
  const isEmpty = 'q' in by ? by.q.trim() === '' : by.slugs.length === 0
  useEffect(() => {
    const leaving = new AbortController()
    const find = async () => {
      const found = await fetchJson<FoundWorks>(`${href('/admin/works')}?${search}`, { signal: leaving.signal })
      if (!leaving.signal.aborted) {
        setState((last) => ({ found: found ?? last.found, hasFailed: found === null }))
      }
    }
    const waiting = isEmpty ? undefined : setTimeout(() => void find(), PAUSE_MS)
    return () => {
      clearTimeout(waiting)
      leaving.abort()
    }
  }, [search, isEmpty])
  return state
}
