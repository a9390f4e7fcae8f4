import { readStoredJson, removeStored, storeValue } from '#app/platform/pages/browser-storage.ts'

/*
 * The works that a reader saved or opened, in the browser's localStorage. Both lists are removed at sign-out, because
 * the next person at the phone may be another.
 */

/** A work in a list: the last part of its address, and its title for when there is no connection. */
export type SavedWork = { slug: string; title: string }
export type WorkList = 'saved' | 'seen'

/** The most works in each list; the oldest leave first. */
export const maxWorks = { saved: 40, seen: 12 } as const satisfies Record<WorkList, number>

/** The key that is set while the phone's list of saved works is the account's. */
export const OF_ACCOUNT = 'saved-account'

/** Returns a list, newest first. What another script stored there is dropped. */
export function readWorks(list: WorkList): SavedWork[] {
  const stored = readStoredJson(list)
  return Array.isArray(stored) ? stored.filter(isWork).slice(0, maxWorks[list]) : []
}

/** Puts a work first in a list. */
export function addWork(list: WorkList, work: SavedWork): void {
  storeValue(list, [work, ...without(readWorks(list), work.slug)].slice(0, maxWorks[list]))
}

/** Takes a work out of a list. */
export function removeWork(list: WorkList, slug: string): void {
  storeValue(list, without(readWorks(list), slug))
}

/** Removes both lists from this phone. */
export function removeLists(): void {
  removeStored(OF_ACCOUNT)
  removeStored('saved')
  removeStored('seen')
}

/** Returns the address of a chat in WhatsApp with the titles and addresses of works. */
export function shareOnWhatsApp(works: readonly SavedWork[], origin: string): string {
  const lines = works.map(({ slug, title }) => `${title}\n${origin}/material-preview/${slug}`)
  return `https://wa.me/?text=${encodeURIComponent(['My list of nursing works on Lamplight:', ...lines].join('\n\n'))}`
}

const without = (works: readonly SavedWork[], slug: string) => works.filter((work) => work.slug !== slug)

const isWork = (value: unknown): value is SavedWork => {
  const { slug, title } = (value ?? {}) as Partial<SavedWork>
  return typeof slug === 'string' && typeof title === 'string'
}
