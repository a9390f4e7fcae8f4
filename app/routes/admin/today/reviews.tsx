import { href, Form } from 'react-router'
import type { ActionResult } from '#app/features/console/action-result.ts'
import { DueBadge } from '#app/features/console/due-badge.tsx'
import type { DueNow } from '#app/features/today/queries.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { type Count, Kind, Name } from './parts.tsx'

export function Reviews({ of, today }: { of: Count<DueNow['reviews']['rows'][number] & { due: string }>; today: string }) {
  return (
    <Kind title="To review" of={of} more={href('/admin/reviews')}>
      {(row) => (
        <li key={row.id} data-row>
          <Name to={href('/admin/reviews/:id', { id: row.id })} name={row.title} details={row.student || 'A student'} />
          <div className="row aside">
            <DueBadge due={row.due} today={today} />
          </div>
        </li>
      )}
    </Kind>
  )
}

export function Links({ of, result }: { of: DueNow['links']; result: ActionResult | undefined }) {
  return (
    <Kind title="Cannot be bought" of={of} more={`${href('/admin/reviews')}?show=approved`}>
      {(row) => (
        <li key={row.id} data-row>
          <Name
            to={
              row.upload_id
                ? href('/admin/reviews/:id', { id: row.upload_id })
                : href('/admin/catalogue/materials/:id', { id: row.id })
            }
            name={row.title}
            details={
              row.damaged_at
                ? `Its stored file is damaged since ${formatDay(row.damaged_at)}: restore it or send it again, then put the work on sale`
                : `${formatPrice(row.price)} · ${row.upload_id ? 'approved' : row.is_published ? 'on the site since' : 'planned for'} ${formatDay(row.since)}`
            }
          />
          {row.upload_id && (
            <div className="row aside">
              <a className="btn" href={href('/admin/reviews/:id/selar-pack', { id: row.upload_id })} download>
                Selar pack
              </a>
            </div>
          )}
          {row.upload_id && (
            <LinkForm id={row.id} result={result?.values.intent === 'link' && result.values.id === row.id ? result : undefined} />
          )}
        </li>
      )}
    </Kind>
  )
}

function LinkForm({ id, result }: { id: string; result: ActionResult | undefined }) {
  return (
    <Form method="post" className="find wide-line" noValidate preventScrollReset>
      <AccountField />
      <input type="hidden" name="id" value={id} />
      <TextField
        label="Its purchase link"
        name="selar_link"
        inputMode="url"
        placeholder="https://selar.co/…"
        defaultValue={result?.values.selar_link ?? ''}
        error={result?.errors.selar_link}
      />
      <button className="btn go" name="intent" value="link">
        Put on sale
      </button>
    </Form>
  )
}
