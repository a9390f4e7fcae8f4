import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

const markdown = new Marked({ gfm: true, async: false })

/**
 * Markdown of the first chapter as clean HTML: headings one level below the page's own, paragraphs, lists, emphasis and tables. Nothing that runs, loads or
 * styles survives, whoever wrote it.
 */
export function readableHtml(text: string): string {
  return sanitizeHtml(markdown.parse(text, { async: false }), {
    allowedTags: [
      'h3',
      'h4',
      'p',
      'ul',
      'ol',
      'li',
      'strong',
      'em',
      'blockquote',
      'br',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    allowedAttributes: { ol: ['start'] },
    transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' },
  })
}
