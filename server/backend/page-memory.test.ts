import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { startParameters } from './page-memory.ts'

const place = temporaryDirectory()
afterAll(place.remove)

test('startParameters sets a small buffer for new and small databases and the default at 128 MiB', async () => {
  const file = path.join(place.path, 'base/5/1259')
  expect(await startParameters(place.path)).toContain('shared_buffers=32MB')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  for (const [mebibytes, room] of [
    [127, '32MB'],
    [128, '128MB'],
    [4000, '128MB'],
  ] as const) {
    fs.writeFileSync(file, '')
    fs.truncateSync(file, mebibytes * 1024 ** 2)
    expect(await startParameters(place.path)).toContain(`shared_buffers=${room}`)
  }
})

test('startParameters sets values that PostgreSQL accepts', async () => {
  const database = await openEmpty()
  expect(await database.query(`select current_setting('shared_buffers') as room, current_setting('fsync') as fsync`)).toEqual([
    { room: '32MB', fsync: 'off' },
  ])
  await database.close()
})
