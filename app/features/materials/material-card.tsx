import { useContext } from 'react'
import { SellingContext } from '#app/platform/process/orders.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { shade } from '#app/ui/cover.ts'
import { Icon } from '#app/ui/icon.tsx'
import { getCategory } from './categories.ts'
import { Kind } from './kind.tsx'
import { Purchase } from './purchase.tsx'
import type { MaterialCard as Card } from './queries.server.ts'
import { previewPath } from './schema.ts'
import { isOutline, sampleWord, soldWhere } from './sold.ts'

/** A material in the results: on a phone a row behind its spine, on a laptop its cover (look/README.md). */
export function MaterialCard({ material, level: Heading = 'h2' }: { material: Card; level?: 'h2' | 'h3' }) {
  const category = getCategory(material.category)
  const preview = previewPath(material.slug)
  const isSold = soldWhere(material, useContext(SellingContext)) !== null
  const withoutLink = `no-link-${material.id}`
  const outline = isOutline(material)
  const word = sampleWord(material)
  return (
    <li className={`work cloth ${category.cover} ${shade(material.id)}`.replaceAll(/ +/g, ' ').trim()}>
      <div className="cover">
        <Kind material={material} onCatalogue />
        <Heading className="name">
          <a href={preview}>{material.title}</a>
        </Heading>
        <p className="subj">{material.subject_area}</p>
        <p className="mark">
          <Icon name="lamp" />
          {word && <b className="caps wide">{word}</b>}
          <span>{material.year_of_study}</span>
        </p>
      </div>
      <div className="slip">
        <p className="meta">
          {material.rating > 0 && <b>★ {material.rating.toFixed(1)}</b>}
          {material.rating > 0 && material.pages !== null && ' · '}
          {material.pages !== null && `${material.pages} pages`}
          {!isSold && !outline && <span id={withoutLink}>{material.pages !== null && ' · '}no payment link yet</span>}
        </p>
        <p className="price">{outline ? 'Free to read' : formatPrice(material.price)}</p>
        <a className="btn bare" href={preview}>
          Preview
        </a>
        {!outline && <Purchase material={material} reasonId={withoutLink} />}
      </div>
    </li>
  )
}
