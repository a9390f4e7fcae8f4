import type { Graph, Thing, WithContext } from 'schema-dts'

/**
 * A page's data for search engines, in schema.org's own types. A `<` in the data could end the element, so it is
 * escaped.
 */
export function JsonLd({ data }: { data: WithContext<Thing> | Graph }) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
