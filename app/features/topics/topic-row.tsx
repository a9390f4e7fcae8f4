import { shortened } from '#app/platform/text/strings.ts'
import { Icon } from '#app/ui/icon.tsx'
import { marketplacePath } from '#app/features/search/schema.ts'
import { alertPath } from '../alerts/wanted.ts'
import { topicPath } from './addresses.ts'
import { relatedSearch, splitMatches, type Topic } from './topic.ts'

/** The length of an excerpt of a description, in characters: two lines on a phone. */
const EXCERPT = 80

type Props = { topic: Topic; pattern?: string; hidden?: boolean; isExcerpt?: boolean; isOpen?: boolean }

/**
 * A row of the directory: topic, subject area and level. Opened, it has the description, the selling point (SPEC 2) and
 * the links, with what `pattern` matches marked. It clamps the description to three lines, and with `isExcerpt` contains
 * only its beginning, which saves a third of the page; the topic's own address shows all of it.
 * app/islands/topics.island.ts fills in the same row in the browser, by these class names and in the order of
 * Topic.
 */
export function TopicRow({ topic, pattern = '', hidden, isExcerpt = false, isOpen = false }: Props) {
  const { title, area, level, description, sellingPoint } = topic
  return (
    <li className="topic" hidden={hidden}>
      <details open={isOpen}>
        <summary>
          <h2 className="name">
            <Marked text={title} pattern={pattern} />
          </h2>
          {area !== null && (
            <span className="badge">
              <Marked text={area} pattern={pattern} />
            </span>
          )}
          {level !== null && (
            <span className="level">
              <Marked text={level} pattern={pattern} />
            </span>
          )}
        </summary>
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
          <a className="cue" href={marketplacePath({ search: relatedSearch(topic) })}>{`Materials on ${relatedSearch(topic)}`}</a>
          <a className="btn bare" href={topicPath(title)} aria-label={`Read and share: ${title}`}>
            Read and share
          </a>
          <a className="tell" href={alertPath({ topic: title })}>
            Tell me when a work appears
          </a>
        </p>
      </details>
    </li>
  )
}

function Marked({ text, pattern }: { text: string; pattern: string }) {
  return splitMatches(text, pattern).map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other names, and are drawn once
    at % 2 ? <mark key={at}>{piece}</mark> : piece,
  )
}

/** Returns the addresses that a row links to. */
export function rowPaths(topic: Topic): string[] {
  return [marketplacePath({ search: relatedSearch(topic) }), topicPath(topic.title)]
}

/** The templates for the page's script: a row to fill in, and the six placeholders while the list loads (SPEC 9). */
export function RowTemplates() {
  return (
    <>
      <template id="row">
        <TopicRow topic={{ title: '', area: '', level: '', description: '', sellingPoint: '' }} />
      </template>
      <template id="ghosts">
        {[1, 2, 3, 4, 5, 6].map((ghost) => (
          <li key={ghost} className="topic ghost" aria-hidden="true">
            <span className="bone long" />
            <span className="bone" />
          </li>
        ))}
      </template>
    </>
  )
}
