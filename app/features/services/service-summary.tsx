import { turnover } from './words.ts'

/** How good and how fast, with the specification's words for what nobody has said yet. */
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
