import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { parseTargetSpec } from './target-spec.ts'

const place = temporaryDirectory()
afterAll(() => place.remove())
const at = (name: string) => path.join(place.path, name)
fs.mkdirSync(at('data/objects'), { recursive: true })
fs.symlinkSync(at('data'), at('link'))

const parse = (folder: string) =>
  parseTargetSpec(
    { folder, project: undefined, database: undefined },
    { backend: { kind: 'embedded' }, dataDirectory: at('data') },
    {},
  )

test.each(['data', 'data/', 'data/new', 'data/new/deeper', 'data/objects', 'other/../data/new', 'link', 'link/new'])(
  'parseTargetSpec rejects the destination %s of the source data',
  (folder) => {
    expect(() => parse(path.join(place.path, folder))).toThrow(/^Name (a folder outside|another data directory)/)
  },
)

test.each(['data2', 'data-new/deeper', 'new'])('parseTargetSpec accepts the destination %s beside the source data', (folder) => {
  expect(parse(at(folder)).name).toBe(at(folder))
})
