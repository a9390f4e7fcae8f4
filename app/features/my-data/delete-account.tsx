import { TextField } from '../../ui/field.tsx'
import { formatNaira } from '../../platform/text/money.ts'

type Props = {
  /** Works that stay on sale. */
  approved: number
  /** Naira that were earned, paid out or not. */
  earned: number
  error: string | undefined
}

/** The end of an account. The password is asked for again: a phone that lies about must not be enough. */
export function DeleteAccount({ approved, earned, error }: Props) {
  return (
    <section className="card stack" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete my account</h2>
      <p>
        At once and for good: your profile, bank details, picture, topic requests, pending and rejected uploads with their files,
        and your name under comments.
      </p>
      <p>
        {approved > 0
          ? `${approved === 1 ? 'Your approved work stays' : `Your ${approved} approved works stay`} on sale, without your name. What the books must keep about money stays too, without your name.`
          : 'What the books must keep about money stays, without your name.'}
      </p>
      {earned > 0 && (
        <p className="note">
          You have earned {formatNaira(earned)}. What is not paid out when you delete the account cannot be paid to you
          afterwards.
        </p>
      )}
      <details open={error !== undefined || undefined}>
        <summary>
          I want to delete my account <span>Go on</span>
        </summary>
        <form className="stack" method="post" action="/dashboard/my-data" noValidate>
          <TextField
            label="Your password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
            hint="To be sure that it is you. There is no way back after the button."
            error={error}
          />
          <p>
            <button className="btn no">Delete my account for good</button>
          </p>
        </form>
      </details>
    </section>
  )
}
