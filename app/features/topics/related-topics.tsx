import { topicsPath } from './addresses.ts'
import type { RelatedTopics as Related, Topic } from './topic.ts'
import { TopicRow } from './topic-row.tsx'
import { words } from './labels.ts'

type Query = { search: string; area: string }

/**
 * How the search was read: another spelling that may be meant, and the thesaurus entries that were searched too, which
 * can be switched off. app/islands/topics.island.ts fills it in during typing.
 */
export function TopicsReading({ query: { search, area }, related: { meant, also } }: { query: Query; related: Related }) {
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
    </>
  )
}

/**
 * The related topics below those that contain the search, marked as near matches if there are none of those.
 * app/islands/topics.island.ts fills it in during typing.
 */
export function RelatedTopics({ related: { topics, pattern }, near }: { related: Related; near: boolean }) {
  return (
    <section className="stack" id="related-topics" data-matches={near ? 'near' : undefined} hidden={topics.length === 0}>
      <h2>{words.near}</h2>
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
