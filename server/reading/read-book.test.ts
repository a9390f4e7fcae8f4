import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  Document,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Book } from '#app/services/reading.ts'
import { docx, pdf } from '#tests/support/works.ts'
import { openBookReader } from './read-book.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-books-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

const read = openBookReader()
let files = 0
async function readBook(content: Uint8Array, ending: string): Promise<Book> {
  const file = path.join(directory, String((files += 1)))
  fs.writeFileSync(file, content)
  const book = await read(file, ending)
  return 'failure' in book ? expect.fail(book.failure) : book
}
const getHtml = ({ chapters }: Book) => chapters.map(({ html }) => html).join('\n')
const picture = () =>
  sharp({ create: { width: 1200, height: 600, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
const fixture = (name: string) => fs.readFileSync(path.join(import.meta.dirname, '../../tests/fixtures', name))

/** Creates an EPUB 3 of two documents. */
function epub(first: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const page = (body: string) =>
    strToU8(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`,
    )
  const items = ['nav', 'one', 'two'].map(
    (name) =>
      `<item id="${name}" href="text/${name}.xhtml" media-type="application/xhtml+xml"${name === 'nav' ? ' properties="nav"' : ''}/>`,
  )
  return zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/p.opf"/></rootfiles></container>',
    ),
    'book/p.opf': strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.join('')}</manifest><spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    ),
    'book/text/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li><li><a href="two.xhtml">Named by the contents</a></li></ol></nav>',
    ),
    'book/text/one.xhtml': page(first),
    'book/text/two.xhtml': page(`<p id="here">${'words '.repeat(200)}</p>`),
    ...more,
  })
}

describe('a Word document', () => {
  it('becomes chapters with tables, pictures and notes', async () => {
    const document = new Document({
      footnotes: { 1: { children: [new Paragraph('A note below the line.')] } },
      sections: [
        {
          children: [
            new Paragraph({ text: 'CHAPTER ONE', heading: HeadingLevel.HEADING_1 }),
            new Paragraph({ children: [new TextRun('Ward '.repeat(200)), new FootnoteReferenceRun(1)] }),
            new Paragraph({
              children: [new ImageRun({ type: 'png', data: await picture(), transformation: { width: 10, height: 5 } })],
            }),
            new Paragraph({ text: 'CHAPTER TWO', heading: HeadingLevel.HEADING_1 }),
            new Paragraph({ children: [new TextRun({ text: '2.1 Design', bold: true })] }),
            new Table({
              rows: [
                new TableRow({ children: ['Age', 'Nurses'].map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
              ],
            }),
          ],
        },
      ],
    })
    const book = await readBook(await Packer.toBuffer(document), 'docx')
    expect(book.chapters.map(({ title }) => title)).toEqual(['Chapter one', 'Chapter two', 'Notes'])
    expect(book.chapters[1]?.sections).toEqual([{ id: expect.stringMatching(/^r\d+$/) as string, title: '2.1 Design', level: 2 }])
    expect(getHtml(book)).toContain(
      '<a href="picture/1"><img src="picture/1" width="900" height="450" alt="Picture of the work" loading="lazy" /></a>',
    )
    expect(book.pictures.map(({ type }) => type)).toEqual(['image/webp'])
    expect(book.chapters[1]?.html).toMatch(/class="sideways"[^>]*><table><tr><td><p>Age<\/p><\/td>/)
    expect(book.chapters[0]?.html).toMatch(/<sup><a href="3#r\d+" id="r\d+">\[1\]<\/a><\/sup>/)
    expect(book.chapters[2]?.html).toContain('A note below the line.')
  })

  it('finds headings that were written in capitals or bold', async () => {
    const book = await readBook(
      docx(
        [
          ['CHAPTER ONE'],
          ['1.1 Background of the Study'],
          [`${'Ward '.repeat(200)}.`],
          ['CHAPTER TWO'],
          ['Literature says.'],
        ].map(([text = '']) => text),
      ),
      'docx',
    )
    expect(book.chapters.map(({ title, sections }) => [title, sections.length])).toEqual([
      ['Chapter one', 1],
      ['Chapter two', 0],
    ])
  })
})

describe('a presentation', () => {
  it('becomes a section for each slide', async () => {
    const book = await readBook(fixture('hand-hygiene.pptx'), 'pptx')
    expect(book.chapters[0]?.title).toBe('Slides 1 to 4')
    expect(book.chapters[0]?.sections.map(({ title }) => title)).toEqual(
      [1, 2, 3, 4].map((at) => expect.stringMatching(`^Slide ${at}`) as string),
    )
  })
})

describe('a PDF', () => {
  it('becomes reflowed text with the numbers of its pages', async () => {
    const book = await readBook(
      pdf([
        ['# CHAPTER ONE', 'It begins here.'],
        ['# CHAPTER TWO', 'It ends here.'],
      ]),
      'pdf',
    )
    expect(book.chapters.map(({ title }) => title)).toEqual(['Chapter one', 'Chapter two'])
    expect(book.chapters[1]?.html).toMatch(/<p class="pno">Page 2<\/p>\s*<p>It ends here\.<\/p>/)
    expect(getHtml(book)).not.toContain('<img')
  })

  it('loses the lines at the head and foot of most pages', async () => {
    const pages = Array.from({ length: 6 }, (_page, at) => [
      'A thesis',
      `Text of page ${'abcdef'.charAt(at)}.`,
      `Lamplight ${at + 1} of 6`,
    ])
    const html = getHtml(await readBook(pdf(pages), 'pdf'))
    expect(html).toContain('Text of page f.')
    expect(html).not.toMatch(/A thesis|Lamplight/)
  })

  it.each([
    ['a grid', '60 500 200 20 re S 60 520 200 20 re S', true],
    ['three rules of equal length', '60 500 m 400 500 l S 60 520 m 400 520 l S 60 600 m 400 600 l S', true],
    ['a picture', '10 0 0 10 60 500 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI', true],
    [
      'the rules of head and foot and underlined words',
      '60 800 m 400 800 l S 60 50 m 400 50 l S 60 500 90 0.6 re f 60 400 130 0.6 re f',
      false,
    ],
  ])('is drawn where a page has %s: %#', async (_what, operators, isDrawn) => {
    const html = getHtml(await readBook(pdf([['It begins here.']], { operators }), 'pdf'))
    expect(html.includes('<img src="page/1"')).toBe(isDrawn)
  })

  it('without headings of chapters is divided where its outline begins an entry', async () => {
    const pages = Array.from({ length: 5 }, (_page, at) => [
      ...Array.from(
        { length: 20 },
        (_line, nth) => `${'words '.repeat(10)} in line ${'abcdefghijklmnopqrst'.charAt(nth)} of the work`,
      ),
      `It ends ${'abcde'.charAt(at)}.`,
    ])
    const outline = [
      { title: 'Before the visit', page: 2 },
      { title: 'The visit', page: 4 },
      { title: 'On the same page', page: 4 },
    ]
    const titles = async (of: Uint8Array) => (await readBook(of, 'pdf')).chapters.map(({ title }) => title)
    expect(await titles(pdf(pages, { outline }))).toEqual(['First pages', 'Before the visit', 'The visit'])
    expect(await titles(pdf(pages))).toEqual(['Pages 1 to 5'])
  })

  it('joins the lines of an item of a list, also after one that ends early', async () => {
    const lines = [
      '- Within one hour:',
      'suction and oxygen ready beside the bed of the client',
      '- Before discharge: none.',
      'The end.',
    ]
    expect(getHtml(await readBook(pdf([lines]), 'pdf'))).toMatch(
      /<p>• Within one hour: suction and oxygen ready beside the bed of the client<\/p>\s*<p>• Before discharge: none\.<\/p>\s*<p>The end\.<\/p>/,
    )
  })

  it('names the drawing of a page without text', async () => {
    expect(getHtml(await readBook(pdf([['It begins here.'], []]), 'pdf'))).toMatch(
      /<figure class="drawn"><a href="page\/2"><img src="page\/2" width="900" height="\d+" alt="Page 2 as drawn" loading="lazy" \/><\/a><\/figure>/,
    )
  })
})

describe('an EPUB', () => {
  it('is read in the order of its spine, with the titles of its headings or of its contents', async () => {
    const book = await readBook(
      epub(
        `<section><h1>First</h1><p>${'words '.repeat(200)}<a href="two.xhtml#here">see</a></p><h2>Part</h2><p><img src="../a.png" alt="A ward"/></p></section>`,
        {
          'book/a.png': new Uint8Array(await picture()),
        },
      ),
      'epub',
    )
    expect(book.chapters.map(({ title, sections }) => [title, sections.map((section) => section.title)])).toEqual([
      ['First', ['Part']],
      ['Named by the contents', []],
    ])
    expect(book.chapters[0]?.html).toMatch(/<a href="2#r\d+">see<\/a>/)
    expect(book.chapters[0]?.html).toContain(
      '<a href="picture/1"><img src="picture/1" width="900" height="450" alt="A ward" loading="lazy" /></a>',
    )
  })

  it('shows a drawing inside the text as a picture', async () => {
    const book = await readBook(
      epub('<h1>First</h1><figure><svg viewBox="0 0 20 10" role="img" aria-label="A line"><path d="M0 0h9"/></svg></figure>'),
      'epub',
    )
    expect(book.chapters[0]?.html).toContain(
      '<a href="picture/1"><img src="picture/1" width="20" height="10" alt="A line" loading="lazy" /></a>',
    )
    expect(book.pictures[0]?.type).toBe('image/svg+xml')
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event', '<p onclick="alert(1)">x</p>'],
    ['a link that runs', '<p><a href="javascript:alert(1)">x</a><a href=" JaVaScRiPt:alert(1)">y</a></p>'],
    ['a picture of another site', '<p><img src="https://example.com/alert.png"/><img src="//example.com/alert.png"/></p>'],
    ['a style', '<p style="background:url(https://example.com/alert)">x</p><style>p{color:alert}</style>'],
    ['a frame', '<iframe src="https://example.com/alert"></iframe><object data="alert"></object>'],
    ['a form', '<form action="https://example.com/alert"><input name="alert"/></form>'],
    ['an id of the page', '<p id="alert">x</p><p class="alert">y</p>'],
    ['a page of this site', '<p><a href="/alert">x</a><a href="file:///alert">y</a></p>'],
  ])('loses %s', async (_what, body) => {
    const book = await readBook(epub(`<h1>First</h1><p>Text</p>${body}`), 'epub')
    expect(getHtml(book)).toContain('Text')
    expect(getHtml(book)).not.toMatch(/alert|javascript|example\.com/i)
  })

  it('names a picture that cannot be shown', async () => {
    const book = await readBook(
      epub('<h1>First</h1><p><img src="../b.png" alt="A chart of pain"/></p>', { 'book/b.png': strToU8('no picture') }),
      'epub',
    )
    expect(book.chapters[0]?.html).toContain('A picture is here in the file: A chart of pain.')
  })
})

it.each([
  ['an archive that expands too far', zipSync({ 'word/document.xml': new Uint8Array(70 * 1024 * 1024) }), 'docx'],
  ['no archive', strToU8('no archive'), 'epub'],
  ['a file of another kind', strToU8('words'), 'doc'],
])('openBookReader does not read %s', async (_what, content, ending) => {
  const file = path.join(directory, String((files += 1)))
  fs.writeFileSync(file, content)
  expect(await read(file, ending)).toEqual({ failure: expect.any(String) as string })
})
