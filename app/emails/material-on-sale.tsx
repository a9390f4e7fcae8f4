import { href } from 'react-router'
import * as v from 'valibot'
import { authorShare } from './share-of-price.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that their approved work is now on sale. */
export const materialOnSale = template(
  v.object({
    title: v.string(),
    price: v.number(),
    share_percent: v.number(),
    share_basis: v.picklist(['gross', 'net']),
    slug: v.string(),
  }),
  ({ title, price, share_percent, share_basis, slug }, { siteUrl }) => ({
    subject: 'Your material is on sale',
    body: (
      <>
        <p>
          <strong>{title}</strong> is on the marketplace. {price > 0 && authorShare(price, share_percent, share_basis)}
        </p>
        <EmailButton href={`${siteUrl}${href('/material-preview/:key', { key: slug })}`}>See it and share it</EmailButton>
      </>
    ),
  }),
)
