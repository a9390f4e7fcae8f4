import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { formatPrice } from '../platform/text/money.ts'
import { describeWanted } from '../platform/text/wanted.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/* Emails about new works (private.email_alerts). An email without an account is deleted once it is sent. */

const wanted = { kind: v.picklist(['search', 'topic', 'subject']), wanted: v.string() }
const token = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))

const links = (siteUrl: string, of: string) => ({
  list: `${siteUrl}${href('/tell-me/:token', { token: of })}`,
  unsubscribe: `${siteUrl}${href('/tell-me/:token/end', { token: of })}`,
})

/** Asks the owner of an address to confirm an alert. */
export const alertConfirm = template(v.object({ ...wanted, token }), (details, { siteUrl }) => {
  const { list, unsubscribe } = links(siteUrl, details.token)
  return {
    subject: 'Shall we tell you when a work appears?',
    unsubscribe,
    body: (
      <>
        <p>
          This address was typed at Lamplight to be told when a work appears on <strong>{describeWanted(details)}</strong>.
        </p>
        <EmailButton href={list}>Confirm it</EmailButton>
        <p>The page has a button, “Yes, tell me”. After that you get at most one email a day, only when something new fits.</p>
        <p>It was not you? Then do nothing. We keep nothing after 24 hours.</p>
      </>
    ),
  }
})

/** Names the works that appeared on the alerts of an address, with their prices. */
export const alertWorks = template(
  v.object({
    works: v.pipe(v.array(v.object({ title: v.string(), slug: v.string(), price: v.number(), ...wanted })), v.minLength(1)),
    token,
  }),
  ({ works, token: of }, { siteUrl }) => {
    const { list, unsubscribe } = links(siteUrl, of)
    return {
      subject: works.length === 1 ? `New at Lamplight: ${works[0]?.title}` : `${works.length} new works at Lamplight`,
      unsubscribe,
      body: (
        <>
          <p>You asked us to tell you when a work appears.</p>
          <ul>
            {works.map(({ title, slug, price, ...about }) => (
              <li key={slug}>
                <a href={`${siteUrl}${href('/material-preview/:key', { key: slug })}`}>{title}</a>, {formatPrice(price)}. On{' '}
                {describeWanted(about)}.
              </li>
            ))}
          </ul>
          <p>You can read a part of each free before you buy.</p>
          <p>
            At most one such email a day. <a href={list}>Change your alerts</a>, or <a href={unsubscribe}>end these emails</a>.
          </p>
        </>
      ),
    }
  },
)

/** Says two weeks before the year of an address is over that its alerts end, and how to keep them. */
export const alertExpiring = template(
  v.object({ expires_at: v.string(), alerts: v.array(v.object({ id: v.string(), ...wanted })), token }),
  ({ expires_at, alerts, token: of }, { siteUrl }) => {
    const { list, unsubscribe } = links(siteUrl, of)
    return {
      subject: 'Shall we go on telling you about new works?',
      unsubscribe,
      body: (
        <>
          <p>A year ago you asked us to tell you when a work appears on:</p>
          <ul>
            {alerts.map((alert) => (
              <li key={alert.id}>{describeWanted(alert)}</li>
            ))}
          </ul>
          <p>We stop on {formatDay(expires_at)} and delete your address, unless you keep them on this page.</p>
          <EmailButton href={list}>Keep them for a year</EmailButton>
          <p>
            You need them no more? Then do nothing, or <a href={unsubscribe}>end these emails now</a>.
          </p>
        </>
      ),
    }
  },
)
