import { href } from 'react-router'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Ruled } from '#app/ui/ruled.tsx'
import type { Service } from './queries.server.ts'
import { ServiceSummary } from './service-summary.tsx'
import { serviceSubject, startingPrice, typeBadge } from './labels.ts'

/** A service in the list. `chat` is the WhatsApp chat for orders. */
export function ServiceRow({ service, chat }: { service: Service; chat: string }) {
  const details = href('/service-details/:id', { id: service.id })
  return (
    <li>
      <Ruled subject={serviceSubject(service.service_type)} />
      <div>
        <p className="badge">{typeBadge(service.service_type)}</p>
        <h2 className="name">
          <a href={details}>{service.service_name}</a>
        </h2>
        <ServiceSummary service={service} />
      </div>
      <div className="row">
        <p className="price">{startingPrice(service.base_price)}</p>
        <a className="btn bare" href={details} aria-label={`View More about ${service.service_name}`}>
          View More
        </a>
        <NewTabLink to={chat} words="Order Service" about={service.service_name} />
      </div>
    </li>
  )
}
