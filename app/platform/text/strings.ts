/** Capitalises the first character. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Ends a text that was typed with a full stop, unless it ends a sentence already. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  return /(^|[.!?…])["'”’)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** Shortens a text to at most `max` characters, cut at a word. Removes a full stop before the …. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) {
    return text
  }
  const space = text.lastIndexOf(' ', max - 1)
  return `${text.slice(0, space > 0 ? space : max - 1).replace(/[\s.,:;!?\p{Cs}]+$/u, '')}…`
}
