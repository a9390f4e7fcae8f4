import type { Chapter } from '#app/services/reading.ts'
import { dayInLagos, formatDay, formatTime } from '#app/platform/text/dates.ts'

/** A page of the work in its contents. */
export type Entry = {
  title: string
  /** Its number: of a chapter, if the work has chapters, else of a part. Null for what is not counted. */
  number: number | null
  /** True for a further page of a long chapter; `from` is the heading with which it begins, or ''. */
  isContinued: boolean
  from: string
  minutes: number
  /** The size of its page, without its pictures. */
  kilobytes: number
  words: number
  /** The headings one level below the chapter's. */
  sections: { id: string; title: string }[]
}
/** A file that the room offers. */
export type RoomFile = { to: string; label: string; details: string }
/** Where the work was last read. */
export type Place = { chapter: number; section: string; title: string; read_at: string }

/** Words that a student reads in a minute. */
const WORDS_A_MINUTE = 200
/** Bytes of a page without its chapter, after compression. */
const FRAME_BYTES = 4500

/** Returns the minutes that reading takes, at least one. */
export const getMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))

const IS_CHAPTER = /^chapter\b/i

const plain = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns the pages of a work in order. Pages with its title are its opening pages. */
export function getEntries(chapters: readonly Chapter[], workTitle: string): Entry[] {
  const hasChapters = chapters.some(({ title }) => IS_CHAPTER.test(title))
  let last = 0
  return chapters.map(({ title, isContinued, html, words, bytes, sections }) => {
    const isCounted = !hasChapters || IS_CHAPTER.test(title)
    last += isCounted && !isContinued ? 1 : 0
    const highest = Math.min(...sections.map(({ level }) => level))
    const [, first] = /^\s*<h[234] id="(r\d+)"/.exec(html) ?? []
    return {
      title: plain(title) === plain(workTitle) ? 'Opening pages' : title,
      number: isCounted ? last : null,
      isContinued,
      from: sections.find(({ id }) => id === first)?.title ?? '',
      minutes: getMinutes(words),
      kilobytes: Math.ceil((bytes + FRAME_BYTES) / 1000),
      words,
      sections: sections.filter(({ level }) => level === highest).map(({ id, title: section }) => ({ id, title: section })),
    }
  })
}

/** Returns how many chapters a work has, or parts, such as "5 chapters". */
export function countChapters(entries: readonly Entry[]): string {
  const count = Math.max(0, ...entries.map(({ number }) => number ?? 0))
  const noun = entries.some(({ title }) => IS_CHAPTER.test(title)) ? 'chapter' : 'part'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns where a page is: "Chapter 3 of 5 · 47%"; what is not counted has only the share. */
export function describePage(entries: readonly Entry[], page: number): string {
  const { number = null, title = '' } = entries[page - 1] ?? {}
  const count = Math.max(0, ...entries.map((entry) => entry.number ?? 0))
  const place = number === null ? '' : `${IS_CHAPTER.test(title) ? 'Chapter ' : ''}${number} of ${count} · `
  return `${place}${getProgress(entries, page)}%`
}

/** Returns how much of a work precedes the end of a chapter, in percent. */
export function getProgress(entries: readonly Entry[], chapter: number): number {
  const sum = (all: readonly Entry[]) => all.reduce((words, entry) => words + entry.words, 0)
  return Math.round((100 * sum(entries.slice(0, chapter))) / Math.max(1, sum(entries)))
}

/** A place is offered in another chapter only after this time: before, the reader knows it. */
const SOON_MS = 30 * 60 * 1000

/** Returns the sentence about a place, and where it leads; null if it leads nowhere new. */
export function describePlace(
  place: Place | null,
  current: number | null,
  count: number,
  now: number,
): { text: string; to: string } | null {
  if (place === null || place.chapter > count) {
    return null
  }
  const read = Date.parse(place.read_at)
  const isHere = place.chapter === current
  if (isHere ? place.section === '' : current !== null && now - read < SOON_MS) {
    return null
  }
  const day = dayInLagos(new Date(read))
  const when =
    day === dayInLagos(new Date(now))
      ? `today at ${formatTime(place.read_at).replace(' WAT', '')}`
      : day === dayInLagos(new Date(now - 24 * 60 * 60 * 1000))
        ? 'yesterday'
        : `on ${formatDay(place.read_at)}`
  return {
    text: `You were at “${place.title}” ${when}`,
    to: `${isHere ? '' : String(place.chapter)}${place.section === '' ? '' : `#${place.section}`}`,
  }
}
