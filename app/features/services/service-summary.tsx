import { turnover } from './labels.ts'

/** Rating and turnover time, with the specification's texts if they are missing. */
export function ServiceSummary({ service }: { service: { rating: number; turnover_time: string | null; is_sample: boolean } }) {
  return (
    <p className="meta soft">
      <b>{service.rating > 0 ? `★ ${service.rating.toFixed(1)}` : 'New Service'}</b>
      {' · '}
      <span>{turnover(service.turnover_time)}</span>
      {service.is_sample && ' · sample'}
    </p>
  )
}
