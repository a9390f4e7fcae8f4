import type { BreadcrumbList, WithContext } from 'schema-dts'
import { JsonLd } from './json-ld.tsx'

type Step = { to: string; label: string }

/**
 * Breadcrumbs: links for visitors, and the same steps with the page itself for search engines. `origin` precedes each
 * path.
 */
export function Breadcrumbs({ origin, steps, here }: { origin: string; steps: readonly Step[]; here: Step }) {
  return (
    <>
      <nav className="crumb" aria-label="Where you are">
        {steps.map(({ to, label }, position) => [
          position > 0 && (
            <span key={`before ${to}`} aria-hidden="true">
              /
            </span>
          ),
          <a key={to} href={to}>
            {label}
          </a>,
        ])}
      </nav>
      <JsonLd data={wayTo([...steps, here], origin)} />
    </>
  )
}

function wayTo(steps: readonly Step[], origin: string): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ to, label }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: label,
      item: origin + to,
    })),
  }
}
