import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { checkEntries, removeUnfinishedFiles } from './data-directory-entries.ts'
import { lockDataDirectory } from './data-directory-lock.ts'

test.each(['backend-keys.json', 'demo-accounts.json', 'paystack-simulator.json', 'process.lock', 'backend-socket'])(
  'names %s in one sentence when it is a directory',
  (name) => {
    const directory = temporaryDirectory()
    fs.mkdirSync(path.join(directory.path, name))
    const sentence = `${path.join(directory.path, name)} is not a file, but Lamplight needs a file there.`
    expect(() => checkEntries(directory.path)).toThrow(sentence)
    expect(() => lockDataDirectory(directory.path)).toThrow(sentence)
    expect(fs.readdirSync(directory.path), 'left as it was').toEqual([name])
    directory.remove()
  },
)

test.each(['postgres', 'objects', 'mail', 'upload-sessions', 'order-files', 'pictures', 'books'])(
  'names %s in one sentence when it is a file',
  (name) => {
    const directory = temporaryDirectory()
    fs.writeFileSync(path.join(directory.path, name), '')
    expect(() => checkEntries(directory.path)).toThrow(
      `${path.join(directory.path, name)} is not a directory, but Lamplight needs a directory there.`,
    )
    directory.remove()
  },
)

test('removes unfinished files and leaves finished ones', () => {
  const directory = temporaryDirectory()
  const files = {
    mail: ['2026-a.eml', '.2026-b.part'],
    'order-files': ['a.pdf', 'b.pdf.part'],
    pictures: ['a.png', 'b.png.4711.part'],
  }
  for (const [name, entries] of Object.entries(files)) {
    fs.mkdirSync(path.join(directory.path, name))
    entries.forEach((entry) => fs.writeFileSync(path.join(directory.path, name, entry), 'x'))
  }
  removeUnfinishedFiles(directory.path)
  const left = Object.keys(files).flatMap((name) => fs.readdirSync(path.join(directory.path, name)))
  expect(left).toEqual(['2026-a.eml', 'a.pdf', 'a.png'])
  directory.remove()
})

test('does nothing in a new data directory', () => {
  const directory = temporaryDirectory()
  checkEntries(directory.path)
  removeUnfinishedFiles(directory.path)
  expect(fs.readdirSync(directory.path)).toEqual([])
  directory.remove()
})
