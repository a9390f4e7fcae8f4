import { href } from 'react-router'
import * as v from 'valibot'
import { authorShare } from './share-of-price.ts'
import { formatNaira } from '../platform/text/money.ts'
import { EmailButton, Lines } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that their work was approved: its price, the student's share, and whether it is already on sale. */
export const uploadApproved = template(
  v.object({
    title: v.string(),
    price: v.number(),
    share_percent: v.number(),
    share_basis: v.picklist(['gross', 'net']),
    note: v.nullable(v.string()),
    /** Its slug, once it is on sale. */
    slug: v.nullable(v.string()),
  }),
  ({ title, price, share_percent, share_basis, note, slug }, { siteUrl }) => ({
    subject: 'Your material was approved',
    body: (
      <>
        <p>
          <strong>{title}</strong> is approved.
        </p>
        <p>
          {price === 0
            ? 'It is offered free of charge.'
            : `Its price is ${formatNaira(price)}. ${authorShare(price, share_percent, share_basis)}`}
        </p>
        {note && (
          <p>
            <Lines of={note} />
          </p>
        )}
        {slug ? (
          <EmailButton href={`${siteUrl}${href('/material-preview/:key', { key: slug })}`}>See it on the marketplace</EmailButton>
        ) : (
          <p>It goes on sale once its payment page is ready. We will email you then.</p>
        )}
        <p>Check that your bank details are right, so that we can pay you.</p>
      </>
    ),
  }),
)
