import { href } from 'react-router'
import { privacy, privacyVersion } from '../features/texts/privacy.ts'
import { settings } from '../features/settings/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { site as defaults } from '../features/settings/defaults.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { formatDay } from '../platform/text/dates.ts'
import type { Route } from './+types/privacy'

export const handle: Handle = { styles: 'prose', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    site: await defer(request, settings(visitorClient(context), 'site')),
    canonical: `${context.get(siteContext).url}${href('/privacy')}`,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Privacy',
        description: 'What Lamplight keeps about you, what for, who sees it, and how to have it corrected or deleted.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Privacy({ loaderData: { site } }: Route.ComponentProps) {
  return (
    <div className="stack prose">
      <h1>Privacy</h1>
      <p className="soft">Last changed on {formatDay(new Date(privacyVersion))}.</p>
      {privacy.map(({ title, paragraphs }) => (
        <section key={title} className="stack">
          <h2>{title}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
      <DeferredContent of={site} skeleton={<p className="note">Write to us about anything on this page.</p>}>
        {(texts) => <WriteTo email={(texts ?? defaults).support_email} />}
      </DeferredContent>
    </div>
  )
}

function WriteTo({ email }: { email: string }) {
  return (
    <p className="note">
      Write to <a href={`mailto:${email}`}>{email}</a> about anything on this page.
    </p>
  )
}
