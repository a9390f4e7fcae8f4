import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backupDays, BACKUPS_BESIDE_DATA } from '#server/backup-files.ts'
import { Jobs } from '#server/job-runner/jobs.ts'
import { makeBackups } from '#server/jobs/backups.ts'
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

test('a backup beside the data of a running site needs no passphrase, is for its owner only, and restores', async () => {
  const site = await startSite()
  const backups = path.join(site.dataDirectory, BACKUPS_BESIDE_DATA)
  const rounds = makeBackups(backups, new Jobs().add('backups'), {
    now: () => new Date('2026-11-22T02:00:00Z'),
    async make(file) {
      expect(await runToEnd(['tools/backup.ts', file], { DATA_DIR: site.dataDirectory })).toMatchObject({ code: 0 })
    },
  })
  await rounds.idle()
  const file = path.join(backups, 'lamplight-2026-11-22.backup')
  const { ino } = fs.statSync(file)
  // One that is requested replaces that of the day.
  rounds.request()
  await rounds.idle()
  await rounds.stop()
  expect(fs.readdirSync(backups)).toEqual(['lamplight-2026-11-22.backup'])
  expect(fs.statSync(file).ino).not.toBe(ino)
  expect([backups, file].map((entry) => fs.statSync(entry).mode & 0o777)).toEqual([0o700, 0o600])

  const elsewhere = temporaryDirectory()
  whenOver(() => elsewhere.remove())
  const refused = await runToEnd(['tools/backup.ts', path.join(elsewhere.path, 'a.backup')], { DATA_DIR: site.dataDirectory })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('A backup is encrypted.') as string })
  fs.cpSync(file, path.join(elsewhere.path, 'copy.backup'))
  await site.end()

  const restored = path.join(elsewhere.path, 'restored')
  const { code, output } = await runToEnd(['tools/restore.ts', path.join(elsewhere.path, 'copy.backup')], { DATA_DIR: restored })
  expect([code, output]).toEqual([0, expect.stringContaining('has the backup now')])
  const again = await startSite({}, { path: restored, remove: () => {} })
  expect((await ask(`${again.url}/marketplace`)).text).toMatch(/\d+ materials? found/)
})
