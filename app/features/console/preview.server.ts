import { getExcerpt } from '#app/platform/text/excerpt.server.ts'
import { cleanHtml, markdownHtml, readableHtml } from '#app/platform/text/readable.server.ts'

/** The kinds of texts: chapters and descriptions are stored as Markdown, posts as HTML. */
export type PreviewKind = 'chapter' | 'post'

/** A text as visitors will see it, and its excerpt in a list, from the same functions as the pages. */
export type Preview = { html: string; excerpt: string }

/**
 * Renders a text for its preview.
 * @param filesOrigin the origin of pictures on a hosted backend.
 */
export function getPreview(of: PreviewKind, text: string, filesOrigin: string): Preview {
  const html = of === 'post' ? cleanHtml(markdownHtml(text), filesOrigin).html : readableHtml(text).html
  return { html, excerpt: getExcerpt(html) }
}
