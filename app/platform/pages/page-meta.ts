import { shortened } from '../text/letters.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH, type SharePicture } from '../process/pictures.ts'

/** Letters of a description that search engines show (SPEC 9). */
const DESCRIPTION = 160

type Page = {
  title: string
  description: string
  /** The one absolute address of what is shown, whatever address it was asked by. Without one the page is no page to share. */
  canonical?: string
  /** False for what nobody should come to from a search engine. */
  index?: boolean
  keywords?: string
  /** The picture beside a shared link; the house's own without one. */
  picture?: SharePicture
  /** A post: when it appeared and last changed, ISO 8601. */
  article?: { published: string; modified: string }
}

/** What a page says of itself to search engines and to those who show shared links (SPEC 1). */
export function pageMeta({ canonical, index, keywords, article, ...page }: Page) {
  const title = `${page.title} | Lamplight`
  const description = shortened(page.description.replaceAll(/\s+/g, ' ').trim(), DESCRIPTION)
  return [
    { title },
    { name: 'description', content: description },
    ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
    ...(index === false ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(canonical ? sharedAs({ ...page, canonical, description, article }) : []),
  ]
}

/** Open Graph, which WhatsApp, Facebook and Telegram read; X reads it too where it is told the size of the card. */
function sharedAs({ canonical, title, description, article, picture }: Page & { canonical: string }) {
  const { url, alt } = picture ?? { url: new URL('/share/lamplight.png', canonical).href, alt: 'A lamp before a shelf of books' }
  const facts = {
    url: canonical,
    type: article ? 'article' : 'website',
    title,
    description,
    image: url,
    'image:width': String(PICTURE_WIDTH),
    'image:height': String(PICTURE_HEIGHT),
    'image:alt': alt,
    locale: 'en_NG',
    site_name: 'Lamplight',
  }
  return [
    { tagName: 'link' as const, rel: 'canonical', href: canonical },
    ...Object.entries(facts).map(([name, content]) => ({ property: `og:${name}`, content })),
    ...(article
      ? [
          { property: 'article:published_time', content: article.published },
          { property: 'article:modified_time', content: article.modified },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
