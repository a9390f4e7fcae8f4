import type { Topic } from './topic.ts'
import { TopicCard } from './topic-card.tsx'
import { words } from './labels.ts'

/** The related topics below the exact matches. app/islands/topics.island.ts fills it in during typing. */
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
