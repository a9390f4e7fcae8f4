import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { strToU8 } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { docx, pdf } from '#tests/support/works.ts'
import { openTextReader } from './read-text.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-texts-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

let files = 0
function stored(content: Uint8Array | string): string {
  const file = path.join(directory, String((files += 1)))
  fs.writeFileSync(file, content)
  return file
}

describe('openTextReader', () => {
  it('returns the headings, paragraphs, lists and tables of a Word document in order', async () => {
    const row = (...cells: string[]) =>
      new TableRow({
        children: cells.map((text) => new TableCell({ children: text.split('\n').map((line) => new Paragraph(line)) })),
      })
    const document = new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'Chapter four', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Table 1 shows the ages.'),
            new Table({ rows: [row('Age', 'Nurses'), row('20\nto 29', '14')] }),
            new Paragraph({ text: 'Most were young', bullet: { level: 0 } }),
            new Paragraph(''),
            new Paragraph('The end.'),
          ],
        },
      ],
    })
    expect(await openTextReader()(stored(await Packer.toBuffer(document)), 'docx')).toEqual([
      { kind: 'heading', text: 'Chapter four' },
      { kind: 'text', text: 'Table 1 shows the ages.' },
      {
        kind: 'table',
        rows: [
          ['Age', 'Nurses'],
          ['20 to 29', '14'],
        ],
      },
      { kind: 'item', text: 'Most were young' },
      { kind: 'text', text: 'The end.' },
    ])
  })

  const fixture = (name: string) => path.join(import.meta.dirname, '../../tests/fixtures/documents', name)
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const M = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
  const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
  const DGM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram'
  const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
  const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const body = (xml: string) =>
    strToU8(
      `<w:document xmlns:w="${W}" xmlns:m="${M}" xmlns:r="${R}" xmlns:a="${A}" xmlns:dgm="${DGM}" xmlns:c="${C}"><w:body>${xml}</w:body></w:document>`,
    )
  const relations = (targets: Record<string, [type: string, target: string]>) =>
    strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
        .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`)
        .join('')}</Relationships>`,
    )
  const readLines = async (content: Uint8Array) =>
    (await openTextReader()(stored(content), 'docx'))?.map((block) => ('text' in block ? block.text : block.rows))

  it.each([
    ['a link in a footnote', 'footnote-hyperlink.docx', ['Hand washing saves lives.[1]', 'https://example.org/hands']],
    ['the number of a caption', 'caption-field.docx', ['Table 1: Age of the respondents (n = 120)']],
    ['visible text only', 'hidden-text.docx', ['Seen words.']],
  ])('returns %s', async (_what, name, expected) => {
    const texts = (await openTextReader()(fixture(name), 'docx'))?.map((block) => ('text' in block ? block.text : ''))
    expect(texts).toEqual(expect.arrayContaining(expected))
    expect(texts?.join(' ')).not.toContain('Hidden')
  })

  it('finds a main part with another name by the relationships of the package', async () => {
    const document = docx([], {
      'word/document.xml': strToU8('<x/>'),
      '_rels/.rels': relations({ r1: ['officeDocument', '/word/document2.xml'] }),
      'word/document2.xml': body('<w:p><w:hyperlink r:id="gone"><w:r><w:t>The text</w:t></w:r></w:hyperlink></w:p>'),
    })
    expect(await readLines(document)).toEqual(['The text'])
  })

  it('reads a document with other namespace prefixes', async () => {
    const document = docx([], {
      'word/document.xml': strToU8(
        `<ns0:document xmlns:ns0="${W}"><ns0:body><ns0:p><ns0:r><ns0:t>Table </ns0:t></ns0:r><ns0:fldSimple><ns0:r><ns0:t>2</ns0:t></ns0:r></ns0:fldSimple></ns0:p></ns0:body></ns0:document>`,
      ),
    })
    expect(await readLines(document)).toEqual(['Table 2'])
  })

  const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  it.each([
    [
      'a formula',
      `${t('n=')}<m:f><m:num>${t('N')}</m:num><m:den>${t('1+N')}<m:sSup><m:e><m:d><m:e>${t('e')}</m:e></m:d></m:e><m:sup>${t('2')}</m:sup></m:sSup></m:den></m:f>`,
      'So n=N/(1+N(e)^2) holds',
    ],
    ['a root', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${t('x+1')}</m:e></m:rad>`, 'So √(x+1) holds'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t('i=1')}</m:sub><m:sup>${t('n')}</m:sup><m:e>${t('x')}</m:e></m:nary>`,
      'So ∑_(i=1)^n x holds',
    ],
    ['a formula without text', '', 'So [formula] holds'],
  ])('returns %s on one line', async (_what, math, line) => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
    const xml = `<w:p>${run('So ')}<m:oMathPara><m:oMath>${math}</m:oMath></m:oMathPara>${run(' holds')}</w:p>`
    expect(await readLines(docx([], { 'word/document.xml': body(xml) }))).toEqual([line])
  })

  it('returns the texts of diagrams and charts', async () => {
    const drawing = (xml: string) => `<w:p><w:r><w:drawing>${xml}</w:drawing></w:r></w:p>`
    const cached = (values: string[]) =>
      `<c:strCache>${values.map((value) => `<c:pt><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache>`
    const document = docx([], {
      'word/document.xml': body(drawing('<dgm:relIds r:dm="d1"/>') + drawing('<c:chart r:id="c1"/>')),
      'word/_rels/document.xml.rels': relations({
        d1: ['diagramData', 'diagrams/data1.xml'],
        c1: ['chart', 'charts/chart1.xml'],
      }),
      'word/diagrams/data1.xml': strToU8(
        `<dgm:dataModel xmlns:dgm="${DGM}" xmlns:a="${A}"><dgm:pt><a:t>Self-</a:t><a:t>care</a:t></dgm:pt><dgm:pt><a:t>R&amp;D &lt;1</a:t></dgm:pt></dgm:dataModel>`,
      ),
      'word/charts/chart1.xml': strToU8(
        `<c:chartSpace xmlns:c="${C}" xmlns:a="${A}"><c:title><a:t>Ages</a:t></c:title><c:ser><c:tx>${cached(['Nurses'])}</c:tx><c:cat>${cached(['20 to 29', '30 to 39'])}</c:cat><c:val>${cached(['14', '6'])}</c:val></c:ser></c:chartSpace>`,
      ),
    })
    expect(await readLines(document)).toEqual(['Self-care; R&D <1', 'Ages; Nurses: 20 to 29 14, 30 to 39 6'])
  })

  it('leaves out text that a style hides', async () => {
    const document = docx([], {
      'word/styles.xml': strToU8(
        `<w:styles xmlns:w="${W}"><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="Child"><w:basedOn w:val="Secret"/></w:style></w:styles>`,
      ),
      'word/document.xml': body(
        '<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Child"/></w:rPr><w:t>Hidden</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Child"/><w:vanish w:val="0"/></w:rPr><w:t> too</w:t></w:r></w:p>',
      ),
    })
    expect(await readLines(document)).toEqual(['Seen too'])
  })

  it('returns the text of a presentation by slide', async () => {
    expect(await openTextReader()(fixture('two-slides.pptx'), 'pptx')).toEqual([
      { kind: 'slide', text: 'Slide 1' },
      { kind: 'item', text: 'Hand washing' },
      { kind: 'slide', text: 'Slide 2' },
      { kind: 'item', text: 'Five moments' },
    ])
  })

  it.each([
    ['a PDF', pdf([['# One']]), 'docx'],
    ['half an archive', 'PK\u0003\u0004', 'pptx'],
  ])('returns null for %s', async (_what, content, ending) => {
    expect(await openTextReader()(stored(content), ending)).toBeNull()
  })

  it('returns null when it takes too long', async () => {
    const hasty = openTextReader({ deadlineMs: 1, heapMb: 128, memoryBytes: 1024 ** 3 })
    expect(await hasty(stored('slow'), 'docx')).toBeNull()
  })
})
