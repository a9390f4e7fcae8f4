import { removePersonal } from '#app/platform/pages/personal-storage.ts'
import { removeCopies } from './kept-pages.ts'
import { warn } from './warn.ts'

/**
 * Removes drafts, lists and copies of pages from this device when its user signs out, because the next person at it may
 * be another. A session that ends without a sign-out leaves the drafts. Returns a function that stops it.
 */
export function clearDeviceAtSignOut(): () => void {
  const clear = ({ target }: Event) => {
    if ((target as HTMLFormElement).getAttribute('action') === '/auth/sign-out') {
      removePersonal()
      // The form of an upload stores its text once more while its page closes; this event is the last one.
      addEventListener('visibilitychange', removePersonal)
      // The service worker does it too, where it is active already.
      if ('caches' in globalThis) {
        removeCopies().catch(warn)
      }
    }
  }
  addEventListener('submit', clear)
  return () => removeEventListener('submit', clear)
}
