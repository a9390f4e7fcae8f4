import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { backupDays, lastBackup } from '../backup-files.ts'
import { makeBackups } from './backups.ts'
import { Jobs } from '../job-runner/jobs.ts'

const place = temporaryDirectory()
afterAll(() => place.remove())

test("makeBackups makes one backup a night from two o'clock in Lagos and retries a failed one", async () => {
  const directory = path.join(place.path, 'backups')
  let at = new Date('2026-11-22T00:30:00Z')
  let fails = false
  const created: string[] = []
  const jobs = new Jobs()
  const rounds = makeBackups(directory, jobs.add('backups'), {
    now: () => at,
    async make(file) {
      if (fails) {
        throw new Error('the disk is full')
      }
      created.push(path.basename(file, '.new'))
      fs.writeFileSync(file, '')
    },
  })
  const round = async (time: string) => {
    at = new Date(time)
    rounds.nudge()
    await rounds.idle()
    return [...created]
  }
  await rounds.idle()
  expect(await lastBackup(directory)).toBeNull()
  expect(await round('2026-11-22T00:59:00Z')).toEqual([])
  expect(await round('2026-11-22T01:05:00Z')).toEqual(['lamplight-2026-11-22.backup'])
  expect(await round('2026-11-22T20:00:00Z')).toHaveLength(1)
  fails = true
  expect(await round('2026-11-23T01:05:00Z')).toHaveLength(1)
  expect(jobs.failing()).toMatchObject([{ job: 'backups' }])
  fails = false
  expect(await round('2026-11-23T01:15:00Z')).toHaveLength(2)
  expect(jobs.failing()).toEqual([])
  // An admin may ask for one at any time: it replaces that of the day.
  rounds.request()
  await rounds.idle()
  expect([created.at(-1), created.length]).toEqual(['lamplight-2026-11-23.backup', 3])
  expect(rounds.runningSince()).toBeNull()
  for (let day = 24; day <= 30; day += 1) {
    await round(`2026-11-${day}T01:05:00Z`)
  }
  await rounds.stop()
  expect(await backupDays(directory)).toEqual([
    '2026-11-30',
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    // The first backup of its week is retained for four weeks; that of the next week is among the seven.
    '2026-11-23',
    '2026-11-22',
  ])
})

test('makeBackups waits the given time before the first backup', async () => {
  let at = new Date('2026-11-22T08:00:00Z')
  const created: string[] = []
  const rounds = makeBackups(path.join(place.path, 'waits'), new Jobs().add('backups'), {
    waitMs: 60 * 60 * 1000,
    now: () => at,
    async make(file) {
      created.push(path.basename(file, '.new'))
      fs.writeFileSync(file, '')
    },
  })
  await rounds.idle()
  at = new Date('2026-11-22T08:59:00Z')
  rounds.nudge()
  await rounds.idle()
  expect(created).toEqual([])
  at = new Date('2026-11-22T09:00:00Z')
  rounds.nudge()
  await rounds.stop()
  expect(created).toEqual(['lamplight-2026-11-22.backup'])
})
