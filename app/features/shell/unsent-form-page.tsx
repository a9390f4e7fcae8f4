import { href } from 'react-router'
import type { UnsentForm } from '#app/platform/forms/unsent-form.ts'
import { signInPath } from '#app/platform/session/return-path.ts'

/** Fields that no one types: ids, versions and the pressed button. */
const NOT_TYPED = /^(of_account|intent|decision|draft|version|form_id|selection|list|shown|id|uploadSession|sha256)$/

/** The page of a form that was not saved, with its text and a button that sends it again. */
export function UnsentFormPage({ signedInAs, isOutdated, action, fields, hadFile }: UnsentForm) {
  const typed = fields.filter(([name, value]) => value.trim() !== '' && !NOT_TYPED.test(name))
  const title = isOutdated ? 'This page has changed' : signedInAs ? 'Another account is signed in' : 'You are signed out'
  return (
    <div className="narrow stack">
      <title>{`${title} | Lamplight`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>
        <b>Nothing was saved.</b>{' '}
        {isOutdated ? (
          'The page was changed after you opened it. Open it again in another tab, and copy what you typed.'
        ) : signedInAs ? (
          <>
            The form was made for another account, and you are signed in as <b>{signedInAs}</b> now. To save it, sign in to the
            account of the form in another tab.
          </>
        ) : (
          <>Your session ended before the form arrived. Sign in to the same account in another tab.</>
        )}{' '}
        {!isOutdated && 'Then come back and send it again. '}What you typed stays on this page.
      </p>
      {hadFile && <p className="note">Choose the file again after that: a page cannot keep it.</p>}
      {isOutdated ? (
        <p>
          <a className="btn go" href={action} target="_blank" rel="noreferrer">
            Open the page
          </a>
        </p>
      ) : (
        <form method="post" action={action} className="row">
          {fields.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <button className="btn go">Send it again</button>
          <a
            className="btn"
            href={signedInAs ? `${href('/dashboard')}#profile` : signInPath(action)}
            target="_blank"
            rel="noreferrer"
          >
            {signedInAs ? 'Account that is signed in' : 'Sign in'}
          </a>
        </form>
      )}
      {typed.length > 0 && (
        <dl className="pairs">
          {typed.map(([name, value]) => (
            <div key={`${name} ${value}`}>
              <dt>{getLabel(name)}</dt>
              <dd className="lines">{getShown(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** Returns a value to show: of an account number the last four digits, because another account may be signed in. */
function getShown(name: string, value: string): string {
  return name === 'account_number' ? value.replaceAll(/.(?=.{4})/g, '•') : value
}

/** Returns a field's name as words: account_number, Account number. */
function getLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
