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
  let end = 0
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (index > max) {
      break
    }
    end = index
  }
  // A single character may have endless accents. Then it is cut, but no surrogate pair is.
  return text.slice(0, end || max).replace(/\p{Cs}$/u, '')
}
