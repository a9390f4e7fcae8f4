import { describe, expect, test } from 'vitest'
import { uploadResult, fieldReasons, fileReason } from './check-upload.ts'
import { shownName, storedName } from './received-file.server.ts'
import { getAcceptedFile } from './accepted-files.ts'
import { emptyFields } from './labels.ts'
import { uploadForm } from './schema.ts'
import { parse } from 'valibot'

const good = { title: 'Hand hygiene', category: 'thesis', format: 'PDF', email: 'ada@example.ng' }

describe('form fields', () => {
  test('uploadForm accepts the required fields and parses the others as null', () => {
    expect(fieldReasons(good, 2024)).toEqual({})
    expect(parse(uploadForm(2024), good)).toMatchObject({
      pages: null,
      year_of_study: null,
      description: null,
      programme: null,
      design: null,
      population_and_sample: null,
      instrument: null,
      wished_price: null,
    })
  })

  test.each(['title', 'category', 'format', 'email'] as const)('fieldReasons requires %s', (field) => {
    const errors = fieldReasons({ ...good, [field]: '  ' }, 2024)
    expect(errors).toEqual({ [field]: emptyFields[field] })
    expect(uploadResult(errors, {}).headline).toBe('Please fill in all required fields')
  })

  test.each([
    ['year_of_study', '1999'],
    ['year_of_study', '2025'],
    ['pages', '0'],
    ['pages', '1e3'],
    ['pages', '-5'],
    ['wished_price', '99'],
    ['wished_price', '2,500'],
    ['programme', 'phd'],
    ['design', 'a'.repeat(301)],
    ['account_number', '080312345678'],
    ['account_number', '12a'],
    ['email', 'ada@'],
  ])('fieldReasons rejects %s %s', (field, value) => {
    expect(Object.keys(fieldReasons({ ...good, [field]: value }, 2024))).toEqual([field])
  })

  test('uploadResult reports a missing file before missing fields', () => {
    expect(uploadResult({ title: emptyFields.title, file: 'Please select a file to upload' }, {}).headline).toBe(
      'Please select a file to upload',
    )
  })
})

describe('file names and sizes', () => {
  const mebibyte = 1024 * 1024
  test.each([
    [{ name: 'a.pdf', size: 50 * mebibyte }, null],
    [{ name: 'A.DOCX', size: 1 }, null],
    [{ name: 'a.pdf', size: 50 * mebibyte + 1 }, /50 MB/],
    [{ name: 'a.pdf', size: 0 }, /empty/],
    [{ name: 'a.pdf.exe', size: 1 }, /Only PDF/],
    [{ name: 'pdf', size: 1 }, /Only PDF/],
    [{ name: '', size: 0 }, /select a file/],
    [null, /select a file/],
  ])('fileReason checks %j', (file, reason) => {
    const response = fileReason(file)
    if (reason === null) {
      expect(response).toBeNull()
    } else {
      expect(response).toMatch(reason)
    }
  })

  test.each([
    '../../etc/passwd.pdf',
    '\u202Efdp.exe.pdf',
    '.pdf',
    'чапля.pdf',
    `${'a'.repeat(300)}.pdf`,
    'a\r\nb.pdf',
    'CON.pdf',
    '..pdf',
    '...pdf',
    'a..b.pdf',
    `${'a'.repeat(99)}..b.pdf`,
    `${'a'.repeat(99)}/../b.pdf`,
    '%2e%2e%2fa.pdf',
    'a?b#c%20d.pdf',
    '~$thesis.pdf',
    '🔥.pdf',
  ])('storedName and shownName sanitize %j', (name) => {
    const accepted = getAcceptedFile(name)
    expect(accepted).not.toBeNull()
    // Stricter than the policies on the bucket (private.is_own_upload_path): one dot, before the extension.
    expect(storedName(name, accepted ?? { ending: 'pdf', type: 'application/pdf', content: 'application/pdf' })).toMatch(
      /^[A-Za-z0-9]([A-Za-z0-9_-]{0,98}[A-Za-z0-9])?\.pdf$/,
    )
    expect(shownName(name)).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(shownName(name).length).toBeLessThanOrEqual(300)
  })
})
