import { marketplacePath } from '../search/schema.ts'
import { topicsPath } from './addresses.ts'
import type { RelatedTopics } from './topic.ts'

/** The words that a line names, and the address of its link. */
export type Line = readonly [text: string, address: string]
type Query = { search: string; area: string }

/**
 * Returns the lines that say how a search was read, by their element ids: what each names ('' hides it), and where its
 * link leads.
 */
export const readingLines = (
  { search, area }: Query,
  { meant, also, first, unsearched, without }: RelatedTopics,
): Record<'meant' | 'also' | 'first' | 'unsearched', Line> => ({
  meant: [meant, topicsPath({ search: meant, area })],
  also: [also, topicsPath({ search, area, typed: true })],
  first: [first, topicsPath({ search: without, area })],
  unsearched: [unsearched, marketplacePath({ search })],
})

/** The related topics for the script of the directory. */
export type RelatedAnswer = Pick<RelatedTopics, 'heading' | 'topics' | 'pattern'> & {
  lines: ReturnType<typeof readingLines>
}
