import { shortened } from '#app/platform/text/strings.ts'
import { Icon } from '#app/ui/icon.tsx'
import { marketplacePath } from '#app/features/search/schema.ts'
import { topicPath } from './addresses.ts'
import { relatedSearch, splitMatches, type Topic } from './topic.ts'

/** The length of an excerpt of a description, in characters: three lines on a phone. */
const EXCERPT = 140

type Props = { topic: Topic; pattern?: string; hidden?: boolean; isExcerpt?: boolean }

/**
 * A card of the directory: subject area, topic, description, and selling point (SPEC 2). The whole card links to
 * materials on its subject, with what `pattern` matches marked. It clamps the description to three lines, and with
 * `isExcerpt` contains only its beginning, which saves a third of the page; the topic's own address shows all of it.
 * app/islands/topics.island.ts fills in the same card in the browser, by these class names.
 */
export function TopicCard({ topic, pattern = '', hidden, isExcerpt = false }: Props) {
  const { area, title, description, sellingPoint } = topic
  return (
    <li className="card topic" hidden={hidden}>
      {area !== null && (
        <p className="badge">
          <Marked text={area} pattern={pattern} />
        </p>
      )}
      <h2 className="name">
        <a href={marketplacePath({ search: relatedSearch(topic) })}>
          <Marked text={title} pattern={pattern} />
        </a>
      </h2>
      {description !== null && (
        <p className="small clamp">
          <Marked text={isExcerpt ? shortened(description, EXCERPT) : description} pattern={pattern} />
        </p>
      )}
      {sellingPoint !== null && (
        <p className="small point">
          <Icon name="lamp" />
          <Marked text={sellingPoint} pattern={pattern} />
        </p>
      )}
      <p className="row">
        <span className="small cue">{`Materials on ${relatedSearch(topic)}`}</span>
        <a className="btn bare" href={topicPath(title)} aria-label={`Read and share: ${title}`}>
          Read and share
        </a>
      </p>
    </li>
  )
}

function Marked({ text, pattern }: { text: string; pattern: string }) {
  return splitMatches(text, pattern).map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other names, and are drawn once
    at % 2 ? <mark key={at}>{piece}</mark> : piece,
  )
}

/** Returns the addresses that a card links to. */
export function cardPaths(topic: Topic): string[] {
  return [marketplacePath({ search: relatedSearch(topic) }), topicPath(topic.title)]
}

/** The templates for the page's script: a card to fill in, and the six placeholders while the list loads (SPEC 9). */
export function CardTemplates() {
  return (
    <>
      <template id="topic-card">
        <TopicCard topic={{ area: '', title: '', description: '', sellingPoint: '' }} />
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
