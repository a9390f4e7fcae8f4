import type { ItemList, Product, WithContext } from 'schema-dts'
import { categoryOf } from './categories.ts'
import type { Material, MaterialCard } from './queries.server.ts'

/** Search engines are told the first twenty of a list at most (SPEC 9). */
const MOST_LISTED = 20

/** The work as something that can be bought, for search engines. No rating: there are no reviews of buyers behind it yet. */
export function materialFacts(material: Material, page: { url: string; picture: string }): WithContext<Product> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: material.title,
    category: categoryOf(material.category).label,
    description: `${material.subject_area}. Chapter one is free to read.`,
    url: page.url,
    image: page.picture,
    offers: {
      '@type': 'Offer',
      price: material.price,
      priceCurrency: 'NGN',
      availability: material.selar_link ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      url: page.url,
    },
  }
}

/** The first works of a shelf, by the addresses of their pages. */
export function shelfFacts(materials: readonly MaterialCard[], site: string): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: materials.slice(0, MOST_LISTED).map(({ slug }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      url: `${site}/material-preview/${slug}`,
    })),
  }
}
