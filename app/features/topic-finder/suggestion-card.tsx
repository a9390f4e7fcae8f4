import { marketplacePath } from '#app/features/search/schema.ts'
import { topicPath } from '../topics/addresses.ts'
import type { InShop } from './finder.server.ts'
import { type FinderQuery, outlinePath } from './schema.ts'
import type { Suggestion } from './suggest.ts'

/** A topic with the reasons for it, its outline, and what the shop has for it. */
export function SuggestionCard({ topic, reasons, shop, query }: Suggestion & { shop: InShop | null; query: FinderQuery }) {
  const { area, title, description, sellingPoint } = topic
  return (
    <li className="card stack suggestion">
      {area && <p className="badge">{area}</p>}
      <h3>{title}</h3>
      <p className="small soft">{reasons.join(' · ')}</p>
      {sellingPoint && <p>{sellingPoint}</p>}
      <details>
        <summary>How it is done</summary>
        <p className="small">{description}</p>
      </details>
      {shop && (
        <p className="small">
          In the shop:{' '}
          <a href={marketplacePath({ area: shop.area })}>
            {shop.works === 1 ? '1 work' : `${shop.works} works`} on {shop.area}
          </a>
          {shop.closest.length > 0 && '. Closest: '}
          {shop.closest.map(({ title: work, path }, at) => (
            <span key={path}>
              {at > 0 && '; '}
              <a href={path}>{work}</a>
            </span>
          ))}
        </p>
      )}
      <p className="row">
        <a
          className="btn"
          href={outlinePath(title, query)}
          download
          rel="nofollow"
          aria-label={`Download a first outline (DOCX): ${title}`}
        >
          Download a first outline (DOCX)
        </a>
        <a className="btn bare" href={topicPath(title)} aria-label={`Share: ${title}`}>
          Share
        </a>
      </p>
    </li>
  )
}
