import { expect, test } from 'vitest'
import { nameInArchive } from './archive-names.ts'

test.each([
  ['thesis.pdf', '007-thesis.pdf'],
  ['Ìtọ́jú aláboyún (final).docx', '007-Ìtọ́jú aláboyún -final-.docx'],
  ['чапля.pdf', '007-чапля.pdf'],
  ['../../etc/passwd.pdf', '007--.-etc-passwd.pdf'],
  ['..\\..\\boot.ini', '007--.-boot.ini'],
  ['...pdf', '007-file.pdf'],
  ['.pdf', '007-file.pdf'],
  ['..', '007-file'],
  ['', '007-file'],
  ['a..b.pdf', '007-a.b.pdf'],
  ['thesis.pdf. .', '007-thesis.pdf'],
  ['CON.pdf', '007-CON.pdf'],
  ['a:b|c?*.pdf', '007-a-b-c-.pdf'],
  ['a\r\nb.pdf', '007-a-b.pdf'],
  ['no ending', '007-no ending'],
])('nameInArchive converts %j to %j', (fileName, name) => {
  expect(nameInArchive(7, fileName)).toBe(name)
})

test.each(['a', 'ị', '好'])('nameInArchive shortens a name of 300 times %s to 200 bytes and retains the extension', (letter) => {
  const name = nameInArchive(1234, `${letter.repeat(300)}.pdf`)
  expect(name).toMatch(new RegExp(`^1234-${letter}+\\.pdf$`, 'u'))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
})
