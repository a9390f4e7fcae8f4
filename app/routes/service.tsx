import { href } from 'react-router'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { chatWith, whatsappLink } from '../platform/text/whatsapp.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Icon } from '../ui/icon.tsx'
import { Ruled } from '../ui/ruled.tsx'
import { NewTabLink } from '../ui/new-tab-link.tsx'
import { findService } from '../features/services/queries.server.ts'
import { ServiceSummary } from '../features/services/service-summary.tsx'
import {
  AGREED_FIRST,
  commaSeparated,
  OWN_WORK,
  paragraphs,
  serviceSubject,
  startingPrice,
  typeBadge,
} from '../features/services/labels.ts'
import { getShare } from '../features/sharing/shared.server.ts'
import { settings } from '../features/settings/queries.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import type { Route } from './+types/service'

export const handle: Handle = { styles: 'services', sameForVisitors: true }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const [service, site] = await Promise.all([orUnavailable(context, findService(client, params.id)), settings(client, 'site')])
  if (!service) {
    const writer = new URL(request.url).pathname.startsWith('/writer')
    throw notFound(
      writer ? 'Writer not found' : 'Service not found',
      'It may no longer be offered, or the link is not complete.',
      { to: href('/writing-services'), label: 'Back to Services' },
    )
  }
  const desk = chatWith(site.whatsapp_number)
  return {
    service,
    desk,
    writer: whatsappLink(service.contact_link) ?? desk,
    origin: context.get(siteContext).url,
    picture: getShare.service(context, service),
  }
}

/** Returns the canonical address of a service; its other addresses link to it. */
const getPath = (id: string) => href('/service-details/:id', { id })

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { service, origin, picture } = loaderData
  return pageMeta({
    title: service.service_name,
    description: `${startingPrice(service.base_price)}. ${paragraphs(service.service_description).join(' ')}`,
    canonical: origin + getPath(service.id),
    picture,
  })
}

export default function ServicePage({ loaderData: { service, desk, writer, origin } }: Route.ComponentProps) {
  const price = startingPrice(service.base_price)
  const order = <NewTabLink to={desk} words="Order This Service" main />
  return (
    <>
      <div className="split">
        <article className="stack">
          <Breadcrumbs
            origin={origin}
            steps={[{ to: href('/writing-services'), label: 'Writing Services' }]}
            here={{ to: getPath(service.id), label: service.service_name }}
          />
          <Ruled subject={serviceSubject(service.service_type)} band />
          <header className="stack">
            <p>
              <span className="badge">{typeBadge(service.service_type)}</span>
            </p>
            <h1>{service.service_name}</h1>
            <ServiceSummary service={service} />
          </header>
          <p className="note">
            {OWN_WORK}
            {service.is_sample && ' This service is sample content, written to show how Lamplight works.'}
          </p>
          <section className="card stack">
            <h2>Service Description</h2>
            {paragraphs(service.service_description).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
          <Points title="What You Get" points={commaSeparated(service.benefits)} />
          <Points title="Specializations" points={commaSeparated(service.specializations)} />
        </article>
        <aside className="stay" aria-label="Price and order">
          <div className="card stack">
            <div>
              <p className="small soft">Starting price</p>
              <p className="price">{price}</p>
            </div>
            <div className="stack wide">{order}</div>
            <ul className="small">
              <li className="row">
                <Icon name="pending" />
                Quick turnaround time
              </li>
              <li className="row">
                <Icon name="approved" />
                100% original content
              </li>
            </ul>
            <NewTabLink to={writer} words="Hire Writer (WhatsApp)" />
            <p className="hint">{AGREED_FIRST}</p>
          </div>
        </aside>
      </div>
      <div className="buy thin">
        <p className="price">{price}</p>
        {order}
      </div>
    </>
  )
}

/** Titled list; empty if there are no points. */
function Points({ title, points }: { title: string; points: string[] }) {
  return (
    points.length > 0 && (
      <section className="stack">
        <h2>{title}</h2>
        <ul className="index plain">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    )
  )
}
