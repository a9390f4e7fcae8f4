import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { pdf } from '#tests/support/works.ts'
import { openStampChecker } from './can-stamp.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-stamping-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))
const canStamp = openStampChecker()

async function encrypted(userPassword: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf([['# A thesis'], ['Its text']]))
  document.encrypt({ userPassword, ownerPassword: 'owner' })
  return document.save()
}

test.each([
  ['a PDF', async () => pdf([['# A thesis']]), true],
  ['a PDF that is encrypted without a password', () => encrypted(''), true],
  ['a PDF that opens only with a password', () => encrypted('secret'), false],
  ['a damaged PDF', async () => Buffer.from('%PDF-1.7 nothing more'), false],
])('canStamp answers for %s', async (_what, make, expected) => {
  const file = path.join(directory, 'work.pdf')
  fs.writeFileSync(file, await make())
  expect(await canStamp(file)).toBe(expected)
})

test('canStamp returns false for a PDF that takes too long', async () => {
  const file = path.join(directory, 'slow.pdf')
  fs.writeFileSync(file, pdf([['# A thesis']]))
  expect(await openStampChecker({ deadlineMs: 1, heapMb: 128, memoryBytes: 1024 ** 3 })(file)).toBe(false)
})
