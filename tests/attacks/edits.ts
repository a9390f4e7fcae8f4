/* Hostile edits of a form that is filled in: texts, files, and missing, repeated, huge or unknown fields. */
import fs from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { root } from '../support/processes.ts'
import { BREAKS_OUT, encoded, hostileText } from './hostile.ts'
import type { Field, SentFile } from './pages.ts'

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })

/** Files that a form of the site accepts, of each kind. */
const CONTENTS: readonly Buffer[] = [
  await picture.clone().png().toBuffer(),
  await picture
    .clone()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .toBuffer(),
  await picture.clone().webp().toBuffer(),
  await picture.clone().gif().toBuffer(),
  fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf')),
  fs.readFileSync(path.join(root, 'tests/fixtures/pain-assessment.docx')),
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${BREAKS_OUT}</script></svg>`),
  Buffer.from('reference,product,amount,date\nR-1,Care,3500,2026-11-20\n'),
  Buffer.from('topic,description\nSleep of night nurses,"Open quote\n'),
  Buffer.from('\ufefftopic;subject_area\nSleep of night nurses;Ethics\n', 'utf16le'),
  Buffer.from('term,words\nbed sore,pressure ulc\u00e9r\n', 'latin1'),
]

const whole = fc.constantFrom(...CONTENTS)
const bytes = fc.oneof(
  { weight: 3, arbitrary: whole },
  {
    weight: 3,
    arbitrary: fc
      .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([content, part]) => content.subarray(0, Math.floor(content.length * part))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }))
      .map(([content, changes]) => {
        const changed = Buffer.from(content)
        for (const [at, byte] of changes) {
          changed[at % changed.length] = byte
        }
        return changed
      }),
  },
  { weight: 2, arbitrary: hostileText.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((random) => Buffer.from(random)) },
)

/** A file that is whole, cut off, changed or of another kind, under any name and type. */
const hostileFile: fc.Arbitrary<SentFile> = fc.record({
  name: hostileText,
  type: fc.constantFrom(
    'application/pdf',
    'text/csv',
    'image/png',
    'image/jpeg',
    'image/svg+xml',
    'text/html',
    '',
    'a/b; charset=x',
  ),
  bytes,
})

/** An edit of a form before it is sent. */
export const edit = fc.record({
  field: fc.nat(30),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'huge', 'add'),
  text: hostileText,
  file: hostileFile,
  name: fc.constantFrom('intent', 'id', '__proto__', 'constructor', 'version', 'next', 'file', 'a[b]', ''),
})
export type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the edit that replaces a field's text, or a file's name and content, with a text. */
export const replacement = (field: number, text: string): Edit => ({
  field,
  how: 'replace',
  text,
  file: { name: text, type: 'text/html', bytes: Buffer.from(text) },
  name: '',
})

const HUGE = 90_000

/** Returns the fields as they are sent after the edits. */
export function edited(fields: readonly Field[], edits: readonly Edit[]): Field[] {
  let changed = [...fields]
  for (const { field, how, text, file, name } of edits) {
    const at = changed.length === 0 ? -1 : field % changed.length
    const replaced = (each: Field, value: string): Field => (each.isFile ? { ...each, value, file } : { ...each, value })
    switch (how) {
      case 'replace':
        changed = changed.map((each, index) => (index === at ? replaced(each, text) : each))
        break
      case 'remove':
        changed = changed.filter((_, index) => index !== at)
        break
      case 'repeat':
        changed = [...changed, ...changed.filter((_, index) => index === at).map((each) => replaced(each, text))]
        break
      case 'huge':
        changed = changed.map((each, index) =>
          index === at
            ? { ...each, value: 'x'.repeat(HUGE), ...(each.isFile && { file: { ...file, bytes: Buffer.alloc(HUGE, 'x') } }) }
            : each,
        )
        break
      default:
        changed = [...changed, { name, value: text, isFile: false }]
    }
  }
  return changed
}

const BOUNDARY = 'a-boundary-of-these-tests'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/**
 * Returns the body of a multipart form. A file field without a file sends its value as a PDF, or nothing, as a browser
 * does.
 */
export function multipartBody(fields: readonly Field[]): Buffer {
  const parts = fields.flatMap(({ name, value, isFile, file }) => {
    const sent = file ?? { name: value, type: 'application/pdf', bytes: Buffer.from(value) }
    const named = isFile
      ? `; filename="${sent.name.replaceAll('"', '%22').replaceAll(/[\r\n]+/g, '%0A')}"\r\nContent-Type: ${sent.type}`
      : ''
    return [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n`,
      isFile ? sent.bytes : value,
      '\r\n',
    ].map((part) => Buffer.from(part))
  })
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Returns the body of a form that is not multipart. */
export const urlEncodedBody = (fields: readonly Field[]) =>
  fields.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&')
