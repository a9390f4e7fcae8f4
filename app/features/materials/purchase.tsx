import { Icon } from '../../ui/icon.tsx'
import type { MaterialCard } from './queries.server.ts'

/**
 * Opens the outside payment page in a new tab; without a link it is disabled and `reasonId` names the element that says why (SPEC 2). The
 * browser tells /clicks of a click (`ping`), without a script and beside the link, which stays the address of the payment page.
 */
export function Purchase({
  material,
  reasonId,
  main = false,
}: {
  material: Pick<MaterialCard, 'title' | 'selar_link'>
  reasonId: string
  main?: boolean
}) {
  const look = main ? 'btn go' : 'btn'
  if (!material.selar_link?.startsWith('https://')) {
    return (
      <button className={look} type="button" aria-disabled="true" aria-describedby={reasonId}>
        Purchase
      </button>
    )
  }
  return (
    <a
      className={look}
      href={material.selar_link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      ping="/clicks"
      aria-label={`Purchase ${material.title} (opens in a new tab)`}
    >
      Purchase {main && <Icon name="outside" />}
    </a>
  )
}
