import { href } from 'react-router'
import * as v from 'valibot'
import { formatPrice } from '../platform/text/money.ts'
import { authorShare } from './share-of-price.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that their work on sale costs something else now. Prices in naira. */
export const priceChanged = template(
  v.object({
    title: v.string(),
    old_price: v.number(),
    price: v.number(),
    share_percent: v.number(),
    share_basis: v.picklist(['gross', 'net']),
    slug: v.string(),
  }),
  ({ title, old_price, price, share_percent, share_basis, slug }, { siteUrl }) => ({
    subject: 'The price of your material is changed',
    body: (
      <>
        <p>
          <strong>{title}</strong> costs {formatPrice(price)} now; it was {formatPrice(old_price)}.{' '}
          {price > 0 && authorShare(price, share_percent, share_basis)}
        </p>
        <p>What was sold before is paid at the earlier price. If you do not agree, answer this email.</p>
        <EmailButton href={`${siteUrl}${href('/material-preview/:key', { key: slug })}`}>See it in the shop</EmailButton>
      </>
    ),
  }),
)
