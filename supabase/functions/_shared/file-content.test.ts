import fs from 'node:fs'
import path from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { getAcceptedFile } from './accepted-files.ts'
import { getContentFault, scanDocument } from './file-content.ts'

const fixtures = path.resolve(import.meta.dirname, '../../../tests/fixtures')
const real = (name: string) => new Blob([fs.readFileSync(path.join(fixtures, name))])
/** First bytes of old Word and PowerPoint files (a compound file). */
const compound = new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), new Uint8Array(1024)])
const fits = async (file: Blob, name: string) => {
  const accepted = getAcceptedFile(name)
  return accepted !== null && (await getContentFault(file, accepted)) === null
}

test.each([
  ['eclampsia-care.pdf', 'a.pdf'],
  ['pain-assessment.docx', 'a.docx'],
  ['hand-hygiene.pptx', 'a.PPTX'],
])('accepts %s by its content', async (fixture, name) => {
  expect(await fits(real(fixture), name)).toBe(true)
})

test('accepts old Word and PowerPoint files', async () => {
  expect(await fits(compound, 'a.doc')).toBe(true)
  expect(await fits(compound, 'a.ppt')).toBe(true)
})

const docx = getAcceptedFile('a.docx') as NonNullable<ReturnType<typeof getAcceptedFile>>
const locked = new Blob([compound, new Uint8Array(70_000), Buffer.from('EncryptedPackage', 'utf16le')])

test.each([
  ['a password-locked document', locked, 'locked'],
  ['an old Word document named .docx', compound, 'other'],
  ['a document that has arrived in part', real('pain-assessment.docx').slice(0, -200), 'incomplete'],
  ['half a document', real('pain-assessment.docx').slice(0, 4000), 'incomplete'],
  ['a document with another name of its main part', new Blob([renamedMain()]), null],
])('finds the fault of %s', async (_what, file, fault) => {
  expect(await getContentFault(file, docx)).toBe(fault)
})

/** Returns a document whose text is in word/document2.xml. */
function renamedMain(): Uint8Array<ArrayBuffer> {
  const entries = unzipSync(fs.readFileSync(path.join(fixtures, 'documents/caption-field.docx')))
  const rename = (name: string) =>
    strToU8(strFromU8(entries[name] ?? new Uint8Array()).replace('word/document.xml', 'word/document2.xml'))
  return zipSync({
    '[Content_Types].xml': rename('[Content_Types].xml'),
    '_rels/.rels': rename('_rels/.rels'),
    'word/document2.xml': entries['word/document.xml'] ?? new Uint8Array(),
  })
}

test.each([
  ['a program', new Blob(['MZ\u0090\u0000']), 'a.pdf'],
  ['a page', new Blob(['<!doctype html><script>alert(1)</script>']), 'a.pdf'],
  ['a plain archive', new Blob([new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])]), 'a.docx'],
  ['nothing', new Blob([]), 'a.pdf'],
  ['text', new Blob(['%PD']), 'a.pdf'],
  ['slides named a document', real('hand-hygiene.pptx'), 'a.docx'],
  ['a PDF named a document', real('eclampsia-care.pdf'), 'a.docx'],
  ['a PDF of an ending that is not accepted', real('eclampsia-care.pdf'), 'a.exe'],
])('rejects %s', async (_what, file, name) => {
  expect(await fits(file, name)).toBe(false)
})

describe('document scan', () => {
  /** Feeds a file to the scan in chunks of this many bytes. */
  function isDocument(file: Uint8Array, name: string, chunkBytes = 64 * 1024): boolean {
    const scan = scanDocument(getAcceptedFile(name) ?? { ending: 'pdf', type: 'application/pdf', content: 'application/pdf' })
    for (let start = 0; start < file.length; start += chunkBytes) {
      scan.add(file.subarray(start, start + chunkBytes))
    }
    return scan.isDocument()
  }
  const getBytes = (name: string) => fs.readFileSync(path.join(fixtures, name))
  const office = (name: string) => Buffer.concat([Buffer.alloc(1000), Buffer.from(name, 'utf16le'), Buffer.alloc(1000)])

  test.each([
    ['a PDF', getBytes('eclampsia-care.pdf'), 'a.pdf'],
    ['a PDF with compressed objects', Buffer.from('%PDF-1.5\n7 0 obj<</Length 9/Type/ObjStm>>stream'), 'a.PDF'],
    ['a Word document', getBytes('pain-assessment.docx'), 'a.docx'],
    ['slides', getBytes('hand-hygiene.pptx'), 'a.pptx'],
    ['an old Word document', office('WordDocument'), 'a.doc'],
    ['old slides', office('PowerPoint Document'), 'a.ppt'],
  ])('finds %s in chunks of any size', (_what, file, name) => {
    for (const chunkBytes of [7, 4096, file.length]) {
      expect(isDocument(file, name, chunkBytes), String(chunkBytes)).toBe(true)
    }
  })

  test.each([
    ['a PDF of header and trailer', Buffer.from('%PDF-1.7\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF'), 'a.pdf'],
    ['a PDF without a page', Buffer.from('%PDF-1.7\n1 0 obj<</Type /Pages /Kids []>>endobj\n%%EOF'), 'a.pdf'],
    ['half of a Word document', getBytes('pain-assessment.docx').subarray(0, 3000), 'a.docx'],
    ['slides named a document', getBytes('hand-hygiene.pptx'), 'a.docx'],
    ['the first bytes of old Word', Buffer.alloc(2000), 'a.doc'],
  ])('finds no document in %s', (_what, file, name) => {
    expect(isDocument(file, name)).toBe(false)
  })
})
