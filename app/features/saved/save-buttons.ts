import { caching, fetchAndKeep } from '../offline/kept-pages.ts'
import { warn } from '../offline/warn.ts'
import { changeAccount, SAVED_EVENT } from './account-sync.ts'
import { addWork, readWorks, removeWork, type SavedWork } from './saved-works.ts'

/*
 * Adds a button to each card of a work and to its page, which saves it on this phone. Without the script there is none.
 */

const PREVIEW = '/material-preview/'

/** Adds the buttons, also to cards that arrive later, and records the visit of a work's page. */
export function addSaveButtons(): void {
  const main = document.querySelector('main')
  if (!main) {
    return
  }
  addToPage()
  addToCards(main)
  new MutationObserver(() => addToCards(main)).observe(main, { childList: true, subtree: true })
  linkSavedWorks()
  document.addEventListener(SAVED_EVENT, linkSavedWorks)
}

function addToCards(main: Element) {
  main.querySelectorAll('.work .cover:not(:has(.save))').forEach((cover) => {
    const link = cover.querySelector<HTMLAnchorElement>('.name a')
    if (link?.pathname.startsWith(PREVIEW)) {
      const work = { slug: link.pathname.slice(PREVIEW.length), title: link.textContent ?? '' }
      cover.append(getButton(work, 'save', false))
    }
  })
}

/** Adds the button to the page of a work, before the one that shares it. */
function addToPage() {
  const share = document.querySelector('main [href^="https://wa.me/?text="]')
  const canonical = document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href.split(PREVIEW)[1]
  if (share && canonical) {
    const work = { slug: canonical, title: document.querySelector('h1')?.textContent ?? '' }
    share.before(getButton(work, 'btn', true), ' ')
    addWork('seen', work)
  }
}

function getButton(work: SavedWork, className: string, hasWord: boolean): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  const show = () => {
    const isSaved = isInList(work)
    const [heart, word] = isSaved ? ['♥', 'Saved'] : ['♡', 'Save']
    button.ariaPressed = String(isSaved)
    // Without the character after the heart phones would draw a coloured picture.
    button.textContent = `${heart}\uFE0E${hasWord ? ` ${word}` : ''}`
    button.ariaLabel = `${word}: ${work.title}`
  }
  show()
  document.addEventListener(SAVED_EVENT, show)
  button.addEventListener('click', () => toggle(work))
  return button
}

const isInList = ({ slug }: SavedWork) => readWorks('saved').some((saved) => saved.slug === slug)

/** Saves a work, with a copy of its page for reading without a connection, or removes both. */
function toggle(work: SavedWork) {
  const address = location.origin + PREVIEW + work.slug
  changeAccount({ [isInList(work) ? 'remove' : 'add']: work.slug }).catch(warn)
  if (isInList(work)) {
    removeWork('saved', work.slug)
    globalThis.caches
      ?.open(caching.pages)
      .then((pages) => pages.delete(address))
      .catch(warn)
  } else {
    addWork('saved', work)
    if (navigator.serviceWorker) {
      fetchAndKeep(caching.pages, address).catch(warn)
    }
  }
  document.dispatchEvent(new Event(SAVED_EVENT))
}

/** Shows the number of saved works in the menu, with the link to them. */
function linkSavedWorks() {
  // React would find an element that it did not render, and render the page again.
  if ('__reactRouterContext' in window) {
    return
  }
  const count = readWorks('saved').length
  const link = document.querySelector('#side-saved') ?? addLink()
  link?.closest('li')?.toggleAttribute('hidden', count === 0)
  link?.lastElementChild?.replaceChildren(`Saved works (${count})`)
}

function addLink(): Element | null {
  document
    .querySelector('#side ul')
    ?.insertAdjacentHTML(
      'beforeend',
      '<li><a id="side-saved" href="/saved" title="Saved works"><span class="heart" aria-hidden="true">♥\uFE0E</span><span></span></a></li>',
    )
  return document.querySelector('#side-saved')
}
