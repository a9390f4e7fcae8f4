import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import PptxGenJS from 'pptxgenjs'
import { afterAll, describe, expect, it } from 'vitest'
import { pdf } from '#tests/support/works.ts'
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

  it('returns the text of a presentation by slide', async () => {
    const presentation = new PptxGenJS()
    presentation.addSlide().addText('Hand washing')
    presentation.addSlide().addText('Five moments')
    const file = stored((await presentation.write({ outputType: 'nodebuffer' })) as Buffer)
    expect(await openTextReader()(file, 'pptx')).toEqual([
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
