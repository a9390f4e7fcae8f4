import { href } from 'react-router'
import { DetailsList } from '#app/ui/details-list.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import { formatMoment } from '#app/platform/text/dates.ts'
import { ActForm, useActResult } from '../console/act-form.tsx'
import { PasswordField } from '../console/password-field.tsx'
import type { NewsletterFigures } from './admin.server.ts'
import { formatAddresses } from './labels.ts'

/** The preview, the test and the form that sends a saved draft. `figures` are null if they could not be read. */
export function SendDraft({ id, version, figures }: { id: string; version: string; figures: NewsletterFigures | null }) {
  const result = useActResult()
  return (
    <section className="stack record" aria-labelledby="send-newsletter">
      <h2 id="send-newsletter">Send it</h2>
      <ErrorSummary error={result} />
      <p>
        Only buyers who agreed at the checkout and paid get it:{' '}
        <b>{figures ? formatAddresses(figures.to_queue) : 'not counted'}</b>. It goes slowly, and each email says why its reader
        gets it. Save your changes first: what is saved is sent.
      </p>
      <div className="row">
        <Preview id={id} />
        <ActForm action={href('/admin/mails/newsletters/:id/test', { id })}>
          <button className="btn">Send me a test</button>
        </ActForm>
      </div>
      {figures && figures.to_queue > 0 && (
        <ActForm className="stack" action={href('/admin/mails/newsletters/:id/send', { id })}>
          <input type="hidden" name="version" value={version} />
          <PasswordField label="Your own password" error={result?.act === 'send' ? result.errors.password : undefined} />
          <p>
            <button className="btn go">Send to {formatAddresses(figures.to_queue)}</button>
          </p>
        </ActForm>
      )}
    </section>
  )
}

type Started = { started_at: string; paused_at: string | null; finished_at: string | null }

/** How far a newsletter is that is being sent or was sent, with the button that pauses or resumes it. */
export function SentNewsletter({ id, state, figures }: { id: string; state: Started; figures: NewsletterFigures | null }) {
  const result = useActResult()
  const isPaused = state.paused_at !== null
  return (
    <div className="stack record">
      <ErrorSummary error={result} />
      <DetailsList
        details={[
          { term: 'Begun', value: formatMoment(state.started_at) },
          { term: 'Sent', value: figures ? String(figures.sent) : 'not counted' },
          { term: 'In the outbox', value: figures ? String(figures.waiting) : 'not counted' },
          { term: 'Failed', value: figures ? String(figures.failed) : 'not counted' },
          { term: 'Still to be queued', value: figures ? String(figures.to_queue) : 'not counted' },
          { term: 'Unsubscribed since', value: figures ? String(figures.unsubscribed) : 'not counted' },
        ]}
      />
      <div className="row">
        <Preview id={id} />
        {state.finished_at === null && (
          <ActForm action={href(isPaused ? '/admin/mails/newsletters/:id/resume' : '/admin/mails/newsletters/:id/pause', { id })}>
            <button className="btn go">{isPaused ? 'Resume' : 'Pause'}</button>
          </ActForm>
        )}
      </div>
    </div>
  )
}

function Preview({ id }: { id: string }) {
  return (
    <a className="btn" href={href('/admin/mails/newsletters/:id/preview', { id })} target="_blank" rel="noopener">
      Preview the email
    </a>
  )
}
