import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

const kinds = [
  ['reviews', 'upload to review', 'uploads to review'],
  ['links', 'material that waits for its purchase link', 'materials that wait for their purchase link'],
  ['urgent', 'urgent report', 'urgent reports'],
  ['disputes', 'dispute to answer before its deadline', 'disputes to answer before their deadline'],
  ['orders', 'order to decide', 'orders to decide'],
  ['run', 'payout run to confirm', 'payout runs to confirm'],
  ['transfers', 'transfer that waits for you', 'transfers that wait for you'],
  ['discrepancies', 'Paystack discrepancy to resolve', 'Paystack discrepancies to resolve'],
  ['returned', 'payout that the bank returned', 'payouts that the bank returned'],
  ['sales', 'unmatched sale', 'unmatched sales'],
  ['refunds', 'refund to settle', 'refunds to settle'],
  ['messages', 'message to answer', 'messages to answer'],
  ['requests', 'topic request to answer', 'topic requests to answer'],
  ['comments', 'comment to check', 'comments to check'],
  ['reports', 'other report', 'other reports'],
  ['copies', 'drive copy that keeps failing', 'drive copies that keep failing'],
  ['emails', 'email that keeps failing', 'emails that keep failing'],
] as const

/** Lists for admins each morning everything that is due. */
export const adminDigest = template(
  v.object({
    reviews: v.number(),
    links: v.number(),
    requests: v.number(),
    comments: v.number(),
    // Missing in emails that were queued before the contact form existed.
    messages: v.optional(v.number(), 0),
    // Missing in emails that were queued before reports existed.
    urgent: v.optional(v.number(), 0),
    reports: v.optional(v.number(), 0),
    // Missing in emails that were queued before the ledger existed.
    run: v.optional(v.number(), 0),
    orders: v.optional(v.number(), 0),
    disputes: v.optional(v.number(), 0),
    transfers: v.optional(v.number(), 0),
    discrepancies: v.optional(v.number(), 0),
    returned: v.optional(v.number(), 0),
    sales: v.optional(v.number(), 0),
    refunds: v.optional(v.number(), 0),
    copies: v.number(),
    emails: v.number(),
    /** The time at which the first waiting upload arrived. */
    oldest: v.nullish(v.string(), null),
  }),
  ({ oldest, ...counts }, { siteUrl }) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      subject: all === 1 ? 'One thing is due' : `${all} things are due`,
      body: (
        <>
          <ul>
            {kinds
              .filter(([kind]) => counts[kind] > 0)
              .map(([kind, one, many]) => (
                <li key={kind}>
                  {counts[kind]} {counts[kind] === 1 ? one : many}
                </li>
              ))}
          </ul>
          {oldest && <p>The first upload has been waiting since {formatDay(oldest)}.</p>}
          <EmailButton href={`${siteUrl}${href('/admin')}`}>Open the console</EmailButton>
          <p style={{ fontSize: 14, color: '#465a5f' }}>
            You can switch these emails off in the console, under Settings, Emails to admins.
          </p>
        </>
      ),
    }
  },
)
