import { Icon } from '#app/ui/icon.tsx'
import { marketplacePath } from '../materials/schema.ts'
import { topicPath } from './addresses.ts'
import { relatedSearch, type Topic } from './topic.ts'

/**
 * A card of the directory: subject area, topic, description, and selling point (SPEC 2). The whole card links to
 * materials on its subject. It clamps the description to three lines; the topic's own address shows all of it.
 * app/islands/topics.island.ts fills in the same card in the browser, by these class names.
 */
export function TopicCard({ topic: line, hidden }: { topic: Topic; hidden?: boolean }) {
  const [subjectArea, topic, description, uniqueSellingPoint] = line
  return (
    <li className="card topic" hidden={hidden}>
      {subjectArea !== null && <p className="badge">{subjectArea}</p>}
      <h2 className="name">
        <a href={marketplacePath({ search: relatedSearch(line) })}>{topic}</a>
      </h2>
      {description !== null && <p className="small clamp">{description}</p>}
      {uniqueSellingPoint !== null && (
        <p className="small point">
          <Icon name="lamp" />
          {uniqueSellingPoint}
        </p>
      )}
      <p className="row">
        <span className="small cue">{`Materials on ${relatedSearch(line)}`}</span>
        <a className="btn bare" href={topicPath(topic)} aria-label={`Read and share: ${topic}`}>
          Read and share
        </a>
      </p>
    </li>
  )
}

/** Returns the addresses that a card links to. */
export function cardPaths(topic: Topic): string[] {
  return [marketplacePath({ search: relatedSearch(topic) }), topicPath(topic[1])]
}

/** The templates for the page's script: a card to fill in, and the six placeholders while the list loads (SPEC 9). */
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
