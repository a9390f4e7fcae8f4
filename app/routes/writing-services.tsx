import { href } from 'react-router'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { chatWith, whatsappLink } from '../platform/text/whatsapp.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { findServices, type Service } from '../features/services/queries.server.ts'
import { ServiceRow } from '../features/services/service-row.tsx'
import { AGREED_FIRST, OWN_WORK } from '../features/services/labels.ts'
import { settings } from '../features/settings/queries.server.ts'
import { presentValue } from '../platform/pages/deferred.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/writing-services'

export const handle: Handle = { styles: 'services', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const read = Promise.all([findServices(client), settings(client, 'site')])
  return {
    list: await defer(
      request,
      read.then(([services, site]) => ({ services, desk: chatWith(site.whatsapp_number) })),
    ),
    canonical: `${context.get(siteContext).url}${href('/writing-services')}`,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Writing Services',
        description: `Tutoring, editing, formatting and statistics help for nursing students in Nigeria. ${AGREED_FIRST}`,
        canonical: loaderData.canonical,
        index: presentValue(loaderData.list) !== null && presentValue(loaderData.list)?.services.length !== 0,
      })
    : []
}

export default function WritingServices({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <div className="list">
      <div className="stack">
        <h1>Writing Services</h1>
        <p className="note">{OWN_WORK}</p>
        <p className="small soft">{AGREED_FIRST}</p>
      </div>
      <DeferredContent of={list} skeleton={<CardsSkeleton grid="grid2" count={4} />}>
        {(read) => <Services services={read && read.services} desk={read ? read.desk : ''} />}
      </DeferredContent>
    </div>
  )
}

function Services({ services, desk }: { services: Service[] | null; desk: string }) {
  if (!services || services.length === 0) {
    return (
      <EmptyState
        title="No writing services available at the moment."
        hint={services ? 'In the meantime, see how such works are written.' : 'The list could not be loaded.'}
      >
        {services ? (
          <a className="btn go" href={href('/marketplace')}>
            Browse Materials
          </a>
        ) : (
          <a className="btn go" href={href('/writing-services')}>
            Try again
          </a>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="offers">
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} chat={whatsappLink(service.contact_link) ?? desk} />
        ))}
      </ul>
      {services.some(({ is_sample }) => is_sample) && (
        <p className="small soft">Services marked sample were written to show how Lamplight works.</p>
      )}
    </>
  )
}
