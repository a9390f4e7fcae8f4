import { shortened } from '../text/strings.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH, type SharePicture } from '#app/services/pictures.ts'

/** Characters of a description that search engines show (SPEC 9). */
const DESCRIPTION = 160

type Page = {
  title: string
  description: string
  /** The canonical absolute address. A page without one is not meant for sharing. */
  canonical?: string
  /** False for pages that search engines should not list. */
  index?: boolean
  keywords?: string
  /** Picture of a shared link; Lamplight's own by default. */
  picture?: SharePicture
  /** Times at which a post was published and last changed, ISO 8601. */
  article?: { published: string; modified: string }
}

/** Returns the meta tags of a page for search engines and shared links (SPEC 1). */
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

/**
 * Returns Open Graph tags, which WhatsApp, Facebook and Telegram read. X reads them too, but needs the size of the
 * card.
 */
function sharedAs({ canonical, title, description, article, picture }: Page & { canonical: string }) {
  const { url, alt } = picture ?? { url: new URL('/share/lamplight.png', canonical).href, alt: 'A lamp before a shelf of books' }
  const details = {
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
    ...Object.entries(details).map(([name, content]) => ({ property: `og:${name}`, content })),
    ...(article
      ? [
          { property: 'article:published_time', content: article.published },
          { property: 'article:modified_time', content: article.modified },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
