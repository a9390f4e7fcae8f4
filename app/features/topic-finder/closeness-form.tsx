import { AccountField } from '#app/ui/account-field.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { focusOnLoad } from '#app/ui/focus.ts'
import type { Close } from './closeness.ts'
import { finderPath, type FinderQuery, LONGEST_TEXT, type Question } from './schema.ts'

export type Answer = { text: string; close: Close[] | null; error: string | null }

/** Compares a title or abstract with the library, and lists the closest titles. The choices and their topics stay. */
export function ClosenessForm({
  query,
  step,
  answer,
}: {
  query: FinderQuery
  step: Question | null
  answer: Answer | undefined
}) {
  return (
    <form className="stack" method="post" action={`${finderPath(query, step)}#closeness`} id="closeness">
      <AccountField />
      <TextArea
        label="Your title or abstract"
        name="text"
        rows={5}
        maxLength={LONGEST_TEXT}
        required
        defaultValue={answer?.text}
        error={answer?.error ?? undefined}
        hint="We do not keep it."
      />
      <p>
        <button className="btn go">Compare</button>
      </p>
      {answer?.close && (
        <div className="stack" role="status" tabIndex={-1} {...focusOnLoad}>
          {answer.close.length === 0 ? (
            <p>
              <b>No title in our library is close to it.</b>
            </p>
          ) : (
            <>
              <p>
                <b>
                  {answer.close.some(({ isSame }) => isSame)
                    ? 'This title is in our library.'
                    : 'These titles are closest to it:'}
                </b>
              </p>
              <ul className="close-titles">
                {answer.close.map((close) => (
                  <li key={close.path}>
                    <a href={close.path}>{close.title}</a>
                    <small>{describe(close)}</small>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="small soft">We compare words with the works and topics on this site only, not with other libraries.</p>
        </div>
      )}
    </form>
  )
}

function describe({ kind, isSame, words, shared }: Close): string {
  const where = kind === 'work' ? 'Material' : 'Topic'
  return isSame ? `${where}: the same title` : `${where}: ${shared} of its ${words} main words are in your text`
}
