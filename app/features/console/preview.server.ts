import { cleanHtml, markdownHtml, readableHtml } from '../../platform/readable.server.ts'

/** What a text becomes: chapters and descriptions are kept as Markdown, the text of a post as HTML. */
export type PreviewOf = 'chapter' | 'post'

/** A text as visitors will see it; the very functions of their pages make it. */
export function previewHtml(of: PreviewOf, text: string): string {
  return of === 'post' ? cleanHtml(markdownHtml(text)).html : readableHtml(text).html
}
