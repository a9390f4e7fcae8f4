import { href } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { agreement } from './labels.ts'

/**
 * The form to accept the terms for uploads that came without the agreement. `terms` is the text with the money rules
 * filled in.
 */
export function MissingAgreements({ uploads, terms }: { uploads: readonly { id: string; title: string }[]; terms: string }) {
  return (
    <section className="card stack" id="agreement" aria-labelledby="agreement-title">
      <h2 className="h3" id="agreement-title">
        Your agreement is missing
      </h2>
      <p>
        {uploads.length === 1 ? 'This work was sent' : 'These works were sent'} without it and cannot be approved before you
        agree. By agreeing you say: {terms}
      </p>
      {uploads.map(({ id, title }) => (
        <form key={id} className="row" method="post" action={href('/upload-materials/:id/agree', { id })}>
          <AccountField />
          <input type="hidden" name="version" value={agreement.version} />
          <b id={`agree-${id}`}>{title}</b>
          <button className="btn go" aria-describedby={`agree-${id}`}>
            I agree
          </button>
        </form>
      ))}
    </section>
  )
}
