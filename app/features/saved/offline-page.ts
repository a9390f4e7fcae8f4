import { readStored, readStoredJson, removeStored } from '#app/platform/pages/browser-storage.ts'
import { OF_ACCOUNT, readWorks } from './saved-works.ts'
import { type KeptPage, caching, formatKeptAt, listKept, removeCopies } from '../offline/kept-pages.ts'
import { getLinkItem } from '../offline/link-item.ts'
import { warn } from '../offline/warn.ts'

/*
 * The script of /offline (app/routes/offline.tsx): what is of the signed-in account, the lists of copies, and the button that removes all. The service
 * worker also answers with this page at the address of a page without a copy, such as /saved.
 */

/** Fills in the offline page, if this is it. */
export async function showKeptPages(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('#kept-remove')
  if (!button || !('caches' in window)) {
    return
  }
  if (location.pathname !== '/offline') {
    const again = document.querySelector('#kept-again')
    again?.toggleAttribute('hidden', false)
    again?.addEventListener('click', () => location.reload())
    // A phone reports its connection before it can be used.
    addEventListener('online', () => setTimeout(() => location.reload(), 1000))
  }
  showOwn()
  await fillLists(button)
  const removeAll = async () => {
    await removeCopies()
    removeStored('bought')
    await fillLists(button)
    document.querySelector<HTMLElement>('#kept-count')?.focus()
  }
  button.addEventListener('click', () => {
    removeAll().catch(warn)
  })
}

/** The drafts of app/features/uploads/draft.ts, which this script does not import because it has React. */
const UPLOAD_DRAFT = 'lamplight:draft:'
const TWO_WEEKS_MS = 14 * 86_400_000

/** Says that a user is signed in here, and which upload of that account was not sent. */
function showOwn() {
  const account = readStored(OF_ACCOUNT)
  const own = document.querySelector('#kept-own')
  own?.toggleAttribute('hidden', !account)
  // The header of the copy is a visitor's.
  document.querySelector('.head [href="/auth"]')?.toggleAttribute('hidden', account !== null)
  const draft = readStoredJson(UPLOAD_DRAFT + account) as { at: number; fields: { title?: string } } | null
  const note = own?.querySelector('.note')
  if (note && draft && Date.now() - draft.at < TWO_WEEKS_MS) {
    note.toggleAttribute('hidden', false)
    note.querySelector('b')?.replaceChildren(draft.fields.title ? `“${draft.fields.title}”` : 'without a title yet')
  }
}

/** Lists the saved works, and then the other pages. */
async function fillLists(button: HTMLButtonElement) {
  const all = [...(await listKept(caching.pages)), ...(await listKept(caching.orders))]
  // A picture has no title, and is listed with its page.
  const kept = all.filter(({ title }) => title !== '')
  const kilobytes = Math.ceil(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
  const saved = new Set(readWorks('saved').map(({ slug }) => `${location.origin}/material-preview/${slug}`))
  const isSaved = ({ address }: KeptPage) => saved.has(address)
  fillList('#kept-saved', kept.filter(isSaved))
  fillList(
    '#kept-list',
    kept.filter((page) => !isSaved(page)),
  )
  button.hidden = kept.length === 0
  const count = kept.length === 1 ? '1 page' : `${kept.length} pages`
  document
    .querySelector('#kept-count')
    ?.replaceChildren(kept.length === 0 ? 'No page is kept on this device.' : `${count}, ${kilobytes} kB`)
}

/** Fills in a list, and shows it with its heading unless it is empty. */
function fillList(selector: string, pages: readonly KeptPage[]) {
  const list = document.querySelector(selector)
  list?.replaceChildren(...pages.map(getItem))
  list?.parentElement?.toggleAttribute('hidden', pages.length === 0)
}

function getItem({ address, title, at }: KeptPage): Element {
  // The title is markup of our own page, with entities such as &amp;.
  const item = getLinkItem(address, new DOMParser().parseFromString(title, 'text/html').body.textContent ?? '')
  const time = document.createElement('small')
  time.textContent = `Copy from ${formatKeptAt(at)}`
  item.append(time)
  return item
}
