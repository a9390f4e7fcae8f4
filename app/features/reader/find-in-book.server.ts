import type { Chapter } from '#app/services/reading.ts'
import { getText } from '#app/platform/text/readable.server.ts'

/** A place where the searched words are. `before` and `after` are the text around them. */
export type Hit = { chapter: number; title: string; anchor: string; before: string; match: string; after: string }

export const MAX_QUERY_CHARS = 100
const MAX_HITS = 60
const CONTEXT_CHARS = 60

/** Returns the pattern of a query in HTML: its words one after the other, in any case. */
function getPattern(query: string): RegExp | null {
  const words = query
    .slice(0, MAX_QUERY_CHARS)
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const escape = (word: string) =>
    word
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(/["“”]/g, '["“”]')
      .replaceAll(/['’]/g, "['’]")
  return words.length === 0 ? null : new RegExp(words.map(escape).join('\\s+'), 'giu')
}

/** Marks the words of a query in clean HTML, numbered from hit-1. A match that crosses tags is not marked. */
export function markHits(html: string, query: string): string {
  const pattern = getPattern(query)
  let last = 0
  return pattern === null
    ? html
    : html
        .split(/(<[^>]*>)/)
        .map((part, at) =>
          at % 2 === 1 ? part : part.replaceAll(pattern, (match) => `<mark id="hit-${(last += 1)}">${match}</mark>`),
        )
        .join('')
}

/** Signs that no text has stand for the marks while it is read. */
const [OPEN, CLOSE] = ['\u{e000}', '\u{e001}']
const HIT = /\u{e000}([^\u{e001}]*)\u{e001}/gu

/** Finds words in a book: the first places, and the number of all. */
export function findInBook(chapters: readonly Chapter[], query: string): { hits: Hit[]; count: number; chapterCount: number } {
  const hits: Hit[] = []
  let count = 0
  let chapterCount = 0
  for (const [at, chapter] of chapters.entries()) {
    const marked = markHits(chapter.html, query)
    if (marked === chapter.html) {
      continue
    }
    chapterCount += 1
    let number = 0
    for (const section of marked.split(/(?=<h[234] id="r)/)) {
      const [, id] = /^<h[234] id="(r\d+)"/.exec(section) ?? []
      const title = chapter.sections.find((one) => one.id === id)?.title ?? chapter.title
      const text = getText(section.replaceAll(/<mark [^>]*>/g, OPEN).replaceAll('</mark>', CLOSE))
      for (const found of text.matchAll(HIT)) {
        number += 1
        count += 1
        if (hits.length < MAX_HITS) {
          hits.push({ chapter: at + 1, title, anchor: `hit-${number}`, ...getContext(text, found) })
        }
      }
    }
  }
  return { hits, count, chapterCount }
}

function getContext(text: string, found: RegExpExecArray): Pick<Hit, 'before' | 'match' | 'after'> {
  const [whole, match = ''] = found
  const plain = (part: string) => part.replaceAll(/[\u{e000}\u{e001}]/gu, '')
  const before = plain(text.slice(0, found.index))
  const after = plain(text.slice(found.index + whole.length))
  return {
    before: before.length > CONTEXT_CHARS ? `… ${before.slice(-CONTEXT_CHARS).replace(/^\S*\s/, '')}` : before,
    match,
    after: after.length > CONTEXT_CHARS ? `${after.slice(0, CONTEXT_CHARS).replace(/\s\S*$/, '')} …` : after,
  }
}
