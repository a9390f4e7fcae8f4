import { href } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import type { Deferred } from '#app/platform/pages/deferred.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextArea } from '#app/ui/field.tsx'
import { focusOnLoad } from '#app/ui/focus.ts'
import { DeferredContent } from '#app/ui/deferred-content.tsx'
import { TextSkeleton } from '#app/ui/skeletons.tsx'
import type { Comment, OwnStars } from './queries.server.ts'
import { MAX_CHARS } from './schema.ts'
import { buyerLabels, describeStars } from './labels.ts'

/** Approved comments, and the box for a new one. A guest's text is saved while they sign in. */
export function Comments({
  comments,
  values,
  refusal,
  error,
  isSent,
  signedIn,
  own,
  typedStars,
}: {
  comments: Deferred<Comment[] | null>
  values: string
  /** Why the comment was not sent, and the error of its field. */
  refusal?: string | undefined
  error?: string | undefined
  /** True after a comment was sent. */
  isSent: boolean
  signedIn: boolean
  /** Null for a guest, or if it could not be read. */
  own: OwnStars | null
  /** The choice in a form that was rejected. */
  typedStars: number | null
}) {
  const mayChange = own?.may_rate === true && own.rated?.is_read !== true
  return (
    <section className="stack" id="comments">
      <h2>Comments</h2>
      <DeferredContent of={comments} skeleton={<TextSkeleton parts={1} />}>
        {(shown) =>
          shown &&
          shown.length > 0 && (
            <ul className="talk">
              {shown.map(({ id, body, author_name, author_school, has_bought, stars, created_at }) => (
                <li key={id}>
                  <p className="lines">{body}</p>
                  <p className="crumb">
                    <span>
                      {[author_name || 'A student', author_school, ...buyerLabels({ has_bought, stars }), formatDay(created_at)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    <a href={`${href('/report')}?comment=${id}`} rel="nofollow">
                      Report
                    </a>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </DeferredContent>
      <form className="stack" id="your-comment" method="post" action="#your-comment" noValidate>
        <AccountField />
        {isSent && !refusal && (
          <p className="note good" role="status" tabIndex={-1} {...focusOnLoad}>
            <b>We have your comment.</b> It waits for a check, then it is shown here.
          </p>
        )}
        <ErrorSummary error={refusal ? { title: refusal, text: error ?? '', errors: error ? { comment: error } : {} } : null} />
        <TextArea
          label="Your comment"
          name="comment"
          maxLength={MAX_CHARS}
          defaultValue={values || (mayChange ? own.rated?.body : '')}
          error={error}
          hint={`Shown after a check, with your first name and school${own?.may_rate ? ', and that you bought this work here' : ''}.${signedIn ? '' : ' You will be asked to sign in; what you typed stays.'}`}
        />
        {mayChange && <Stars chosen={typedStars ?? own.rated?.stars ?? null} isSet={own.rated !== null} />}
        {own?.rated?.is_read && (
          <p className="soft">
            You gave this work {describeStars(own.rated.stars)}. We have reviewed it, so it can no longer be changed.
          </p>
        )}
        <p>
          <button className="btn">Submit Comment</button>
        </p>
      </form>
    </section>
  )
}

/**
 * One to five stars of a buyer: a group of radio buttons, so that arrows choose and a screen reader reads each in
 * words.
 */
function Stars({ chosen, isSet }: { chosen: number | null; isSet: boolean }) {
  return (
    <fieldset className="stack">
      <legend>
        Your rating <span className="soft">(optional)</span>
      </legend>
      <p className="hint">
        {isSet
          ? 'You have rated it. You can change your rating until we have reviewed it.'
          : 'You bought this work here, so you may rate it.'}
      </p>
      <p className="row">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars}>
            <input type="radio" name="stars" value={stars} defaultChecked={stars === chosen} /> {stars}{' '}
            <span aria-hidden="true">★</span>
            <span className="sr">{stars === 1 ? 'star' : 'stars'}</span>
          </label>
        ))}
      </p>
    </fieldset>
  )
}
