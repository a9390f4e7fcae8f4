import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student which works were sold since the last such email, at most once a day. It never names buyers. */
export const worksSold = template(
  v.object({
    sales: v.number(),
    /** How many of them came by the student's class link, and are not of their works. */
    by_link: v.number(),
    /** The total of all sales. */
    share_kobo: v.number(),
    /** The ten newest sales. */
    rows: v.array(v.object({ title: v.string(), share_kobo: v.number(), clears_at: v.string(), by_link: v.boolean() })),
  }),
  ({ sales, by_link, share_kobo, rows }, { siteUrl }) => ({
    subject: sales > 1 ? `You have ${sales} new sales` : by_link > 0 ? 'A sale by your class link' : 'Your work was sold',
    body: (
      <>
        <p>
          Your share: <strong>{formatKobo(share_kobo)}</strong>.
        </p>
        <ul>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same work may be sold twice, and the list is drawn once
            <li key={at}>
              {row.title}: {formatKobo(row.share_kobo)}
              {row.by_link && ' by your class link'}, available after {formatDay(row.clears_at)}
            </li>
          ))}
          {sales > rows.length && <li>and {sales - rows.length} more</li>}
        </ul>
        <p>Until that day the buyer may ask for a refund.</p>
        <EmailButton href={`${siteUrl}${href('/dashboard/earnings')}`}>See your statement</EmailButton>
      </>
    ),
  }),
)
