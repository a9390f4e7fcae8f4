import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { makeBackups } from '../jobs/backups.ts'
import { openBackups } from './backups.ts'

const place = temporaryDirectory()
afterAll(() => place.remove())

test('a backup at a button replaces that of the day, and says if none was made', async () => {
  const directory = path.join(place.path, 'backups')
  let make = (file: string) => Promise.resolve(fs.writeFileSync(file, 'first'))
  let isFull = false
  const jobs = new Jobs()
  jobs.pauseWhile(() => isFull)
  const job = jobs.add('backups')
  // Before the night's backup.
  const now = () => new Date('2026-11-22T00:30:00Z')
  const rounds = makeBackups(directory, job, { now, make: (file) => make(file) })
  const backups = openBackups(directory, job, rounds)
  await rounds.idle()

  expect(await backups.makeNow()).toBe('made')
  make = (file) => Promise.resolve(fs.writeFileSync(file, 'the second'))
  expect(await backups.makeNow()).toBe('made')
  expect((await backups.state()).last?.bytes).toBe(10)

  make = () => Promise.reject(new Error('no passphrase'))
  expect(await backups.makeNow()).toBe('failed')
  expect(await backups.state()).toMatchObject({ cause: 'no passphrase', last: { bytes: 10 }, runningSince: null })

  isFull = true
  expect(await backups.makeNow()).toBe('paused')
  await rounds.stop()
})
