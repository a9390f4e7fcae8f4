import { shortened } from './letters.ts'

/** Title and description of a page for search engines and shared links (SPEC 1), and whether it may be found. */
export function pageMeta(page: { title: string; description: string; canonical?: string; index?: boolean; keywords?: string }) {
  const title = `${page.title} | Lamplight`
  const description = shortened(page.description.replaceAll(/\s+/g, ' ').trim(), 160)
  return [
    { title },
    { name: 'description', content: description },
    ...(page.keywords ? [{ name: 'keywords', content: page.keywords }] : []),
    ...(page.index === false ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(page.canonical
      ? [
          { tagName: 'link' as const, rel: 'canonical', href: page.canonical },
          { property: 'og:url', content: page.canonical },
          { property: 'og:title', content: title },
          { property: 'og:description', content: description },
          { property: 'og:site_name', content: 'Lamplight' },
          { name: 'twitter:card', content: 'summary' },
        ]
      : []),
  ]
}
