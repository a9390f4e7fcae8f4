import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { FileFacts } from '../../app/platform/reading.ts'
import { entriesOf, textOf, unescaped } from './archive.ts'
import { type Block, factsOf, looksLikeHeading } from './blocks.ts'

/** What of the archive makes its text. Pictures, fonts and whatever else is in it never get to the converter. */
const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/app\.xml|word\/(document|styles|numbering|footnotes|endnotes|comments)\.xml|word\/_rels\/document\.xml\.rels)$/

/** Facts of a Word document. Throws when it is none, or bursts. */
export async function readDocx(file: Uint8Array): Promise<FileFacts> {
  const entries = entriesOf(file, (name) => PARTS.test(name))
  if (!entries.has('word/document.xml')) {
    throw new Error('There is no document in the archive')
  }
  const relations = 'word/_rels/document.xml.rels'
  if (entries.has(relations)) {
    // What lies outside the document is not looked for.
    const inner = textOf(entries, relations).replaceAll(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g, (relation) =>
      relation.replace(/Target="[^"]*"/, 'Target="about:blank"'),
    )
    entries.set(relations, new TextEncoder().encode(inner))
  }
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 })) },
    { externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  const pages = Number(textOf(entries, 'docProps/app.xml').match(/<Pages>(\d{1,5})<\/Pages>/)?.[1])
  return factsOf(blocksOf(html), pages > 0 ? pages : null, null)
}

/** The converter's HTML is plain and well-formed: headings, paragraphs, lists and tables, no attributes that matter here. */
function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  for (const [, tag = '', inner = ''] of html.matchAll(/<(h[1-6]|p|li)\b[^>]*>([\s\S]*?)(?=<\/\1>|<(?:h[1-6]|p|li|ul|ol)\b)/g)) {
    const text = unescaped(inner.replaceAll(/<br \/>/g, ' ').replaceAll(/<[^>]+>/g, ''))
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text !== '') {
      const bold = /^(<a[^>]*><\/a>)*<strong>[\s\S]*<\/strong>$/.test(inner.trim()) && text.length <= 120 && !/[.;,]$/.test(text)
      const kind =
        tag.startsWith('h') || (tag === 'p' && (bold || looksLikeHeading(text))) ? 'heading' : tag === 'li' ? 'item' : 'text'
      blocks.push({ kind, text })
    }
  }
  return blocks
}
