import { href } from 'react-router'
import { formatNaira, formatPrice } from '#app/platform/text/money.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Bundles } from './queries.server.ts'

const sumOf = (works: Bundles['works']) => works.reduce((sum, work) => sum + work.price, 0)

/** Beside the price of a bundle: what its works cost one by one, if that is more. */
export function InsteadOf({ of: { works }, price }: { of: Bundles; price: number }) {
  return sumOf(works) > price && <span className="small soft"> instead of {formatNaira(sumOf(works))}</span>
}

/** The works of a bundle with their prices, or the bundles that contain a work. Renders nothing where there are none. */
export function BundleSection({ of: { works, bundles }, price }: { of: Bundles; price: number }) {
  if (works.length > 0) {
    const saved = sumOf(works) - price
    return (
      <section className="stack" aria-labelledby="bundle">
        <h2 id="bundle">The {works.length} works in it</h2>
        <ul className="points">
          {works.map((work) => (
            <li key={work.slug}>
              <Icon name="books" />
              <span>
                {work.is_shown ? <a href={href('/material-preview/:key', { key: work.slug })}>{work.title}</a> : work.title}
                <br />
                <span className="small soft">{formatPrice(work.price)}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="soft small">
          {saved > 0 && `Together you save ${formatNaira(saved)}. `}
          If you have bought one of them, sign in, and you pay for the others only. A refund is for all of them.
        </p>
      </section>
    )
  }
  return bundles.length === 0 ? null : (
    <section className="stack" aria-labelledby="bundle">
      <h2 id="bundle">Cheaper together</h2>
      <ul className="points">
        {bundles.map((bundle) => (
          <li key={bundle.slug}>
            <Icon name="books" />
            <span>
              <a href={href('/material-preview/:key', { key: bundle.slug })}>{bundle.title}</a>
              <br />
              <span className="small soft">
                {bundle.works} works for {formatNaira(bundle.price)} instead of {formatNaira(bundle.sum)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
