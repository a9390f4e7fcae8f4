// Runs on /topics-directory: filters during typing, and shows more topics without a page load. It depends on the HTML
// of app/routes/topics.tsx and app/features/topics, whose form and links do the same on the server. The whole list is
// fetched once, when the search gets the focus or the end of the list is close, and never with Save-Data.
import {
  countLine,
  escapePattern,
  findInOrder,
  relatedSearch,
  PAGE_SIZE,
  splitMatches,
  type Topic,
} from '../features/topics/topic.ts'
import type { RelatedAnswer } from '../features/topics/reading-lines.ts'

const find = (selector: string, within: ParentNode = document) => within.querySelector<HTMLElement>(selector) as HTMLElement
const link = find as (...what: Parameters<typeof find>) => HTMLAnchorElement
const form = find('#find') as HTMLFormElement
const { search: field, area: select } = form.elements as HTMLFormControlsCollection & {
  search: HTMLInputElement
  area: HTMLSelectElement
}
const count = find('#count')
const list = find('#topics')
const nothing = find('#none')
const more = find('#more')
const subjects = find('#subjects')
const again = link('#again')
const request = link('#request')

let all: Topic[] | void
let busy = false
const near = find('#related-topics')
const inside = find('#inside-topics')
const insideList = find('ul', inside)
let rest: ReturnType<typeof setTimeout>
/** The filter whose topics the list shows. */
let shown = filter()

/** The regular expression of what the next rows mark. */
let pattern: string

/** Returns the form's values as a query string. */
function filter() {
  return `?${new URLSearchParams(new FormData(form) as unknown as Record<string, string>)}`
}
/** Returns a query string with one value. */
const query = (value: string, name = 'search') => `${name}=${encodeURIComponent(value)}`

/** Fetches JSON. Returns undefined if the request fails. */
const jsonAt = <Data>(address: string, how?: RequestInit): Promise<Data | void> =>
  fetch(address, how)
    .then((response) => response.json() as Promise<Data>)
    .catch(console.warn)

/**
 * Copies a template with importNode, because links of a plain clone have no URL to change before they are in the
 * document.
 */
const copy = (template: string) => document.importNode((find(template) as HTMLTemplateElement).content, true)

function row(topic: Topic) {
  const item = copy('#row')
  const texts = Object.values(topic)
  item.querySelectorAll('.name,.badge,.level,.clamp,.point').forEach((element, at) => {
    const text = texts[at]
    if (text) {
      splitMatches(text, pattern).forEach((piece, nth) => {
        const mark = document.createElement('mark')
        mark.append(piece)
        element.append(nth % 2 ? mark : piece)
      })
    } else {
      element.remove()
    }
  })
  const { title } = topic
  const subject = relatedSearch(topic)
  const cue = link('.cue', item)
  cue.append(subject)
  cue.search = query(subject)
  const share = link('.btn', item)
  share.search = query(title)
  share.ariaLabel += title
  link('.tell', item).search = query(title, 'topic')
  return item
}

const shownRows = () => [...list.children, ...insideList.children]

/** Shows the matching topics, `extra` more than before. Shows an error if the list could not be loaded. */
function show(extra: number) {
  if (filter() !== shown) {
    shown = filter()
    list.textContent = insideList.textContent = ''
  }
  const search = field.value.trim()
  const { topics: found, whole } = findInOrder(all ?? [], search, select.value)
  const stand = shownRows().length
  const until = stand ? stand + extra : PAGE_SIZE
  pattern = escapePattern(search)
  list.append(...found.slice(stand, Math.min(until, whole)).map(row))
  insideList.append(...found.slice(Math.max(stand, whole), until).map(row))
  inside.hidden = !insideList.firstChild
  subjects.hidden = !!search
  count.textContent = all ? countLine(found.length) : ''
  nothing.hidden = !!found[0]
  again.hidden = !!all
  again.href = shown
  request.search = query(search, 'topic')
  more.hidden = until >= found.length
}

/**
 * Shows the topics of the form, and fetches the list first if necessary. During the fetch six placeholders follow the
 * shown topics, or replace them if the filter has changed. If the fetch fails, the previous topics return, and the next
 * attempt is a form submission.
 */
async function load(extra = 0) {
  if (!all) {
    const response = count.textContent
    count.textContent = 'Loading...'
    nothing.hidden = true
    if (filter() !== shown) {
      list.textContent = insideList.textContent = shown = ''
      inside.hidden = true
    }
    if (!find('.ghost', list)) {
      list.append(copy('#ghosts'))
    }
    if (busy) {
      return
    }
    busy = true
    // Send no cookies, so that the public list can be cached.
    all = await jsonAt<Topic[]>(form.dataset.list as string, { credentials: 'omit' })
    busy = false
    list.querySelectorAll('.ghost').forEach((ghost) => ghost.remove())
    if (!all && shown) {
      count.textContent = response
      nothing.hidden = !!list.firstChild
      return
    }
  }
  show(extra)
}

/** Fetches related topics, and shows them unless the filter has changed since. */
function ask() {
  const asked = filter()
  // oxlint-disable-next-line promise/always-return -- nobody waits for it, and every byte of this script is sent with each page
  void jsonAt<RelatedAnswer>(`/related-topics${asked}`).then((related) => {
    if (related && asked === filter()) {
      const { topics } = related
      pattern = related.pattern
      find('ul', near).replaceChildren(...topics.map(row))
      near.hidden = !topics[0]
      find('h2', near).textContent = related.heading
      for (const [id, [text, address]] of Object.entries(related.lines)) {
        const line = find('#' + id)
        line.hidden = !text
        find('b', line).textContent = text
        link('a', line).href = address
      }
      for (const item of insideList.children as HTMLCollectionOf<HTMLElement>) {
        item.hidden = topics.some((topic) => topic.title === find('.name', item).textContent)
      }
    }
  })
}

const on = (type: string, act: (event: Event) => void, target: HTMLElement = form) => target.addEventListener(type, act)
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
if (form.dataset.list && !connection?.saveData) {
  on('focusin', () => {
    void load()
  })
  on('input', () => {
    void load()
    clearTimeout(rest)
    rest = setTimeout(ask, 400)
  })
  on('change', () => history.replaceState(null, '', filter()))
  on('submit', (event) => {
    // The server knows courses, so it gets what is not found here.
    if (all && list.firstChild) {
      event.preventDefault()
      field.blur()
    }
  })
  const showMore = (event: Event) => {
    if (all) {
      event.preventDefault()
      const stand = shownRows().length
      show(PAGE_SIZE)
      find('summary', shownRows()[stand]).focus()
    }
  }
  on('click', showMore, more)
  // More topics load automatically once. Later the user requests them, so that the end of the page stays reachable.
  new IntersectionObserver(
    ([entry], end) => {
      if (entry?.isIntersecting && !busy) {
        end.disconnect()
        void load(PAGE_SIZE)
      }
    },
    { rootMargin: '600px' },
  ).observe(more)
}
