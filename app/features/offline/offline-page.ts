import { removeStored } from '#app/platform/pages/browser-storage.ts'
import { type KeptIn, type KeptPage, caching, formatKeptAt, listKept, removeCopies } from './kept-pages.ts'
import { warn } from './warn.ts'

/*
 * The script of /offline (app/routes/offline.tsx): the list of copies, and the button that removes all. The service
 * worker also answers with this page at the address of a page without a copy.
 */

/** Fills in the offline page, if this is it. */
export async function showKeptPages(): Promise<void> {
  const list = document.querySelector('#kept-list')
  const button = document.querySelector<HTMLButtonElement>('#kept-remove')
  if (!list || !button || !('caches' in window)) {
    return
  }
  if (location.pathname !== '/offline') {
    document.querySelectorAll<HTMLElement>('[data-offline]').forEach((element) => {
      element.hidden = element.dataset.offline !== 'yes'
    })
    document.querySelector('#kept-again')?.addEventListener('click', () => location.reload())
    // A phone reports its connection before it can be used.
    addEventListener('online', () => setTimeout(() => location.reload(), 1000))
  }
  await fillList(list, button)
  const removeAll = async () => {
    await removeCopies()
    removeStored('bought')
    await fillList(list, button)
    document.querySelector<HTMLElement>('#kept-count')?.focus()
  }
  button.addEventListener('click', () => {
    removeAll().catch(warn)
  })
}

async function fillList(list: Element, button: HTMLButtonElement) {
  const kept = (await Promise.all(([caching.pages, caching.orders] satisfies KeptIn[]).map(listKept))).flat()
  const kilobytes = Math.ceil(kept.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
  list.replaceChildren(...kept.map(getItem))
  button.hidden = kept.length === 0
  const count = document.querySelector('#kept-count')
  if (count && kept.length > 0) {
    count.textContent = `${kept.length === 1 ? '1 page' : `${kept.length} pages`}, ${kilobytes} kB`
  } else if (count) {
    count.textContent = 'No page is kept on this device.'
  }
}

function getItem({ address, title, at }: KeptPage): Element {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const time = document.createElement('small')
  link.href = address
  // The title is markup of our own page, with entities such as &amp;.
  const plain = new DOMParser().parseFromString(title, 'text/html').body.textContent ?? ''
  link.textContent = plain.replace(/ \| Lamplight$/, '') || address
  time.textContent = formatKeptAt(at)
  item.append(link, time)
  return item
}
