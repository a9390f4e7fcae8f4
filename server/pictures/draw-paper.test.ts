import * as fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Paper } from '#app/services/papers.ts'
import { drawPaper } from './draw-paper.ts'

const paper: Paper = {
  seller: { name: 'Lamplight', lines: ['12 Example Road, Uyo', 'hello@lamplight.example'] },
  title: 'Receipt LR-2026-00482',
  date: '24 Nov 2026, 10:42',
  stamp: { text: 'Paid', isGood: true },
  facts: [
    { term: 'For', lines: ['Ọmọlará Ṣadé Ɓala', 'School of Nursing, Ẹdẹ'] },
    { term: 'Order', lines: ['LL-7KQM-2F4D'] },
  ],
  rows: [
    { text: 'Care of a newborn with jaundice', note: 'A file', amount: '₦2,000' },
    { text: 'Paid', amount: '₦1,600', isTotal: true },
  ],
  notes: ['Cite it.'],
}

async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: false })
  // Its reader puts a control character where the next run has another font.
  return text.map((page) =>
    page
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\p{Cc}/gu, ''),
  )
}

test('draws one page whose text can be selected, with Nigerian letters and the naira sign', async () => {
  const pdf = await drawPaper(paper)
  const pages = await readPages(pdf)
  expect(pages).toHaveLength(1)
  for (const text of ['Receipt LR-2026-00482', 'Ọmọlará Ṣadé Ɓala', 'Ẹdẹ', '₦2,000', '₦1,600', 'Paid', 'LL-7KQM-2F4D']) {
    expect(pages[0]).toContain(text.normalize('NFC'))
  }
  expect(pdf.length).toBeLessThan(40_000)
})

test('draws whatever a buyer types, and goes on on another page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      const pdf = await drawPaper({ ...paper, facts: [{ term: 'For', lines: [text] }] })
      expect((await readPages(pdf)).join(' ')).toContain('Receipt LR-2026-00482')
    }),
    { numRuns: 25 },
  )
  const long = 'Wọ́n '.repeat(2000) + 'x'.repeat(400)
  expect((await readPages(await drawPaper({ ...paper, notes: [long] }))).length).toBeGreaterThan(1)
}, 60_000)
