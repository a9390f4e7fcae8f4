import * as v from 'valibot'
import { href, Form, Link } from 'react-router'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { AdminLink } from '#app/features/console/admin-link.tsx'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { RecordForm } from '#app/features/console/record-form.tsx'
import type { MaterialCard } from '#app/features/materials/queries.server.ts'
import { parseMarketplaceQuery } from '#app/features/search/schema.ts'
import { findMaterials } from '#app/features/search/queries.server.ts'
import { answerRequest, closeRequest, findRequest } from '#app/features/topic-requests/admin.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { formatDay, formatMoment, isTimestamp } from '#app/platform/text/dates.ts'
import { lines } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { type Detail, DetailsList } from '#app/ui/details-list.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { Route } from './+types/topic-request'
import { cutText } from '#app/platform/text/safe-text.ts'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

const MAX_MATCHES = 6

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const asked = looksLikeUuid(params.id) ? await findRequest(admin, params.id) : null
  if (!asked) {
    throw noSuchRequest()
  }
  const match = cutText(new URL(request.url).searchParams.get('match')?.trim() ?? asked.topic, 200)
  const matches = await findMaterials(
    visitorClient(context),
    parseMarketplaceQuery(new URLSearchParams({ search: match })),
  ).catch(orLog('Could not search materials for a topic request', null))
  return { asked, match, matches: matches && [...matches.materials, ...matches.nearly].slice(0, MAX_MATCHES).map(choice) }
}

const choice = ({ id, title, slug, price }: MaterialCard) => ({ id, title, slug, price })

const form = v.object({
  material: v.pipe(
    v.optional(v.string(), ''),
    v.check((id) => id === '' || looksLikeUuid(id), 'Choose one of these'),
    v.transform((id) => id || null),
  ),
  note: lines(5000),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchRequest()
  }
  const sent = await readForm(request, context)
  const submitted = submittedValues(sent)
  const reject = rejectWith(submitted)
  const { values, errors } = checkForm(form, Object.fromEntries(sent))
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  if (!isTimestamp(submitted.version)) {
    return reject(sentences.gone, 400)
  }
  try {
    const closing = submitted.intent === 'close'
    const outcome = closing
      ? await closeRequest(admin, params.id, submitted.version ?? '')
      : await answerRequest(admin, params.id, submitted.version ?? '', values)
    switch (outcome) {
      case 'ok':
        return redirectWithToast(context, href('/admin/people/requests'), {
          title: closing ? 'Closed' : 'Answered',
          ...(closing ? {} : { text: 'We are emailing the student.' }),
        })
      case 'empty':
        return reject(sentences.fields, 400, { note: 'Choose a material, or write a note' })
      case 'no_material':
        return reject('This material is not on the site any more. Choose another.', 409)
      case 'changed':
        return reject(`${sentences.settled} Reload the page to see it.`, 409)
      default:
        return reject(sentences.gone, 409)
    }
  } catch (error) {
    logFailure('Could not respond to a topic request', error)
    return reject(sentences.failed, 502)
  }
}

function noSuchRequest() {
  return notFound('Request not found', 'Its account may be gone, or the address is incomplete.', {
    to: href('/admin/people/requests'),
    label: 'Back to the requests',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topic request', description: 'Admin console.', index: false })

export default function TopicRequest({ loaderData: { asked, match, matches }, actionData }: Route.ComponentProps) {
  const details: Detail[] = [
    { term: 'From', value: <AdminLink to={studentAddress(asked.profile_id)}>{asked.student}</AdminLink> },
    { term: 'Asked', value: formatMoment(asked.created_at) },
    { term: 'Programme', value: asked.programme },
    { term: 'Specialty', value: asked.specialty },
    { term: 'Needed by', value: asked.deadline && formatDay(asked.deadline) },
    { term: 'Contact', value: asked.contact },
  ]
  return (
    <div className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/requests')}>Topic requests</Link>
      </nav>
      <h1 className="long">{asked.topic}</h1>
      <DetailsList details={details} className="record" />
      {asked.request_status === 'open' ? (
        <>
          <h2>Your answer</h2>
          <Form className="find record" role="search">
            <p className="field">
              <label htmlFor="match">Materials on the site</label>
              <input
                key={match}
                id="match"
                name="match"
                type="search"
                enterKeyHint="search"
                maxLength={200}
                defaultValue={match}
              />
            </p>
            <button className="btn">Search</button>
          </Form>
          <RecordForm
            draft={`requests/${asked.id}`}
            stored={{}}
            version={asked.version}
            result={actionData}
            save="Answer"
            buttons={
              <button className="btn bare no" name="intent" value="close">
                Close without an answer
              </button>
            }
          >
            {(field) => {
              const chosen = field('material').defaultValue
              return (
                <>
                  <fieldset className="choice">
                    <legend className="sr">The material that answers it</legend>
                    <label>
                      <input type="radio" name="material" value="" defaultChecked={chosen === ''} />
                      No material, a note only
                    </label>
                    {matches?.map(({ id, title, slug, price }) => (
                      <label key={id}>
                        <input type="radio" name="material" value={id} defaultChecked={chosen === id} />
                        <span>
                          {title}
                          <br />
                          <span className="small soft">
                            {formatPrice(price)} ·{' '}
                            <a href={href('/material-preview/:key', { key: slug })} target="_blank" rel="noopener">
                              look at it
                            </a>
                          </span>
                        </span>
                      </label>
                    ))}
                  </fieldset>
                  {matches === null && <p className="note">The materials could not be searched.</p>}
                  {matches?.length === 0 && <p className="small soft">No material on the site matches these words.</p>}
                  <TextArea
                    label="A note"
                    optional
                    hint="The student gets it by email, with the material."
                    maxLength={5000}
                    {...field('note')}
                  />
                </>
              )
            }}
          </RecordForm>
        </>
      ) : (
        <section className="stack">
          <h2>{asked.request_status === 'answered' ? 'Answered' : 'Closed without an answer'}</h2>
          {asked.answered_at && <p className="small soft">{formatMoment(asked.answered_at)}</p>}
          {asked.material && (
            <p>
              <a href={href('/material-preview/:key', { key: asked.material.slug })}>{asked.material.title}</a>
            </p>
          )}
          {asked.answer && <p className="note lines">{asked.answer}</p>}
        </section>
      )}
    </div>
  )
}
