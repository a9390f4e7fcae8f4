import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { pictureAt } from './own-pictures.ts'

const markdown = new Marked({ gfm: true, async: false })

const text = ['h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td']
const withoutDeepHeadings = { h1: 'h3', h5: 'h4', h6: 'h4' }

/** Clean HTML, and the headings in it that have an id, in order. */
export type Readable = { html: string; contents: { id: string; title: string }[] }

/**
 * Markdown as clean HTML: headings one level below the page's own, paragraphs, lists, emphasis and tables. Nothing that runs, loads or
 * styles survives, whoever wrote it.
 */
export function readableHtml(source: string): Readable {
  const cleaned = sanitizeHtml(markdown.parse(source, { async: false }), {
    allowedTags: text,
    allowedAttributes: { ol: ['start'] },
    transformTags: { ...withoutDeepHeadings, h2: 'h3' },
  })
  return withContents(cleaned, 'h3')
}

/** Markdown as HTML, neither cleaned nor changed: what comes out goes through `cleanHtml` or `storableHtml` before anybody sees it. */
export function markdownHtml(source: string): string {
  return markdown.parse(source, { async: false })
}

/**
 * HTML of a post, cleaned again whenever it is shown: text as above, links that lead somewhere honest, pictures of ours or over https.
 * @param filesOrigin where public files are when they are not on the site itself; '' when they are.
 */
export function cleanHtml(source: string, filesOrigin = ''): Readable {
  return withContents(cleanPost(source, filesOrigin), 'h2')
}

/** HTML of a post as it is kept: clean already, and free of what a page adds to it. */
export function storableHtml(source: string): string {
  return cleanPost(source, '').trim()
}

function cleanPost(source: string, filesOrigin: string): string {
  return sanitizeHtml(source, {
    allowedTags: [...text, 'h2', 'a', 'img', 'figure', 'figcaption', 'code', 'pre', 'sub', 'sup', 'hr'],
    allowedAttributes: { ol: ['start'], a: ['href', 'rel'], img: ['src', 'alt', 'loading', 'width', 'height'] },
    allowedSchemes: ['https', 'mailto'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      ...withoutDeepHeadings,
      h1: 'h2',
      a: (tagName, { href }) => ({ tagName, attribs: linkTo(href) }),
      img: (tagName, { src, alt }) => ({ tagName, attribs: { ...pictureOf(src, filesOrigin), alt: alt ?? '', loading: 'lazy' } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

function pictureOf(address: string | undefined, filesOrigin: string): Record<string, string> {
  const picture = pictureAt(address, filesOrigin)
  return Object.fromEntries(Object.entries(picture ?? {}).map(([name, value]) => [name, String(value)]))
}

function withContents(cleaned: string, heading: 'h2' | 'h3'): Readable {
  const contents: Readable['contents'] = []
  const html = cleaned.replaceAll(new RegExp(`<${heading}>([\\s\\S]*?)</${heading}>`, 'g'), (_whole, inner: string) => {
    const id = `part-${contents.length + 1}`
    contents.push({ id, title: textOf(inner) })
    return `<${heading} id="${id}">${inner}</${heading}>`
  })
  return { html: scrollable(html), contents }
}

/** A wide table moves sideways by itself on a phone, and by keyboard too; the page does not. */
function scrollable(html: string): string {
  return html
    .replaceAll('<table>', '<div class="sideways" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

function linkTo(href: string | undefined): Record<string, string> {
  return href ? { href, rel: 'noopener nofollow' } : {}
}

/** The words of a piece of HTML, on one line. */
export function textOf(html: string): string {
  const words = sanitizeHtml(html.replaceAll(/<\/(p|li|h\d|tr|td|th|blockquote)>|<br\s*\/?>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return words
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
