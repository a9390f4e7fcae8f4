import { formatDay } from '../../platform/text/dates.ts'
import type { Soon } from '../../platform/pages/soon.ts'
import { TextArea } from '../../ui/field.tsx'
import { Later } from '../../ui/later.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import type { Comment } from './queries.server.ts'
import { MOST_LETTERS } from './schema.ts'

/** Comments that were checked, and the box for a new one. What a guest types is kept while they sign in. */
export function Comments({
  comments,
  typed,
  error,
  signedIn,
}: {
  comments: Soon<Comment[] | null>
  typed: string
  error?: string | undefined
  signedIn: boolean
}) {
  return (
    <section className="stack" id="comments">
      <h2>Comments</h2>
      <Later of={comments} skeleton={<TextSkeleton parts={1} />}>
        {(shown) =>
          shown &&
          shown.length > 0 && (
            <ul className="talk">
              {shown.map(({ id, body, author_name, author_school, created_at }) => (
                <li key={id}>
                  <p className="lines">{body}</p>
                  <p className="crumb">
                    <span>{[author_name || 'A student', author_school, formatDay(created_at)].filter(Boolean).join(' · ')}</span>
                    <a href={`/report?comment=${id}`} rel="nofollow">
                      Report
                    </a>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Later>
      <form className="stack" method="post" action="#comments" noValidate>
        <TextArea
          label="Your comment"
          name="comment"
          maxLength={MOST_LETTERS}
          defaultValue={typed}
          error={error}
          hint={`Shown after a check, with your first name and school.${signedIn ? '' : ' You will be asked to sign in; what you typed stays.'}`}
        />
        <p>
          <button className="btn">Submit Comment</button>
        </p>
      </form>
    </section>
  )
}
