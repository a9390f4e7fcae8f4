import { sourceLabels } from '#app/services/visit-sources.ts'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import { formatCount, sum } from './counts.ts'
import type { Compared, ViewsToSales } from './queries.server.ts'

/** The views and clicks to buy of each source, beside the views of the period before. */
export function Sources({ now, before }: Compared<ViewsToSales>) {
  const { sources } = now
  if (sources.length === 0) {
    return null
  }
  const earlier = new Map(before.sources.map(({ source, views }) => [source, views]))
  const views = sources.map((source) => source.views)
  const clicks = sources.map((source) => source.clicks)
  return (
    <section className="stack" aria-labelledby="sources">
      <h2 id="sources">Where visitors come from</h2>
      <p className="small soft">
        WhatsApp and other apps often name no source, so only links with utm_source count for them. A visitor’s second page counts
        under This site.
      </p>
      <FiguresTable
        caption="Sources"
        heading="Source"
        rows={sources.map(({ source }) => ({ key: source, name: sourceLabels[source] }))}
        columns={[
          { name: 'Views', cells: views.map((count) => formatCount(count)) },
          { name: 'Before', cells: sources.map(({ source }) => formatCount(earlier.get(source) ?? 0)) },
          { name: 'Clicks', cells: clicks.map((count) => formatCount(count)) },
        ]}
        foot={[formatCount(sum(views)), formatCount(sum(before.sources.map((source) => source.views))), formatCount(sum(clicks))]}
      />
    </section>
  )
}
