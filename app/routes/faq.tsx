import { faqFacts } from '../features/information/faq-facts.ts'
import { faq } from '../features/information/faq.ts'
import { siteContext } from '../platform/backend.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import type { Route } from './+types/faq'

export function loader({ context }: Route.LoaderArgs) {
  return { canonical: `${context.get(siteContext).url}/faq` }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Questions and answers',
        description: 'Buying, refunds within 7 days, uploading, earning half of each sale, courses and accounts: short answers.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Faq() {
  return (
    <div className="narrow stack">
      <JsonLd data={faqFacts()} />
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
