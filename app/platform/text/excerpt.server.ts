import { shortened } from './strings.ts'
import { getText } from './readable.server.ts'

/** Characters of an excerpt (SPEC 9). */
const EXCERPT = 300

/** Returns the excerpt of an HTML text for lists: at most 300 characters, cut at a word, without headings. */
export function getExcerpt(html: string): string {
  return shortened(getText(html, 'without headings'), EXCERPT)
}
