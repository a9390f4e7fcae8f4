import { useContext } from 'react'
import { SellingContext } from '#app/services/orders.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { priceClass } from '#app/ui/price-class.ts'
import { MarkedText } from '#app/ui/marked-text.tsx'
import { coverClasses } from './cover-classes.ts'
import { Kind } from './kind.tsx'
import { Purchase } from './purchase.tsx'
import type { MaterialCard as Card } from './queries.server.ts'
import { previewPath } from './preview-path.ts'
import { describeSales, isOutline, soldWhere } from './sold.ts'
import { formatPages } from './study-details.ts'

/** A shorter title is larger on its cover. */
const SHORT_TITLE_CHARS = 60
/** The days for which a work without a rating is marked as new. */
const NEW_DAYS = 14

/**
 * A material in a list: on a phone a row beside its cloth, on a laptop its cover. The whole card opens its page.
 * `search`: the words to mark in its title and subject.
 */
export function MaterialCard({
  material,
  level: Heading = 'h2',
  search = '',
}: {
  material: Card
  level?: 'h2' | 'h3'
  search?: string
}) {
  const preview = previewPath(material.slug)
  const isSold = soldWhere(material, useContext(SellingContext)) !== null
  const withoutLink = `no-link-${material.id}`
  const outline = isOutline(material)
  return (
    <li className={`work ${coverClasses(material)}`}>
      <div className="cover">
        <Kind material={material} />
        <Heading className={material.title.length < SHORT_TITLE_CHARS ? 'name short-title' : 'name'}>
          <a href={preview}>
            <MarkedText text={material.title} search={search} />
          </a>
        </Heading>
        <p className="subj">
          {material.subject_area && (
            <span>
              <MarkedText text={material.subject_area} search={search} />
            </span>
          )}{' '}
          {material.year_of_study !== null && <span>{material.year_of_study}</span>}
        </p>
        <span className="motif" aria-hidden="true" />
      </div>
      <div className="slip">
        <PriceChip material={material} />
        <p className="meta">
          <Notes material={material} /> {!isSold && !outline && <span id={withoutLink}>no payment link yet</span>}
        </p>
        <div className="card-actions">
          <a className={outline ? 'btn' : 'btn bare'} href={preview}>
            {outline ? 'Read' : 'Preview'}
          </a>
          {!outline && <Purchase material={material} reasonId={withoutLink} />}
        </div>
      </div>
    </li>
  )
}

/** The price of a material; a free one is green. */
export function PriceChip({ material }: { material: Card }) {
  return <p className={priceClass(material.price)}>{formatPrice(material.price)}</p>
}

/** The rating, or else that a work is new, how often it was sold, and its length. */
export function Notes({ material }: { material: Card }) {
  const { rating, pages, buyers } = material
  const sales = describeSales(buyers ?? 0)
  return (
    <>
      {rating > 0 ? <b>★ {rating.toFixed(1)}</b> : isNew(material) && <span className="new">New</span>}{' '}
      {sales && <span>{sales}</span>} {pages !== null && <span>{formatPages(pages)}</span>}
    </>
  )
}

function isNew({ published_at, is_sample }: Card): boolean {
  return !is_sample && published_at !== null && Date.now() - Date.parse(published_at) < NEW_DAYS * 24 * 60 * 60 * 1000
}
