/* Generates files as students send them, and hostile ones, for the tests. */
import { deflateSync } from 'node:zlib'
import { strToU8, type Zippable, zipSync } from 'fflate'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns a Word document of these paragraphs; a style's name comes before a bar: 'Heading1|Introduction'. */
export function docx(paragraphs: readonly string[], more: Zippable = {}): Uint8Array {
  const body = paragraphs.map((paragraph) => {
    const [text = '', style] = paragraph.split('|').toReversed()
    return `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`
  })
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/styles.xml': strToU8(
      '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
    ),
    'docProps/app.xml': strToU8('<?xml version="1.0"?><Properties><Pages>54</Pages></Properties>'),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body.join('')}</w:body></w:document>`,
    ),
    ...more,
  })
}

type PdfOptions = {
  /** Operators that are added to each page. */
  operators?: string
  /** Resources of these operators. The font is always one. */
  resources?: string
  /** Annotations of each page. */
  annotations?: string
  /** The object of the page tree's root. */
  root?: string
  /** The entries of the outline, with the numbers of their pages, from 1. */
  outline?: readonly { title: string; page: number }[]
}

/** Returns a PDF with a page for each list of lines; a line that begins with '# ' is set larger. */
export function pdf(
  pages: readonly (readonly string[])[],
  { operators = '', resources = '', annotations = '', root, outline = [] }: PdfOptions = {},
): Buffer {
  const ofPage = (at: number) => 4 + at * 2
  const ofOutline = ofPage(pages.length)
  const objects: string[] = [
    `<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${ofOutline} 0 R` : ''} >>`,
    root ?? `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, at) => `${ofPage(at)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const lines of pages) {
    const drawn = lines.map((line, at) => {
      const heading = line.startsWith('# ')
      const text = line.replace(/^# /, '').replaceAll(/[\\()]/g, '\\$&')
      return `BT /F1 ${heading ? 18 : 11} Tf 1 0 0 1 60 ${800 - at * 16} Tm (${text}) Tj ET`
    })
    const stream = [...drawn, operators].join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> /Annots [${annotations}] >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    )
  }
  if (outline.length > 0) {
    objects.push(`<< /Type /Outlines /First ${ofOutline + 1} 0 R /Last ${ofOutline + outline.length} 0 R >>`)
    for (const [at, { title, page }] of outline.entries()) {
      const next = at + 1 < outline.length ? `/Next ${ofOutline + at + 2} 0 R` : ''
      objects.push(`<< /Title (${title}) /Parent ${ofOutline} 0 R ${next} /Dest [${ofPage(page - 1)} 0 R /Fit] >>`)
    }
  }
  return withObjects(objects.map((object) => Buffer.from(object, 'latin1')))
}

/** Returns a PDF whose only page inflates to this many megabytes of blanks. */
export function burstingPdf(megabytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 0x20), { level: 9 })
  return withObjects([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>'),
    Buffer.concat([Buffer.from(`<< /Length ${once.length} /Filter /FlateDecode >>\nstream\n`), once, Buffer.from('\nendstream')]),
  ])
}

function withObjects(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [at, object] of objects.entries()) {
    places.push(length)
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]))
  }
  const table = length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A first chapter, one line of a PDF each. */
export const FREE_CHAPTER = Array.from(
  { length: 24 },
  (_, at) => `In line ${at + 1} nurses on ward ${at + 11} say how they wash their hands.`,
).join('\n')

/** Returns a PDF with a title page, two pages of the free chapter, and two pages of a paid one. */
export function freePdf(): Buffer {
  const lines = FREE_CHAPTER.split('\n')
  const paid = lines.map((line) => line.replace('say how they wash their hands', 'are counted in the paid tables'))
  return pdf([['# Hands on wards'], lines.slice(0, 12), lines.slice(12), paid.slice(0, 12), paid.slice(12)])
}
