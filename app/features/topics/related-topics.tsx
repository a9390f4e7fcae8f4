import type { ReactNode } from 'react'
import { type Line as LineOf, readingLines } from './reading-lines.ts'
import type { RelatedTopics as Related, Topic } from './topic.ts'
import { TopicRow } from './topic-row.tsx'
import { words } from './labels.ts'

type Query = { search: string; area: string }

/**
 * How the search was read: another spelling that may be meant, the thesaurus entries that were searched too, the
 * programmes whose topics come first, and words for what topics do not have. Each can be undone.
 * app/islands/topics.island.ts fills it in during typing.
 */
export function TopicsReading({ query, related }: { query: Query; related: Related }) {
  const lines = readingLines(query, related)
  return (
    <>
      <Line id="meant" of={lines.meant}>
        {(name, to) => (
          <>
            Did you mean <a href={to}>{name}</a>?
          </>
        )}
      </Line>
      <Line id="also" of={lines.also}>
        {(name, to) => (
          <>
            Also searched: {name}. <a href={to}>Search only what I typed</a>.
          </>
        )}
      </Line>
      <Line id="first" of={lines.first}>
        {(name, to) => (
          <>
            Listed first: {name}. <a href={to}>Search without it</a>.
          </>
        )}
      </Line>
      <Line id="unsearched" of={lines.unsearched}>
        {(name, to) => (
          <>
            Topics have no kind, price or year, so this was not searched: {name}. <a href={to}>Search materials for it</a>.
          </>
        )}
      </Line>
    </>
  )
}

type LineProps = { id: string; of: LineOf; children(name: ReactNode, to: string): ReactNode }

function Line({ id, of: [text, to], children }: LineProps) {
  return (
    <p className="small soft" id={id} hidden={!text}>
      {children(<b>{text}</b>, to)}
    </p>
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
