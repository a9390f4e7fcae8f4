import type { Deferred } from '#app/platform/pages/deferred.ts'
import { DeferredContent } from '#app/ui/deferred-content.tsx'
import { topicPath, topicsPath } from './addresses.ts'
import type { TopicsLike } from './queries.server.ts'

/** Related topics on a material's page, and a link to all of its subject area. Renders nothing if there are none. */
export function TopicsLikeThis({ of }: { of: Deferred<TopicsLike | null> }) {
  return (
    <DeferredContent of={of} skeleton={null}>
      {(like) =>
        like &&
        like.topics.length > 0 && (
          <section className="stack">
            <h2>Topics like this</h2>
            <ul className="index">
              {like.topics.map((topic) => (
                <li key={topic}>
                  <a href={topicPath(topic)}>{topic}</a>
                </li>
              ))}
            </ul>
            {like.area.count > like.topics.length && (
              <p>
                <a href={topicsPath({ area: like.area.name })}>{`All ${like.area.count} topics on ${like.area.name}`}</a>
              </p>
            )}
          </section>
        )
      }
    </DeferredContent>
  )
}
