import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { acceptedFileOf } from './accepted-files.ts'
import { contentFits } from './file-content.ts'

const fixtures = path.resolve(import.meta.dirname, '../../../tests/fixtures')
const real = (name: string) => new Blob([fs.readFileSync(path.join(fixtures, name))])
/** The first bytes of old Word and PowerPoint files (a compound file). */
const compound = new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), new Uint8Array(1024)])
const fits = async (file: Blob, name: string) => {
  const accepted = acceptedFileOf(name)
  return accepted !== null && contentFits(file, accepted)
}

test.each([
  ['eclampsia-care.pdf', 'a.pdf'],
  ['pain-assessment.docx', 'a.docx'],
  ['hand-hygiene.pptx', 'a.PPTX'],
])('%s is what it says', async (fixture, name) => {
  expect(await fits(real(fixture), name)).toBe(true)
})

test('old Word and PowerPoint files are taken', async () => {
  expect(await fits(compound, 'a.doc')).toBe(true)
  expect(await fits(compound, 'a.ppt')).toBe(true)
})

test.each([
  ['a program', new Blob(['MZ\u0090\u0000']), 'a.pdf'],
  ['a page', new Blob(['<!doctype html><script>alert(1)</script>']), 'a.pdf'],
  ['a plain archive', new Blob([new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])]), 'a.docx'],
  ['nothing', new Blob([]), 'a.pdf'],
  ['text', new Blob(['%PD']), 'a.pdf'],
  ['slides named a document', real('hand-hygiene.pptx'), 'a.docx'],
  ['a PDF named a document', real('eclampsia-care.pdf'), 'a.docx'],
  ['a PDF of an ending that is not accepted', real('eclampsia-care.pdf'), 'a.exe'],
])('%s is not', async (_what, file, name) => {
  expect(await fits(file, name)).toBe(false)
})
