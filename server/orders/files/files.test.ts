import fs from 'node:fs'
import path from 'node:path'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { fileThread } from './file-thread.ts'
import { licence } from './licence.ts'
import { stamp } from './stamp.ts'

const thread = fileThread()
afterAll(() => thread.end())

const pagesOf = async (pdf: Uint8Array) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text
const sample = {
  title: 'Care of mothers in Ọ̀yọ́: what ₦1,500 buys',
  subject_area: 'Midwifery',
  year_of_study: 2022,
  abstract: 'We asked mothers. The difference was small (χ² = 1.2).',
  full_contents: ['Chapter one: Introduction', 'References'],
  chapter_one_preview: `## Background\n\n${'Many mothers come *late* to the **clinic**. '.repeat(120)}\n\n- first of all\n- second`,
}

test('typeset renders a sample from its text, marked as a sample, with its licence on each page', async () => {
  const words = licence('ada.obi@mail.com', 'LL-K7Q2-9FXM')
  const created = await thread.do({ sample, words })
  const pages = await pagesOf(created ?? new Uint8Array())
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    expect(page).toContain('Licensed to a***@mail.com, order K7Q2-9FXM')
    expect(page).toContain('Sample.')
  }
  const text = pages.join(' ').replaceAll(/\s+/g, ' ')
  for (const part of [
    'what ₦1,500 buys',
    'Midwifery, 2022',
    'χ² = 1.2',
    'Chapter one: Introduction',
    'come late to the clinic',
    '• second',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('**clinic')
  expect(Buffer.from((await thread.do({ sample, words })) ?? []).equals(Buffer.from(created ?? [])), 'the same bytes').toBe(true)
})

test('stamp marks each page of a PDF and leaves its words and the original unchanged', async () => {
  const pdf = fs.readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/eclampsia-care.pdf'))
  const before = Buffer.from(pdf)
  const created = await thread.do({ pdf, words: licence('b@school.edu.ng', 'LL-0000-0001') })
  const [was, is] = [await pagesOf(pdf), await pagesOf(created ?? new Uint8Array())]
  expect(is).toHaveLength(was.length)
  for (const [at, page] of is.entries()) {
    expect(page).toContain('Licensed to b***@school.edu.ng, order 0000-0001')
    expect(page).toContain((was[at] ?? '').slice(0, 60))
  }
  expect(before.equals(fs.readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/eclampsia-care.pdf')))).toBe(
    true,
  )
})

test.each([0, 90, 180, 270])('stamp writes inside a page rotated by %d degrees', async (angle) => {
  const document = await PDFDocument.create()
  document.addPage([300, 500]).setRotation(degrees(angle))
  expect((await pagesOf(await stamp(await document.save(), 'Licensed')))[0]).toContain('Licensed')
})

test('stamp throws for a file that it cannot stamp and continues with the next', async () => {
  expect(await thread.do({ pdf: Buffer.from('%PDF-1.7 nothing more'), words: 'x' })).toBeNull()
  expect(await thread.do({ pdf: Buffer.from('no pdf at all'), words: 'x' })).toBeNull()
  expect(await thread.do({ sample, words: 'x' })).not.toBeNull()
})

test.each([
  ['', 'Licensed to its reader, order K7Q2-9FXM'],
  ['ọlá@mail.ng', 'Licensed to ?***@mail.ng, order K7Q2-9FXM'],
])('the licence of %j hides part of the address', (email, words) => {
  expect(licence(email, 'LL-K7Q2-9FXM')).toBe(words)
})
