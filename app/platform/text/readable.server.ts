import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'
import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { pictureAt } from './own-pictures.ts'

const markdown = new Marked({ gfm: true, async: false })

const text = ['h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td']
const plainTags = { h1: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' }

/** Clean HTML, and the headings in it that have an id, in order. */
export type Readable = { html: string; contents: { id: string; title: string }[] }

/**
 * Cache of the latest results, up to two million characters: converting and cleaning a first chapter takes a third of
 * the time of its page.
 */
const remembered = new LRUCache<string, Readable>({
  maxSize: 2_000_000,
  // Empty results need a size above zero too.
  sizeCalculation: ({ html }, source) => source.length + html.length + 1,
})

/**
 * Converts Markdown into clean HTML: headings one level below the page's own, paragraphs, lists, emphasis and tables.
 * Removes scripts, styles and embedded content.
 */
export function readableHtml(source: string): Readable {
  const known = remembered.get(source)
  if (known) {
    return known
  }
  const cleaned = sanitizeHtml(markdown.parse(source, { async: false }), {
    allowedTags: text,
    allowedAttributes: { ol: ['start'] },
    transformTags: { ...plainTags, h2: 'h3' },
  })
  const readable = withContents(cleaned, 'h3')
  remembered.set(source, readable)
  return readable
}

/** Converts Markdown into HTML that is not cleaned: pass it through `cleanHtml` or `storableHtml` before showing it. */
export function markdownHtml(source: string): string {
  return markdown.parse(source, { async: false })
}

/**
 * Converts Markdown into clean HTML for an email: without pictures, with whole addresses in its links, and with headings
 * smaller than the email's own.
 */
export function emailHtml(source: string, siteUrl: string): string {
  return cleanPost(markdownHtml(source), () => null)
    .replaceAll(/ href="\/(?!\/)/g, ` href="${siteUrl}/`)
    .replaceAll('<h2>', '<h2 style="font-size:18px;line-height:1.3">')
}

/**
 * Cleans the HTML of a post each time it is shown: text as above, safe links, and only our own pictures, each with its
 * placeholder behind it. A text replaces a picture of another site (server/jobs/picture-imports.ts imports those that
 * are available).
 * @param filesOrigin the origin of public files on a hosted backend; '' when the site serves them.
 */
export function cleanHtml(source: string, filesOrigin = ''): Readable {
  const { html, contents } = withContents(
    cleanPost(source, (src) => pictureAt(src, filesOrigin) ?? (src ? { src: NOT_SHOWN } : null)),
    'h2',
  )
  return { html: html.replaceAll(/<img [^>]*>/g, withPlaceholder), contents }
}

/** Marks a picture of another site in a cleaned text. */
const NOT_SHOWN = '#'

/** Puts our picture over its placeholder, and a text in place of a picture of another site. */
function withPlaceholder(img: string): string {
  const [isMissing, alt] = /^<img src="#" alt="([^"]*)"/.exec(img) ?? []
  return isMissing ? `<em class="no-pic">${missingPicture(alt ?? '')}</em>` : `<span class="frame">${img}</span>`
}

/** Returns the text in place of a picture of another site; `alt` describes it. */
export function missingPicture(alt: string): string {
  return alt ? `Picture not shown: ${alt}` : 'A picture is not shown here'
}

/**
 * Cleans the HTML of a post for storage, without what a page adds to it. An older text retains its pictures of other
 * sites, so that the admin sees them in the editor; pages do not show them, and forms reject them
 * (`foreignPicturesIn`).
 */
export function storableHtml(source: string): string {
  return cleanPost(source, (src) => pictureAt(src, '') ?? (src.startsWith('https://') ? { src } : null)).trim()
}

/** Returns the addresses of pictures of other sites in an HTML text. */
export function foreignPicturesIn(html: string): string[] {
  const foreign: string[] = []
  const parser = new Parser({
    onopentag(name, { src }) {
      if (name === 'img' && src && !pictureAt(src, '')) {
        foreign.push(src)
      }
    },
  })
  parser.end(html)
  return foreign
}

function cleanPost(source: string, getPicture: (src: string) => { src: string; width?: number; height?: number } | null): string {
  return sanitizeHtml(source, {
    allowedTags: [...text, 'h2', 'a', 'img', 'figure', 'figcaption', 'code', 'pre', 'sub', 'sup', 'hr'],
    allowedAttributes: { ol: ['start'], a: ['href', 'rel'], img: ['src', 'alt', 'loading', 'width', 'height'] },
    allowedSchemes: ['https', 'mailto'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      ...plainTags,
      h1: 'h2',
      a: (tagName, { href }) => ({ tagName, attribs: linkTo(href) }),
      img: (tagName, { src, alt }) => ({
        tagName,
        attribs: { ...inWords(getPicture(src ?? '')), alt: alt ?? '', loading: 'lazy' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** Addresses that the text of a book may have: places and pictures below its own address, and pages of the web. */
const BOOK_LINK = /^(?:\d{1,4}#r\d{1,6}|(?:picture|page)\/\d{1,4}|https:\/\/.+)$/
/** Roles that keep a table a table when it is shown as blocks (label-tables.server.ts). */
const TABLE_ROLES = ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell']
const BOOK_PICTURE = /^(?:picture|page)\/\d{1,4}$/

/**
 * Cleans the HTML of a chapter that was converted from a file: text as above, ids of our own, and pictures below the
 * book's address. `getPicture` returns the size of a picture, or null if it cannot be shown; then a text replaces it.
 */
export function cleanChapter(source: string, getPicture: (src: string) => { width: number; height: number } | null): string {
  const attribs = ({ id, ...rest }: sanitizeHtml.Attributes) => ({
    ...rest,
    ...(/^r\d{1,6}$/.test(id ?? '') ? { id: id ?? '' } : {}),
  })
  const html = sanitizeHtml(source, {
    allowedTags: [
      ...text,
      'h2',
      'a',
      'img',
      'figure',
      'figcaption',
      'caption',
      'code',
      'pre',
      'sub',
      'sup',
      'hr',
      'dl',
      'dt',
      'dd',
      'aside',
    ],
    allowedAttributes: {
      '*': ['id', { name: 'role', values: TABLE_ROLES }],
      ol: ['start'],
      a: ['href', 'rel'],
      img: ['src', 'alt', 'loading', 'width', 'height'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan', 'data-label'],
    },
    allowedClasses: { p: ['miss', 'pno'], figure: ['drawn'], table: ['blocks', 'wide'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nestingLimit: 60,
    transformTags: {
      '*': (tagName, all) => ({ tagName, attribs: attribs(all) }),
      b: 'strong',
      i: 'em',
      a: (tagName, { href = '', ...all }) => ({
        tagName,
        attribs: {
          ...attribs(all),
          ...(BOOK_LINK.test(href) ? { href, ...(href.startsWith('https:') && { rel: 'noopener nofollow' }) } : {}),
        },
      }),
      img: (tagName, { src = '', alt = '' }) => {
        const size = BOOK_PICTURE.test(src) ? getPicture(src) : null
        return size
          ? { tagName, attribs: { ...inWords({ src, ...size }), alt: alt || 'Picture of the work', loading: 'lazy' } }
          : { tagName: 'em', attribs: {}, text: `A picture is here in the file${alt ? `: ${alt}` : ''}.` }
      },
    },
  })
  return scrollable(html)
}

function inWords(attributes: Record<string, string | number> | null): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes ?? {}).map(([name, value]) => [name, String(value)]))
}

function withContents(cleaned: string, heading: 'h2' | 'h3'): Readable {
  const contents: Readable['contents'] = []
  const html = cleaned.replaceAll(new RegExp(`<${heading}>([\\s\\S]*?)</${heading}>`, 'g'), (_whole, inner: string) => {
    const id = `part-${contents.length + 1}`
    contents.push({ id, title: getText(inner) })
    return `<${heading} id="${id}">${inner}</${heading}>`
  })
  return { html: scrollable(html), contents }
}

/** Makes wide tables scroll sideways on a phone and by keyboard, so that the page does not. */
function scrollable(html: string): string {
  return html
    .replaceAll(/<table(?=[\s>])/g, '<div class="sideways" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
}

function linkTo(href: string | undefined): Record<string, string> {
  return href ? { href, rel: 'noopener nofollow' } : {}
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const ENDS_A_LINE = new Set(['p', 'li', ...HEADINGS, 'tr', 'td', 'th', 'blockquote', 'br'])
const WITHOUT_WORDS = new Set(['script', 'style', 'textarea', 'option', 'noscript'])

const WITHOUT_HEADINGS = new Set([...WITHOUT_WORDS, ...HEADINGS])

/** Returns the text of an HTML fragment, on one line, with or without its headings. */
export function getText(html: string, headings: 'with headings' | 'without headings' = 'with headings'): string {
  const skipped = headings === 'with headings' ? WITHOUT_WORDS : WITHOUT_HEADINGS
  let words = ''
  let silent = 0
  const parser = new Parser({
    onopentag: (name) => (silent += skipped.has(name) ? 1 : 0),
    ontext: (response) => (words += silent > 0 ? '' : response),
    onclosetag: (name) => {
      silent -= skipped.has(name) ? 1 : 0
      words += ENDS_A_LINE.has(name) ? ' ' : ''
    },
  })
  parser.end(html)
  return words.replaceAll(/\s+/g, ' ').trim()
}
