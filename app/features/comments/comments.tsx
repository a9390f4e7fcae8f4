import { formatDay } from '../../platform/dates.ts'
import { TextArea } from '../../ui/field.tsx'
import type { Comment } from './queries.server.ts'
import { MOST_LETTERS } from './schema.ts'

/** Comments that were checked, and the box for a new one. What a guest types is kept while they sign in. */
export function Comments({
  comments,
  typed,
  error,
  signedIn,
}: {
  comments: Comment[]
  typed: string
  error?: string | undefined
  signedIn: boolean
}) {
  return (
    <section className="stack" id="comments">
      <h2>Comments</h2>
      {comments.length > 0 && (
        <ul className="talk">
          {comments.map(({ id, body, author_name, author_school, created_at }) => (
            <li key={id}>
              <p className="lines">{body}</p>
              <p className="small soft">
                {[author_name || 'A student', author_school, formatDay(created_at)].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
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
