import { excerptOf } from '../../platform/text/excerpt.server.ts'
import { cleanHtml, markdownHtml, readableHtml } from '../../platform/text/readable.server.ts'

/** What a text becomes: chapters and descriptions are kept as Markdown, the text of a post as HTML. */
export type PreviewOf = 'chapter' | 'post'

/** A text as visitors will see it, and how it begins in a list; the very functions of their pages make both. */
export type Preview = { html: string; excerpt: string }

/** @param filesOrigin where pictures are when they are not on the site itself. */
export function previewOf(of: PreviewOf, text: string, filesOrigin: string): Preview {
  const html = of === 'post' ? cleanHtml(markdownHtml(text), filesOrigin).html : readableHtml(text).html
  return { html, excerpt: excerptOf(html) }
}
