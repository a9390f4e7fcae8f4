// Texts from files, forms and other systems contain characters that PostgreSQL rejects.

/**
 * Makes a text from outside storable. Removes control characters except tabs and line breaks, because PostgreSQL
 * rejects U+0000. Replaces halves of surrogate pairs, which UTF-8 cannot encode, by U+FFFD.
 */
export function safeText(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, '\u{fffd}')
    .replaceAll(/\p{Cc}/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''))
}

/**
 * Shortens a text to at most `max` UTF-16 units, between two characters as people see them, so that an emoji or an
 * accented letter is never cut in half.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) {
    return text
  }
  // A longer character than this one has stacked thousands of accents, and may be cut.
  const start = Math.max(0, max - MAX_CHARACTER)
  const end =
    start + (new Intl.Segmenter('en').segment(text.slice(start, max + MAX_CHARACTER)).containing(max - start)?.index ?? 0)
  return end > start ? text.slice(0, end) : text.slice(0, max).replace(/\p{Cs}$/u, '')
}

/** The longest sensible character, such as a family emoji or a letter with several accents, in UTF-16 units. */
const MAX_CHARACTER = 100
