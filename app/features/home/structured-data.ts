import type { Graph } from 'schema-dts'

/** Returns Lamplight's structured data: name, logo and contact. `profiles`: its pages on other sites. */
export function organizationStructuredData(platform: {
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
        '@id': `${platform.url}#organization`,
        name: platform.name,
        description: platform.description,
        url: platform.url,
        logo: platform.logo,
        email: platform.email,
        ...(platform.profiles.length > 0 ? { sameAs: platform.profiles } : {}),
      },
      { '@type': 'WebSite', name: platform.name, url: platform.url, publisher: { '@id': `${platform.url}#organization` } },
    ],
  }
}
