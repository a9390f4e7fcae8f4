import { shortened } from './letters.ts'

/** Title and description of a page for search engines (SPEC 1), and whether it may be found. */
export function pageMeta(page: { title: string; description: string; canonical?: string; index?: boolean }) {
  return [
    { title: `${page.title} | Lamplight` },
    { name: 'description', content: shortened(page.description, 160) },
    ...(page.index === false ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(page.canonical ? [{ tagName: 'link', rel: 'canonical', href: page.canonical }] : []),
  ]
}
