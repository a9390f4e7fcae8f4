import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, runToEnd } from '../support/processes.ts'
import { startedOnce, whenOver } from './sites.ts'

const logs = (directory: string) =>
  fs
    .readdirSync(path.join(directory, 'postgres/pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => path.join(directory, 'postgres/pg_wal', name))

test.each<[what: string, file: string, damage: (directory: string, file: string) => void, wayBack: string]>([
  ['overwritten', 'postgres/global/pg_control', (_, file) => fs.writeFileSync(file, Buffer.alloc(8192, 7)), 'npm run restore'],
  ['truncated', 'postgres/global/pg_control', (_, file) => fs.truncateSync(file, 100), 'npm run restore'],
  ['missing', 'postgres/PG_VERSION', (_, file) => fs.rmSync(file), 'npm run restore'],
  ['emptied', 'postgres/pg_wal', (directory) => logs(directory).forEach((log) => fs.rmSync(log)), 'npm run restore'],
  [
    'overwritten',
    'postgres/pg_wal',
    (directory) => logs(directory).forEach((log) => fs.writeFileSync(log, Buffer.alloc(1 << 20, 9))),
    'npm run restore',
  ],
  ['cut off', 'paystack-simulator.json', (_, file) => fs.writeFileSync(file, '{"last": 1000, "pay'), 'remove it'],
])('a start with an %s %s names the file and the way back in one line', async (_what, file, damage, wayBack) => {
  const directory = await startedOnce()
  whenOver(() => directory.remove())
  const damaged = path.join(directory.path, file)
  damage(directory.path, damaged)
  const { code, output } = await runToEnd(['server/main.ts'], { DATA_DIR: directory.path, PORT: String(await freePort()) })
  expect(output.trim().split('\n')).toEqual([expect.stringContaining(damaged)])
  expect(output).toContain(wayBack)
  expect(code).toBe(1)
})
