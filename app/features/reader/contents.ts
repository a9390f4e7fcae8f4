import type { Chapter } from '#app/services/reading.ts'
import { dayInLagos, formatDay, formatTime } from '#app/platform/text/dates.ts'

/** A line of the contents. `kilobytes` is what its page costs, without its pictures. */
export type Entry = { title: string; minutes: number; kilobytes: number; words: number; sections: Chapter['sections'] }
/** A file that the room offers. */
export type RoomFile = { to: string; label: string; details: string }
/** Where the work was last read. */
export type Place = { chapter: number; section: string; title: string; read_at: string }

/** Words that a student reads in a minute. */
const WORDS_A_MINUTE = 200
/** Bytes of a page without its chapter, after compression. */
const FRAME_BYTES = 4500

/** Returns the lines of the contents. */
export function getEntries(chapters: readonly Chapter[]): Entry[] {
  return chapters.map(({ title, words, bytes, sections }) => ({
    title,
    words,
    sections,
    minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
    kilobytes: Math.ceil((bytes + FRAME_BYTES) / 1000),
  }))
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
