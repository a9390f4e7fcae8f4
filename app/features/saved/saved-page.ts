import { removeStored } from '#app/platform/pages/browser-storage.ts'
import { getLinkItem } from '../offline/link-item.ts'
import { warn } from '../offline/warn.ts'
import { changeAccount, SAVED_EVENT } from './account-sync.ts'
import { readWorks, shareOnWhatsApp, type WorkList } from './saved-works.ts'

/*
 * The script of /saved (app/routes/saved.tsx): it fills in the lists from this phone. The titles are shown at once, the
 * cards with today's prices when the server has answered.
 */
const lists = ['saved', 'seen'] as const satisfies WorkList[]

/** Fills in the page of saved works, if this is it. */
export function showSavedWorks(): void {
  if (!document.querySelector('#saved-list') || location.search !== '') {
    return
  }
  for (const list of lists) {
    document.querySelector(`#${list}-remove`)?.addEventListener('click', () => {
      removeStored(list)
      if (list === 'saved') {
        changeAccount({ clear: 'all' }).catch(warn)
      }
      document.dispatchEvent(new Event(SAVED_EVENT))
    })
    showTitles(list)
  }
  showCounts()
  loadCards().catch(warn)
  document.addEventListener(SAVED_EVENT, () => {
    showCounts()
    // The account may have works that this phone did not have.
    if (readWorks('saved').some(({ slug }) => !document.querySelector(`#saved-list a[href$="/${slug}"]`))) {
      loadCards().catch(warn)
    }
  })
}

function showTitles(list: WorkList) {
  const items = readWorks(list).map(({ slug, title }) => getLinkItem(`/material-preview/${slug}`, title))
  document.querySelector(`#${list}-list`)?.replaceChildren(...items)
}

async function loadCards() {
  const parameters = lists.map(
    (list) =>
      `${list}=${readWorks(list)
        .map(({ slug }) => slug)
        .join()}`,
  )
  const response = await fetch(`/saved?${parameters.join('&')}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const list of lists) {
    const cards = page.querySelector(`#${list}-list`)
    if (response.ok && cards && cards.children.length > 0) {
      document.querySelector(`#${list}-list`)?.replaceWith(cards)
    }
  }
  showCounts()
}

/** Removes what is no longer in a list, and shows what goes with an empty or a filled one. */
function showCounts() {
  for (const list of lists) {
    const works = readWorks(list)
    document.querySelectorAll(`#${list}-list > li`).forEach((item) => {
      const path = item.querySelector('a')?.pathname
      if (!works.some(({ slug }) => path?.endsWith(`/${slug}`))) {
        item.remove()
      }
    })
    document.querySelectorAll<HTMLElement>(`[data-list=${list}]`).forEach((part) => {
      part.hidden = (part.dataset.when === 'filled') !== works.length > 0
    })
  }
  const share = document.querySelector<HTMLAnchorElement>('#saved-share')
  if (share) {
    share.href = shareOnWhatsApp(readWorks('saved'), location.origin)
  }
}
