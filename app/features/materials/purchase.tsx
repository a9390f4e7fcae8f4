import { href } from 'react-router'
import { useContext } from 'react'
import { SellingContext } from '#app/services/orders.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { MaterialCard } from './queries.server.ts'
import { soldWhere } from './sold.ts'

/**
 * A link to the page where a material is bought: an external one in a new tab, or ours. If it is not sold, the button
 * is disabled, and `reasonId` names the element with the reason (SPEC 2). The browser reports external clicks to
 * /clicks (`ping`), without a script and without changing the link's address. A free file is not purchased: the main
 * button of its page (`main`) downloads it.
 */
export function Purchase({
  material,
  reasonId,
  main = false,
}: {
  material: Pick<MaterialCard, 'title' | 'slug' | 'price' | 'selar_link' | 'sold_here'>
  reasonId: string
  main?: boolean
}) {
  const where = soldWhere(material, useContext(SellingContext))
  const look = main ? 'btn go' : 'btn'
  if (where === 'here' && material.price === 0 && main) {
    return (
      <form className="get-free stack" method="post" action={href('/buy/:slug', { slug: material.slug })}>
        <AccountField />
        <input type="hidden" name="price" value="0" />
        <button className={look} name="intent" value="pay" aria-label={`Get it free: ${material.title}`}>
          Get it free
        </button>
      </form>
    )
  }
  if (where === 'here' && material.price === 0) {
    return (
      <a
        className={look}
        href={href('/buy/:slug', { slug: material.slug })}
        rel="nofollow"
        aria-label={`Get it free: ${material.title}`}
      >
        Get it free
      </a>
    )
  }
  if (where === 'here') {
    return (
      <a
        className={look}
        href={href('/buy/:slug', { slug: material.slug })}
        rel="nofollow"
        aria-label={`Purchase ${material.title}`}
      >
        Purchase
      </a>
    )
  }
  if (where === null || material.selar_link === null) {
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
