import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { chatWith, whatsappLink } from '../platform/whatsapp.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { findServices } from '../features/services/queries.server.ts'
import { ServiceRow } from '../features/services/service-row.tsx'
import { AGREED_FIRST, OWN_WORK } from '../features/services/words.ts'
import { settings } from '../features/site/queries.server.ts'
import type { Route } from './+types/writing-services'

export async function loader({ context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const [services, site] = await Promise.all([findServices(client).catch(() => null), settings(client, 'site')])
  return { services, desk: chatWith(site.whatsapp_number), canonical: `${context.get(siteContext).url}/writing-services` }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Writing Services',
        description: `Tutoring, editing, formatting and statistics help for nursing students in Nigeria. ${AGREED_FIRST}`,
        canonical: loaderData.canonical,
        index: loaderData.services !== null && loaderData.services.length > 0,
      })
    : []
}

export default function WritingServices({ loaderData: { services, desk } }: Route.ComponentProps) {
  return (
    <div className="list">
      <div className="stack">
        <h1>Writing Services</h1>
        <p className="note">{OWN_WORK}</p>
        <p className="small soft">{AGREED_FIRST}</p>
      </div>
      {services && services.length > 0 ? (
        <ul className="offers">
          {services.map((service) => (
            <ServiceRow key={service.id} service={service} chat={whatsappLink(service.contact_link) ?? desk} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No writing services available at the moment."
          hint={services ? 'See how other students wrote theirs meanwhile.' : 'The list could not be read just now.'}
        >
          {services ? (
            <a className="btn go" href="/marketplace">
              Browse Materials
            </a>
          ) : (
            <a className="btn go" href="/writing-services">
              Try again
            </a>
          )}
        </EmptyState>
      )}
      {services?.some(({ is_sample }) => is_sample) && (
        <p className="small soft">Services marked sample were written to show how Lamplight works.</p>
      )}
    </div>
  )
}
