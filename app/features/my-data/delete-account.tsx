import { href } from 'react-router'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { passwordOnly } from '../accounts/schema.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import { formatKobo } from '#app/platform/text/money.ts'
import { forfeitSentence } from './forfeit.ts'

type Props = {
  /** The number of works that remain on sale. */
  approved: number
  /** Kobo that the account is owed, and kobo on their way to the bank. */
  owedKobo: number
  onWayKobo: number
  /** Why the account was not deleted, and the error of the password. */
  refusal: string | undefined
  error: string | undefined
  /** The submitted text that did not match the sentence. */
  textRejected: string | undefined
}

/**
 * The form that deletes an account. It requires the password, because access to an unlocked phone must not be enough.
 */
export function DeleteAccount({ approved, owedKobo, onWayKobo, refusal, error, textRejected }: Props) {
  const fields = formFields(passwordOnly, {}, error === undefined ? {} : { password: error })
  return (
    <section className="card stack" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete my account</h2>
      <p>
        At once and permanently: your profile, bank details, picture, topic requests, pending and rejected uploads with their
        files, and your name under comments.
      </p>
      <p>
        {approved > 0
          ? `${approved === 1 ? 'Your approved work stays' : `Your ${approved} approved works stay`} on sale, without your name: nobody is paid a share of later sales, and all of their price is ours. We also retain the payment records that the law requires, without your name.`
          : 'We retain the payment records that the law requires, without your name.'}{' '}
        {approved > 0 && (
          <>
            <a href={href('/upload-materials')}>Take a work off sale first</a> if you do not want that.{' '}
          </>
        )}
        A work that was bought stays for its buyers too, without your name, also while it is being reviewed again.
      </p>
      {owedKobo > 0 && (
        <p className="note">
          We owe you {formatKobo(owedKobo)}. Wait until it is paid, or give it up: afterwards it cannot be paid to you.
        </p>
      )}
      {onWayKobo > 0 && (
        <p className="note">
          {formatKobo(onWayKobo)} is on its way to your bank. The account can be deleted once the bank has answered.
        </p>
      )}
      <details open={refusal !== undefined || undefined}>
        <summary>
          I want to delete my account <span>Continue</span>
        </summary>
        <form className="stack" method="post" action={href('/dashboard/my-data')} noValidate>
          <AccountField />
          <ErrorSummary
            error={
              refusal === undefined
                ? null
                : {
                    title: 'Your account was not deleted',
                    text: refusal,
                    errors: { ...(error && { password: error }), ...(textRejected !== undefined && { gives_up: textRejected }) },
                  }
            }
          />
          <TextField
            label="Your password"
            {...fields.password}
            type="password"
            autoComplete="current-password"
            hint="To confirm that it is you. This cannot be undone."
          />
          {owedKobo > 0 && (
            <TextField
              label={`Type: ${forfeitSentence(owedKobo)}`}
              name="gives_up"
              required
              autoComplete="off"
              defaultValue={textRejected}
              error={textRejected === undefined ? undefined : `Type these words: ${forfeitSentence(owedKobo)}`}
            />
          )}
          <p>
            <button className="btn no">Delete my account permanently</button>
          </p>
        </form>
      </details>
    </section>
  )
}
