/** The text with a capital letter in front. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** At most `most` characters, cut at a word. A full stop before the … is removed. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) {
    return text
  }
  const space = text.lastIndexOf(' ', max - 1)
  return `${text.slice(0, space > 0 ? space : max - 1).replace(/[\s.,:;!?]+$/, '')}…`
}
