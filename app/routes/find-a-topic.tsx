import { href, data } from 'react-router'
import { ClosenessForm } from '../features/topic-finder/closeness-form.tsx'
import { findCloseTitles, findForStudent } from '../features/topic-finder/finder.server.ts'
import { FinderExample } from '../features/topic-finder/finder-example.tsx'
import { FinderForm } from '../features/topic-finder/finder-form.tsx'
import { FinderStep } from '../features/topic-finder/finder-step.tsx'
import { LONGEST_TEXT, parseFinderQuery, parseStep } from '../features/topic-finder/schema.ts'
import { SuggestionCard } from '../features/topic-finder/suggestion-card.tsx'
import { withoutControls } from '../platform/forms/fields.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { consumeRateLimit, consumeSearchRateLimit, refundRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/find-a-topic'
import { cutText } from '#app/platform/text/safe-text.ts'

export const handle: Handle = { styles: 'finder', sameForVisitors: true }

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseFinderQuery(url.searchParams)
  await consumeSearchRateLimit(context, query.interest)
  const found = await orUnavailable(context, findForStudent(visitorClient(context), query))
  const step = parseStep(url.searchParams, query)
  return { query, step, ...found, canonical: `${context.get(siteContext).url}${href('/find-a-topic')}` }
}

/** Compares a title or abstract with the library. */
export async function action({ request, context }: Route.ActionArgs) {
  markFormResponse(context)
  const submitted = (await readForm(request, context)).get('text')
  const text = typeof submitted === 'string' ? withoutControls(submitted).trim() : ''
  const reject = (error: string, status: number) => data({ text: cutText(text, LONGEST_TEXT), close: null, error }, { status })
  if (text.length < 10 || text.length > LONGEST_TEXT) {
    return reject(text.length < 10 ? 'Paste a title or an abstract.' : `Paste at most ${LONGEST_TEXT} letters.`, 400)
  }
  const { rejection } = await consumeRateLimit(context, 'search')
  if (rejection) {
    return reject(rejection, 429)
  }
  try {
    return { text, close: await findCloseTitles(visitorClient(context), text), error: null }
  } catch (error) {
    logFailure('Could not compare a text with the library', error)
    await refundRateLimit(context)
    return reject('It could not be compared. Try again in a minute.', 503)
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Find a nursing project topic for you',
        description:
          'Say your programme, specialty, interest and place: five free topics, each with its reason and a first outline to download.',
        canonical: loaderData.canonical,
        index: Object.values(loaderData.query).every((value) => value === ''),
      })
    : []
}

export default function FindATopic({
  loaderData: { query, step, suggestions, areas, example },
  actionData,
}: Route.ComponentProps) {
  const chosen = [query.programme, query.area, query.interest, query.place].filter((value) => value !== '')
  return (
    <div className="list">
      <div className="stack">
        <h1>From your interest to a topic and an outline</h1>
        <p>Four short questions; skip any. You get five free topics, each with its reason and an outline.</p>
      </div>
      {step === null ? (
        <details className="ask chosen" open={suggestions.length === 0 || undefined}>
          <summary>
            {chosen.join(' · ') || 'Nothing chosen'} <u>Change</u>
          </summary>
          <FinderForm query={query} areas={areas} />
        </details>
      ) : (
        <div className="finder-start">
          <FinderStep query={query} areas={areas} step={step} />
          {example && <FinderExample example={example} />}
        </div>
      )}
      {step === null && (
        <section className="stack" id="results" aria-labelledby="topics">
          <h2 id="topics">{countTopics(suggestions.length)}</h2>
          {suggestions.length === 0 ? (
            <EmptyState title="Use other words, or choose a subject area.">
              <a className="btn go" href={href('/topics-directory')}>
                Show all topics
              </a>
            </EmptyState>
          ) : (
            <ol className="suggestions">
              {suggestions.map((suggestion) => (
                <SuggestionCard key={suggestion.topic.title} {...suggestion} query={query} />
              ))}
            </ol>
          )}
        </section>
      )}
      <details className="narrow" open={actionData !== undefined}>
        <summary>Have a title already? Check whether it is close to something in the library</summary>
        <ClosenessForm query={query} step={step} answer={actionData} />
      </details>
    </div>
  )
}

function countTopics(count: number): string {
  switch (count) {
    case 0:
      return 'No topic of the directory fits these words'
    case 1:
      return 'One topic for you'
    default:
      return `${count} topics for you`
  }
}
