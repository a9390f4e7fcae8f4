import * as v from 'valibot'
import { formatNaira } from '../platform/text/money.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** To a student whose approved work is now on sale. */
export const materialOnSale = template(
  v.object({ title: v.string(), price: v.number(), share_percent: v.number(), slug: v.string() }),
  ({ title, price, share_percent, slug }, { siteUrl }) => ({
    subject: 'Your material is on sale',
    body: (
      <>
        <p>
          <strong>{title}</strong> is on the marketplace.{' '}
          {price > 0 && `You receive ${formatNaira((price * share_percent) / 100)} of each sale.`}
        </p>
        <EmailButton href={`${siteUrl}/material-preview/${slug}`}>See it and share it</EmailButton>
      </>
    ),
  }),
)
