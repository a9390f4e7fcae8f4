import { firstRules } from '../features/earnings/rules.ts'
import { faqStructuredData } from '../features/questions/structured-data.ts'
import { faq as defaults } from '../features/questions/faq.ts'
import { filledIn, readFaq } from '../features/questions/queries.server.ts'
import { siteContext, visitorClient } from '../platform/process/backend.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orDefault } from '../platform/pages/deferred.server.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import type { Route } from './+types/faq'

export const handle: Handle = { sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const faq = await orDefault(request, readFaq(visitorClient(context)), filledIn(defaults, firstRules))
  return { faq, canonical: `${context.get(siteContext).url}/faq` }
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

export default function Faq({ loaderData: { faq } }: Route.ComponentProps) {
  return (
    <div className="narrow stack">
      <JsonLd data={faqStructuredData(faq)} />
      <h1>Questions and answers</h1>
      <nav className="chips" aria-label="Groups of questions">
        {faq.map(({ id, group }) => (
          <a key={id} className="chip" href={`#${id}`}>
            {group}
          </a>
        ))}
      </nav>
      {faq.map(({ id, group, questions }) => (
        <section key={id} id={id} className="stack">
          <h2>{group}</h2>
          <div>
            {questions.map(({ question, answer }) => (
              <details key={question} className="ask">
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      ))}
      <p className="note">
        Not answered? <a href="/support">Ask us</a>; we usually reply within 24 hours.
      </p>
    </div>
  )
}
