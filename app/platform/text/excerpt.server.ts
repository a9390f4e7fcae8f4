import { shortened } from './strings.ts'
import { getText } from './readable.server.ts'

/** Characters of an excerpt (SPEC 9). */
const EXCERPT = 300

/** The first words of a text given as HTML, as lists show them: at most 300 characters, cut at a word. */
export function getExcerpt(html: string): string {
  return shortened(getText(html), EXCERPT)
}
