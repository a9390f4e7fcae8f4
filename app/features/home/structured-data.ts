import type { Graph } from 'schema-dts'

/** Returns Lamplight's structured data: name, logo and contact. `profiles`: its pages on other sites. */
export function organizationStructuredData(house: {
  url: string
  name: string
  description: string
  email: string
  logo: string
  profiles: readonly string[]
}): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${house.url}#house`,
        name: house.name,
        description: house.description,
        url: house.url,
        logo: house.logo,
        email: house.email,
        ...(house.profiles.length > 0 ? { sameAs: house.profiles } : {}),
      },
      { '@type': 'WebSite', name: house.name, url: house.url, publisher: { '@id': `${house.url}#house` } },
    ],
  }
}
