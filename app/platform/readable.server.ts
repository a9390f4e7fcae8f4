import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

const markdown = new Marked({ gfm: true, async: false })

const text = ['h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td']
const withoutDeepHeadings = { h1: 'h3', h5: 'h4', h6: 'h4' }

/**
 * Markdown as clean HTML: headings one level below the page's own, paragraphs, lists, emphasis and tables. Nothing that runs, loads or
 * styles survives, whoever wrote it.
 */
export function readableHtml(source: string): string {
  const cleaned = sanitizeHtml(markdown.parse(source, { async: false }), {
    allowedTags: text,
    allowedAttributes: { ol: ['start'] },
    transformTags: { ...withoutDeepHeadings, h2: 'h3' },
  })
  return scrollable(cleaned)
}

/**
 * HTML of a post, cleaned again whenever it is shown: text as above, links that lead somewhere honest, pictures over https. Each h2 gets an
 * id, and `contents` names them in order.
 */
export function cleanHtml(source: string): { html: string; contents: { id: string; title: string }[] } {
  const contents: { id: string; title: string }[] = []
  const cleaned = sanitizeHtml(source, {
    allowedTags: [...text, 'h2', 'a', 'img', 'figure', 'figcaption', 'code', 'pre', 'sub', 'sup', 'hr'],
    allowedAttributes: { ol: ['start'], a: ['href', 'rel'], img: ['src', 'alt', 'loading', 'width', 'height'] },
    allowedSchemes: ['https', 'mailto'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      ...withoutDeepHeadings,
      h1: 'h2',
      a: (tagName, { href }) => ({ tagName, attribs: linkTo(href) }),
      img: (tagName, { src, alt }) => ({ tagName, attribs: { ...(src ? { src } : {}), alt: alt ?? '', loading: 'lazy' } }),
    },
  })
  const html = cleaned.replaceAll(/<h2>([\s\S]*?)<\/h2>/g, (_heading, inner: string) => {
    const title = textOf(inner)
    const id = `part-${contents.length + 1}`
    contents.push({ id, title })
    return `<h2 id="${id}">${inner}</h2>`
  })
  return { html: scrollable(html), contents }
}

/** A wide table moves sideways by itself on a phone, and by keyboard too; the page does not. */
function scrollable(html: string): string {
  return html
    .replaceAll('<table>', '<div class="sideways" role="region" aria-label="Table" tabindex="0"><table>')
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
