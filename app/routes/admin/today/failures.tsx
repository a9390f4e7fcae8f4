import { href } from 'react-router'
import type { DueNow } from '#app/features/today/queries.server.ts'
import { Acts, Kind, Name } from './parts.tsx'

export function Copies({ of }: { of: DueNow['copies'] }) {
  return (
    <Kind title="Drive copies that keep failing" of={of}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={href('/admin/reviews/:id', { id: row.id })}
            name={row.title}
            details={`tried ${row.attempts} times${row.last_error ? ` · ${row.last_error}` : ''}`}
          />
          <Acts id={row.id}>
            <button className="btn" name="intent" value="copy">
              Try now
            </button>
          </Acts>
        </li>
      )}
    </Kind>
  )
}

export function Mails({ of }: { of: DueNow['emails'] }) {
  return (
    <Kind title="Emails that were not sent" of={of}>
      {(row) => (
        <li key={row.id} data-row>
          <div>
            <p>
              {row.template.replaceAll('-', ' ')} to {row.recipient}
            </p>
            <p className="small soft">
              given up after {row.attempts} tries
              {row.last_error ? ` · ${row.last_error}` : ''}
            </p>
          </div>
          <Acts id={row.id}>
            <button className="btn" name="intent" value="mail">
              Try again
            </button>
          </Acts>
        </li>
      )}
    </Kind>
  )
}
