import { Icon } from '#app/ui/icon.tsx'
import { marketplacePath } from '../materials/schema.ts'
import { topicPath } from './addresses.ts'
import { likeIt, type Topic } from './topic.ts'

/**
 * A card of the catalogue: subject area, topic, what the study does, and why it is worth it (SPEC 2). The whole card leads to materials
 * on its subject. A card cuts the description at three lines; the topic's own address shows it whole. app/islands/topics.island.ts fills in
 * the same card in the browser, by these class names.
 */
export function TopicCard({ topic: line }: { topic: Topic }) {
  const [subjectArea, topic, description, uniqueSellingPoint] = line
  return (
    <li className="card topic">
      {subjectArea !== null && <p className="badge">{subjectArea}</p>}
      <h2 className="name">
        <a href={marketplacePath({ search: likeIt(line) })}>{topic}</a>
      </h2>
      {description !== null && <p className="small clamp">{description}</p>}
      {uniqueSellingPoint !== null && (
        <p className="small point">
          <Icon name="lamp" />
          {uniqueSellingPoint}
        </p>
      )}
      <p className="row">
        <span className="small cue">{`Materials on ${likeIt(line)}`}</span>
        <a className="btn bare" href={topicPath(topic)} aria-label={`Read and share: ${topic}`}>
          Read and share
        </a>
      </p>
    </li>
  )
}

/** The addresses that a card leads to. */
export function cardPaths(topic: Topic): string[] {
  return [marketplacePath({ search: likeIt(topic) }), topicPath(topic[1])]
}

/** What the page's script copies: a card to fill in, and the six placeholders that stand there while the list is on its way (SPEC 9). */
export function CardTemplates() {
  return (
    <>
      <template id="topic-card">
        <TopicCard topic={['', '', '', '']} />
      </template>
      <template id="topic-ghosts">
        {[1, 2, 3, 4, 5, 6].map((ghost) => (
          <li key={ghost} className="card topic ghost" aria-hidden="true">
            <span className="bone" />
            <span className="bone long" />
            <span className="bone long" />
            <span className="bone" />
          </li>
        ))}
      </template>
    </>
  )
}
