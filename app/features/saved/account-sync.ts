import { ACCOUNT_FIELD } from '#app/platform/forms/account-field.ts'
import { readStored, removeStored, storeValue } from '#app/platform/pages/browser-storage.ts'
import { OF_ACCOUNT, readWorks, removeLists } from './saved-works.ts'

/*
 * Keeps the works saved on this phone and those in the account equal. Pages show the phone's list; the account's list
 * replaces it after a sign-in and on /saved.
 */

/** Is dispatched on the document when the saved works changed. */
export const SAVED_EVENT = 'saved'

/** Returns the account of the page; undefined on a visitor's page. */
const getAccount = () => document.querySelector<HTMLElement>('[data-account]')?.dataset.account

/**
 * Merges the phone's works into the account after a sign-in, and reads the account's on /saved. If the session ended
 * without a sign-out, it removes the account's works from this phone.
 */
export async function syncSavedWorks(): Promise<void> {
  // A copy of a page, and the page of copies, look the same for everyone, and say nothing about the session.
  if (document.querySelector('#copy, #kept-list')) {
    return
  }
  const account = getAccount()
  const merged = readStored(OF_ACCOUNT)
  if (merged !== null && merged !== account) {
    removeLists()
  }
  if (account && (merged !== account || location.pathname === '/saved')) {
    const slugs = merged === account ? [] : readWorks('saved').map(({ slug }) => slug)
    const works = await changeAccount({ add: slugs.join() })
    if (works) {
      storeValue('saved', works)
      document.dispatchEvent(new Event(SAVED_EVENT))
    }
  }
}

/**
 * Sends a change to the account, if there is one, and returns its list. A change that failed is merged on the next page;
 * null then.
 */
export async function changeAccount(change: Record<string, string>): Promise<unknown> {
  const account = getAccount()
  if (!account) {
    return null
  }
  removeStored(OF_ACCOUNT)
  const body = new URLSearchParams({ ...change, [ACCOUNT_FIELD]: account })
  const response = await fetch('/saved/account', { method: 'POST', body, keepalive: true })
  if (!response.ok) {
    return null
  }
  const works: unknown = await response.json()
  storeValue(OF_ACCOUNT, account)
  return works
}
