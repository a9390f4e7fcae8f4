import { Purchase } from '#app/features/materials/purchase.tsx'
import type { Material } from '#app/features/materials/queries.server.ts'
import { isOutline } from '#app/features/materials/sold.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { priceClass } from '#app/ui/price-class.ts'
import { type Bought, OpenFile } from './already-bought.tsx'
import { OpenUpload, type OwnWork } from './own-work.tsx'

type Owner = { material: Material; bought: Bought | null; ownWork: OwnWork | null }
type Action = Owner & { reasonId: string; readAt: string }

/** The price; for those who have the work, since when it is theirs. */
export function PriceOrOwner({ material, bought, ownWork }: Owner) {
  if (ownWork) {
    return <b>This is your work</b>
  }
  return bought ? (
    <b>Yours since {formatDay(bought.paidAt)}</b>
  ) : (
    <span className={priceClass(material.price)}>{isOutline(material) ? 'Free to read' : formatPrice(material.price)}</span>
  )
}

/** The main button: it opens the work for those who have it, and sells it to others. `readAt`: where an outline is read. */
export function MainAction({ material, bought, ownWork, reasonId, readAt }: Action) {
  if (ownWork) {
    return <OpenUpload own={ownWork} />
  }
  if (bought) {
    return <OpenFile bought={bought} />
  }
  return isOutline(material) ? (
    <a className="btn go" href={readAt}>
      Read it
    </a>
  ) : (
    <Purchase material={material} reasonId={reasonId} main />
  )
}
