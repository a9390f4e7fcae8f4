import { href } from 'react-router'
import { readTerms } from '../features/texts/terms.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import { formatDay } from '../platform/text/dates.ts'
import type { Route } from './+types/terms'

export const handle: Handle = { styles: 'prose', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    terms: await defer(request, readTerms(visitorClient(context))),
    canonical: `${context.get(siteContext).url}${href('/terms')}`,
  }
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

export default function Terms({ loaderData: { terms } }: Route.ComponentProps) {
  return (
    <div className="stack prose">
      <h1>Terms</h1>
      <DeferredContent of={terms} skeleton={<TextSkeleton parts={8} />}>
        {(read) =>
          read && (
            <>
              <p className="soft">Last changed on {formatDay(new Date(read.changed))}.</p>
              {read.parts.map(({ part, title, paragraphs }) => (
                <section key={part} className="stack" id={part}>
                  <h2>{title}</h2>
                  {paragraphs.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </section>
              ))}
            </>
          )
        }
      </DeferredContent>
      <p className="note">
        The <a href={href('/privacy')}>privacy page</a> says what we keep about you and why. The{' '}
        <a href={`${href('/faq')}#reviews-and-payouts`}>FAQ</a> explains reviews and payouts.
      </p>
    </div>
  )
}
