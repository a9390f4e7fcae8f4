import type { ItemList, WithContext } from 'schema-dts'
import { topicPath } from './addresses.ts'
import type { TopicPage } from './queries.server.ts'
import { PAGE_SIZE } from './topic.ts'
import { words } from './labels.ts'

/** The maximum number of topics for search engines (SPEC 9). */
const MAX_LISTED = 20

/** Returns the first topics of a page of the directory for search engines. */
export function directoryStructuredData({ topics, page, total }: TopicPage, site: string): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: words.heading,
    numberOfItems: total,
    itemListElement: topics.slice(0, MAX_LISTED).map(({ title }, at) => ({
      '@type': 'ListItem',
      position: (page - 1) * PAGE_SIZE + at + 1,
      url: site + topicPath(title),
    })),
  }
}
