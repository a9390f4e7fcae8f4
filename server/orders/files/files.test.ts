import fs from 'node:fs'
import path from 'node:path'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { fileThread } from './file-thread.ts'
import { licence } from './licence.ts'
import { stamp } from '#server/reading/stamp.ts'

const thread = fileThread()
afterAll(() => thread.end())

const readPages = async (pdf: Uint8Array) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text
const fixture = () => fs.readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/eclampsia-care.pdf'))

test('stamp marks each page of a PDF and leaves its words and the original unchanged', async () => {
  const pdf = fixture()
  const before = Buffer.from(pdf)
  const words = licence('b@school.edu.ng', 'LL-0000-0001')
  const created = await thread.do({ pdf, words })
  const [was, is] = [await readPages(pdf), await readPages(created ?? new Uint8Array())]
  expect(is).toHaveLength(was.length)
  for (const [at, page] of is.entries()) {
    expect(page).toContain('Licensed to b***@school.edu.ng, order LL-0000-0001')
    expect(page).toContain((was[at] ?? '').slice(0, 60))
  }
  expect(pdf.equals(before)).toBe(true)
  expect(Buffer.from((await thread.do({ pdf, words })) ?? []).equals(Buffer.from(created ?? [])), 'the same bytes').toBe(true)
})

test.each([0, 90, 180, 270])('stamp writes inside a page rotated by %d degrees', async (angle) => {
  const document = await PDFDocument.create()
  document.addPage([300, 500]).setRotation(degrees(angle))
  expect((await readPages(await stamp(await document.save(), 'Licensed')))[0]).toContain('Licensed')
})

test('stamp prints every licence and decrypts a PDF that has no password', async () => {
  const document = await PDFDocument.load(fixture())
  document.encrypt({ userPassword: '', ownerPassword: 'owner', permissions: { modifying: false } })
  const pdf = await document.save()
  expect(Buffer.from(pdf).includes('/Encrypt')).toBe(true)
  const words = licence('éva@müller.example', 'LL-0000-0001')
  const stamped = await thread.do({ pdf, words })
  const was = await readPages(fixture())
  for (const [at, page] of (await readPages(stamped ?? new Uint8Array())).entries()) {
    expect(page).toContain('Licensed to é***@müller.example, order LL-0000-0001')
    expect(page).toContain((was[at] ?? '').slice(0, 60))
  }
})

test('stamp throws for a file that it cannot stamp and continues with the next', async () => {
  expect(await thread.do({ pdf: Buffer.from('%PDF-1.7 nothing more'), words: 'x' })).toBeNull()
  expect(await thread.do({ pdf: Buffer.from('no pdf at all'), words: 'x' })).toBeNull()
  expect(await thread.do({ pdf: fixture(), words: 'x' })).not.toBeNull()
})

test.each([
  ['', 'Licensed to its reader, order LL-K7Q2-9FXM'],
  ['ọlá@mail.ng', 'Licensed to o***@mail.ng, order LL-K7Q2-9FXM'],
  ['ada@müller.example', 'Licensed to a***@müller.example, order LL-K7Q2-9FXM'],
  ['ivan@почта.example', 'Licensed to i***@xn--80a1acny.example, order LL-K7Q2-9FXM'],
  ['иван@mail.example', 'Licensed to ***@mail.example, order LL-K7Q2-9FXM'],
  ['éva@ọjà.ng', 'Licensed to é***@xn--j-sfa590u.ng, order LL-K7Q2-9FXM'],
])('the licence of %j hides part of the address', (email, words) => {
  expect(licence(email, 'LL-K7Q2-9FXM')).toBe(words)
})
