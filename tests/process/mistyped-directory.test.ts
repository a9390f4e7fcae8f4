import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd, temporaryDirectory } from '../support/processes.ts'
import { whenOver } from './sites.ts'

test.each([
  ['tools/backup.ts', ['new.backup']],
  ['tools/move.ts', ['--to', 'elsewhere']],
  ['tools/make-admin.ts', ['ada@example.com']],
  ['tools/remove-demo.ts', []],
  ['tools/reset-second-factors.ts', ['ada@example.com']],
  ['tools/doctor.ts', []],
])('%s rejects an empty DATA_DIR and creates nothing', async (tool, words) => {
  const place = temporaryDirectory()
  whenOver(() => place.remove())
  const mistyped = path.join(place.path, 'dtaa')
  const absolute = words.map((word) => (/@|^--/.test(word) ? word : path.join(place.path, word)))
  const { code, output } = await runToEnd([tool, ...absolute], { DATA_DIR: mistyped, BACKUP_PASSPHRASE: 'a lamp for the night' })
  expect(output).toContain(`There is no Lamplight in ${mistyped}. Check DATA_DIR.`)
  expect(code).toBe(1)
  expect(fs.readdirSync(place.path)).toEqual([])
})
