import type { Topic } from './topic.ts'
import { TopicCard } from './topic-card.tsx'
import { words } from './labels.ts'

/** The related topics below those that contain the search. app/islands/topics.island.ts fills it in during typing. */
export function RelatedTopics({ topics }: { topics: readonly Topic[] }) {
  return (
    <section className="stack" id="related-topics" hidden={topics.length === 0}>
      <h2>{words.near}</h2>
      <ul className="grid3">
        {topics.map((topic) => (
          <TopicCard key={topic[1]} topic={topic} />
        ))}
      </ul>
    </section>
  )
}

/**
 * The topics that contain the search only inside longer words, last. Those that are also related are hidden, because
 * they are above.
 */
export function InsideTopics({ topics, related }: { topics: readonly Topic[]; related: readonly Topic[] }) {
  return (
    <section className="stack" id="inside-topics" hidden={topics.length === 0}>
      <h2>{words.inside}</h2>
      <ul className="grid3">
        {topics.map((topic) => (
          <TopicCard key={topic[1]} topic={topic} hidden={related.includes(topic)} />
        ))}
      </ul>
    </section>
  )
}
