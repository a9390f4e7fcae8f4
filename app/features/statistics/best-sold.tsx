import { formatKobo } from '#app/platform/text/money.ts'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import { formatCount } from './counts.ts'
import type { BestSold as Materials } from './queries.server.ts'

/** The materials with the highest takings in these days, behind a button. */
export function BestSold({ materials }: { materials: Materials }) {
  if (materials.length === 0) {
    return null
  }
  return (
    <details className="stack">
      <summary>
        <span>What sold best ({formatCount(materials.length)})</span>
      </summary>
      <FiguresTable
        caption="What sold best"
        heading="Material"
        rows={materials.map(({ material_id, title }) => ({ key: material_id, name: title }))}
        columns={[
          { name: 'Sales', cells: materials.map(({ sales }) => formatCount(sales)) },
          { name: 'Takings', cells: materials.map(({ gross_kobo }) => formatKobo(gross_kobo)) },
          { name: 'Refunded', cells: materials.map(({ refunds }) => formatCount(refunds)) },
        ]}
      />
      <p className="small soft">
        Sales here, on Selar and entered by hand. Takings are after refunds; a sale refunded in full counts only under Refunded.
        “Sold” on a material’s page counts only sales here that were not refunded.
      </p>
    </details>
  )
}
