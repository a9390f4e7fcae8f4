import { readTerms } from '../features/information/terms.server.ts'
import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { soon } from '../platform/soon.server.ts'
import { Later } from '../ui/later.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/terms'

export async function loader({ request, context }: Route.LoaderArgs) {
  return { list: await soon(request, readTerms(visitorClient(context))), canonical: `${context.get(siteContext).url}/terms` }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Terms',
        description:
          'What you agree to when you use Lamplight: guides and samples, payment and refunds, uploads and commission, in plain words.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Terms({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <div className="stack prose">
      <h1>Terms</h1>
      <Later of={list} skeleton={<TextSkeleton parts={8} />}>
        {(terms) =>
          terms?.map(({ part, title, paragraphs }) => (
            <section key={part} className="stack" id={part}>
              <h2>{title}</h2>
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </section>
          ))
        }
      </Later>
      <p className="note">
        What we keep about you and why stands on the <a href="/privacy">privacy page</a>; how a review and a payout go, in the{' '}
        <a href="/faq#reviews-and-payouts">FAQ</a>.
      </p>
    </div>
  )
}
