import { href } from 'react-router'
import * as v from 'valibot'
import { type Enums, enums } from '#app/services/database.ts'
import { formatDay } from '../platform/text/dates.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

const names: Record<Enums['due_kind'], readonly [one: string, many: string]> = {
  reviews: ['upload to review', 'uploads to review'],
  links: ['material that waits for its purchase link', 'materials that wait for their purchase link'],
  urgent: ['urgent report', 'urgent reports'],
  disputes: ['dispute to answer before its deadline', 'disputes to answer before their deadline'],
  orders: ['order to decide', 'orders to decide'],
  run: ['payout run to confirm', 'payout runs to confirm'],
  transfers: ['run or transfer that waits for you', 'runs or transfers that wait for you'],
  discrepancies: ['Paystack discrepancy to resolve', 'Paystack discrepancies to resolve'],
  returned: ['payout that the bank returned', 'payouts that the bank returned'],
  sales: ['unmatched sale', 'unmatched sales'],
  refunds: ['refund to settle', 'refunds to settle'],
  messages: ['message to answer or reminder', 'messages to answer or reminders'],
  requests: ['topic request to answer', 'topic requests to answer'],
  comments: ['comment to check', 'comments to check'],
  reports: ['other report', 'other reports'],
  copies: ['drive copy that keeps failing', 'drive copies that keep failing'],
  emails: ['email that was not sent', 'emails that were not sent'],
}

/** Lists for admins each morning everything that is due, in the order of Today. */
export const adminDigest = template(
  v.object({
    ...v.entriesFromList(enums.due_kind, v.number()),
    /** The time at which the first waiting upload arrived. */
    oldest: v.nullable(v.string()),
  }),
  ({ oldest, ...counts }, { siteUrl }) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      subject: all === 1 ? 'One thing is due' : `${all} things are due`,
      body: (
        <>
          <ul>
            {enums.due_kind
              .filter((kind) => counts[kind] > 0)
              .map((kind) => (
                <li key={kind}>
                  {counts[kind]} {names[kind][counts[kind] === 1 ? 0 : 1]}
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
