/** The text with a capital letter in front. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** At most `most` characters, cut at a word. A full stop before the … is removed. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) {
    return text
  }
  const space = text.lastIndexOf(' ', most - 1)
  return `${text.slice(0, space > 0 ? space : most - 1).replace(/[\s.,:;!?]+$/, '')}…`
}
