import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backupDays } from '#server/backup-files.ts'
import { root, runToEnd, temporaryDirectory, until } from '../support/processes.ts'
import { ask } from '../support/http.ts'
import { startSite, whenOver } from './sites.ts'

const PASSPHRASE = 'a passphrase for the nightly backup'
const HOUR_MS = 3_600_000

/** Returns the milliseconds until three o'clock in Lagos (UTC+1). */
const untilThree = () => ((2 - new Date().getUTCHours() + 24) % 24) * HOUR_MS

test('a started site makes its nightly backup, which restores into an empty directory', async () => {
  const place = temporaryDirectory()
  whenOver(() => place.remove())
  const clock = path.join(place.path, 'clock')
  fs.writeFileSync(clock, String(untilThree()))
  const backups = path.join(place.path, 'backups')
  const site = await startSite({
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE: PASSPHRASE,
    NODE_OPTIONS: `--import ${path.join(root, 'tests/support/moved-clock.mjs')}`,
    MOVED_CLOCK: clock,
  })
  const output = () => site.running.output()
  await until(async () => (await backupDays(backups)).length > 0 || output().includes('Could not make the backup'), site.running)
  expect(output()).not.toContain('Could not make the backup')
  expect(JSON.parse((await ask(`${site.url}/healthz`)).text)).toMatchObject({ status: 'ok' })
  await site.end()

  const [name = ''] = fs.readdirSync(backups)
  const { code, output: restored } = await runToEnd(['tools/restore.ts', path.join(backups, name)], {
    DATA_DIR: path.join(place.path, 'restored'),
    BACKUP_PASSPHRASE: PASSPHRASE,
  })
  expect(restored).toContain('rows')
  expect(code).toBe(0)
})
