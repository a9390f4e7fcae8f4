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

/** The key with the account whose saved works the phone's list has. */
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

/** The most works of a shared list. */
export const MAX_SHARED = 20

/** Returns the address of a chat in WhatsApp with the titles of works and one link to all of them (/class-list). */
export function shareOnWhatsApp(works: readonly SavedWork[], origin: string): string {
  const shared = works.slice(0, MAX_SHARED)
  const titles = shared.map(({ title }) => `• ${title}`)
  const link = `${origin}/class-list?works=${shared.map(({ slug }) => slug).join()}`
  return `https://wa.me/?text=${encodeURIComponent(['For our class, on Lamplight:', ...titles, link].join('\n'))}`
}

const without = (works: readonly SavedWork[], slug: string) => works.filter((work) => work.slug !== slug)

const isWork = (value: unknown): value is SavedWork => {
  const { slug, title } = (value ?? {}) as Partial<SavedWork>
  return typeof slug === 'string' && typeof title === 'string'
}
