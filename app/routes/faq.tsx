import { href } from 'react-router'
import { firstRules } from '../features/earnings/rules.ts'
import { faqStructuredData } from '../features/questions/structured-data.ts'
import { faq as defaults } from '../features/questions/faq.ts'
import { filledIn, readFaq, searchFaq } from '../features/questions/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { withoutControls } from '../platform/forms/fields.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { cutText } from '../platform/text/safe-text.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orDefault } from '../platform/pages/deferred.server.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { Ruled } from '../ui/ruled.tsx'
import type { Route } from './+types/faq'

export const handle: Handle = { styles: 'help', sameForVisitors: true }

const MAX_SEARCH = 100

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const faq = await orDefault(request, readFaq(visitorClient(context)), filledIn(defaults, firstRules))
  const search = cutText(withoutControls(url.searchParams.get('search') ?? '').trim(), MAX_SEARCH)
  const { parts, hasAllWords } = searchFaq(faq, search)
  return { faq: parts, hasAllWords, search, canonical: `${context.get(siteContext).url}${href('/faq')}` }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Questions and answers',
        description: 'Buying, refunds, uploading, earning with each sale, courses and accounts: short answers.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Faq({ loaderData: { faq, hasAllWords, search } }: Route.ComponentProps) {
  return (
    <div className="help stack">
      <div className="stack">
        <Ruled subject="" band />
        {search === '' && <JsonLd data={faqStructuredData(faq)} />}
        <h1>Questions and answers</h1>
        <form className="find" role="search" action={href('/faq')}>
          <p className="field">
            <label className="sr" htmlFor="faq-search">
              Search the questions
            </label>
            <input
              id="faq-search"
              name="search"
              type="search"
              enterKeyHint="search"
              maxLength={MAX_SEARCH}
              placeholder="Refund, receipt, payout"
              defaultValue={search}
            />
          </p>
          <button className="btn go">Search</button>
        </form>
        {search === '' ? (
          <nav className="chips run" aria-label="Groups of questions">
            {faq.map(({ id, group }) => (
              <a key={id} className="chip" href={`#${id}`}>
                {group}
              </a>
            ))}
          </nav>
        ) : (
          <Found count={faq.reduce((sum, { questions }) => sum + questions.length, 0)} hasAllWords={hasAllWords} />
        )}
      </div>
      <div className="stack">
        {faq.map(({ id, group, questions }) => (
          <section key={id} id={id} className="stack">
            <h2>{group}</h2>
            <div>
              {/* The first question of a group is open, so that visitors see an answer without a tap. */}
              {questions.map(({ question, answer }, at) => (
                <details key={question} className="ask" open={search !== '' || at === 0}>
                  <summary>{question}</summary>
                  <p>{answer}</p>
                </details>
              ))}
            </div>
          </section>
        ))}
        <p className="note">
          Not answered? <a href={`${href('/contact')}#write`}>Ask us</a>; we usually reply within 24 hours.
        </p>
      </div>
    </div>
  )
}

function Found({ count, hasAllWords }: { count: number; hasAllWords: boolean }) {
  const found = `${count} ${count === 1 ? 'question' : 'questions'}`
  return (
    <p role="status">
      {count === 0
        ? 'No question has any of these words.'
        : hasAllWords
          ? `${found} found.`
          : `No question has all of these words. ${found} with some of them:`}{' '}
      <a href={href('/faq')}>Show all questions</a>
    </p>
  )
}
