import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { PaystackOutage } from '../paystack/outage.ts'
import { openSystemTroubles } from './system-troubles.ts'

const MEBIBYTE = 1024 * 1024
const HOUR_MS = 60 * 60 * 1000
const place = temporaryDirectory()
afterAll(() => place.remove())

function setUp() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const jobs = new Jobs()
  const outage = new PaystackOutage()
  const state = { free: 9000 * MEBIBYTE, isFull: false, now: Date.parse('2026-11-22T08:00:00Z') }
  const backupDirectory = fs.mkdtempSync(path.join(place.path, 'backups-'))
  const list = openSystemTroubles({
    env: { dataDirectory: place.path, backupDirectory },
    jobs,
    client: null,
    disk: () => ({ isFull: state.isFull, freeBytes: state.free }),
    outage,
    freeBytes: async () => state.free,
    now: () => state.now,
  })
  return { jobs, outage, state, backupDirectory, list }
}

test('lists a failed job with its cause until a round succeeds', async () => {
  const { jobs, list } = setUp()
  const job = jobs.add('drive copies')
  expect(await list()).toEqual([])
  job.failed(new Error('the drive is full'))
  job.finishRound(0)
  expect(await list()).toMatchObject([{ kind: 'job', job: 'drive copies', cause: 'the drive is full' }])
  job.finishRound(0)
  expect(await list()).toEqual([])
})

test('lists a disk that is nearly full or full until there is space', async () => {
  const { state, list } = setUp()
  state.free = 1000 * MEBIBYTE
  expect(await list()).toEqual([{ kind: 'disk', isFull: false, freeMegabytes: 1000 }])
  state.free = 20 * MEBIBYTE
  state.isFull = true
  expect(await list()).toEqual([{ kind: 'disk', isFull: true, freeMegabytes: 20 }])
  state.free = 2000 * MEBIBYTE
  state.isFull = false
  expect(await list()).toEqual([])
})

test('lists Paystack while it does not respond, without the jobs that need it', async () => {
  const { jobs, outage, list } = setUp()
  const orders = jobs.add('orders')
  outage.begin('no response (ECONNREFUSED)')
  orders.failed(new Error('verify: Paystack did not respond'))
  orders.finishRound(0)
  expect(await list()).toMatchObject([{ kind: 'paystack', cause: 'no response (ECONNREFUSED)' }])
  outage.end()
  orders.finishRound(0)
  expect(await list()).toEqual([])
})

test('lists a backup that is older than two days or failed, and a first one only after two hours', async () => {
  const { jobs, state, backupDirectory, list } = setUp()
  const job = jobs.add('backups')
  expect(await list()).toEqual([])
  state.now += 2 * HOUR_MS + 1
  expect(await list()).toEqual([{ kind: 'backup', last: null, cause: null }])
  state.now -= 2 * HOUR_MS
  job.failed(new Error('no passphrase'))
  job.finishRound(0)
  expect(await list()).toEqual([{ kind: 'backup', last: null, cause: 'no passphrase' }])

  const file = path.join(backupDirectory, 'lamplight-2026-11-20.backup')
  fs.writeFileSync(file, '')
  const madeAt = new Date(state.now - 48 * HOUR_MS)
  fs.utimesSync(file, madeAt, madeAt)
  expect(await list()).toEqual([])
  state.now += 1
  expect(await list()).toMatchObject([{ kind: 'backup', last: madeAt.toISOString() }])
})
