import { marketplacePath } from '#app/features/search/schema.ts'
import { topicsPath } from './addresses.ts'
import type { RelatedTopics as Related, Topic } from './topic.ts'
import { TopicRow } from './topic-row.tsx'
import { words } from './labels.ts'

type Query = { search: string; area: string }

/**
 * How the search was read: another spelling that may be meant, the thesaurus entries that were searched too, the
 * programmes whose topics come first, and words for what topics do not have. Each can be undone.
 * app/islands/topics.island.ts fills it in during typing.
 */
export function TopicsReading({ query: { search, area }, related }: { query: Query; related: Related }) {
  const { meant, also, first, unsearched, without } = related
  return (
    <>
      <p className="small soft" id="meant" hidden={!meant}>
        Did you mean{' '}
        <a href={topicsPath({ search: meant, area })}>
          <b>{meant}</b>
        </a>
        ?
      </p>
      <p className="small soft" id="also" hidden={!also}>
        Also searched: <b>{also}</b>. <a href={topicsPath({ search, area, typed: true })}>Search only what I typed</a>.
      </p>
      <p className="small soft" id="first" hidden={!first}>
        Listed first: <b>{first}</b>. <a href={topicsPath({ search: without, area })}>Search without it</a>.
      </p>
      <p className="small soft" id="unsearched" hidden={!unsearched}>
        Topics have no kind, price or year, so this was not searched: <b>{unsearched}</b>.{' '}
        <a href={marketplacePath({ search })}>Search materials for it</a>.
      </p>
    </>
  )
}

/**
 * The related topics below those that contain the search, marked as near matches if there are none of those; or the
 * closest by similar words, if there are no related ones.
 * app/islands/topics.island.ts fills it in during typing.
 */
export function RelatedTopics({ related: { heading, topics, pattern }, near }: { related: Related; near: boolean }) {
  return (
    <section className="stack" id="related-topics" data-matches={near ? 'near' : undefined} hidden={topics.length === 0}>
      <h2>{heading}</h2>
      <ul className="topics">
        {topics.map((topic) => (
          <TopicRow key={topic.title} topic={topic} pattern={pattern} />
        ))}
      </ul>
    </section>
  )
}

/**
 * The topics that contain the search only inside longer words, last. Those that are also related are hidden, because
 * they are above.
 */
export function InsideTopics({
  topics,
  related,
  pattern,
}: {
  topics: readonly Topic[]
  related: readonly Topic[]
  pattern: string
}) {
  return (
    <section className="stack" id="inside-topics" hidden={topics.length === 0}>
      <h2>{words.inside}</h2>
      <ul className="topics">
        {topics.map((topic) => (
          <TopicRow key={topic.title} topic={topic} pattern={pattern} hidden={related.includes(topic)} />
        ))}
      </ul>
    </section>
  )
}
