import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { BALLAST_BYTES, DATABASE_RESERVE_BYTES, DiskGuard } from './disk-guard.ts'

const MEBIBYTE = 1024 * 1024
let directory: ReturnType<typeof temporaryDirectory>
let free = 0
let guard: DiskGuard
let ballast = ''
const log = vi.fn<(line: string) => void>()
beforeEach(() => {
  directory = temporaryDirectory()
  ballast = path.join(directory.path, 'ballast')
  free = 1024 * MEBIBYTE
  guard = new DiskGuard(directory.path, () => free)
  for (const level of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(log)
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  log.mockReset()
  directory.remove()
})

test('reports a full disk below the reserve until a log file more than the reserve is free', () => {
  const states = [1024, 64, 63, 64, 79, 80, 64, 63].map((mebibytes) => {
    free = mebibytes * MEBIBYTE
    return guard.check().isFull
  })
  expect(states).toEqual([false, false, true, true, true, false, false, true])
  expect(DATABASE_RESERVE_BYTES).toBe(64 * MEBIBYTE)
})

test('logs each change once', () => {
  for (const bytes of [0, 0, 0, free, free]) {
    free = bytes
    guard.check()
  }
  expect(log.mock.calls.map(([line]) => line.replace(/^[0-9A-Z-]{9}: /, ''))).toEqual([
    `The disk of ${directory.path} is full (0 MiB free). Writes are refused and background jobs paused until 80 MiB are free.`,
    `The disk of ${directory.path} has space again (1024 MiB free). Writes are accepted.`,
  ])
})

test('writes its ballast when there is space for it and deletes it when hardly any is left', async () => {
  free = 100 * MEBIBYTE
  await guard.keepBallast()
  expect(fs.existsSync(ballast)).toBe(false)
  free = 1024 * MEBIBYTE
  await guard.keepBallast()
  const { size, blocks, mode } = fs.statSync(ballast)
  expect([size, blocks * 512 >= BALLAST_BYTES, mode & 0o777]).toEqual([BALLAST_BYTES, true, 0o600])
  free = BALLAST_BYTES
  guard.check()
  expect(fs.existsSync(ballast)).toBe(true)
  free = BALLAST_BYTES - 1
  guard.check()
  expect(fs.readdirSync(directory.path)).toEqual([])
  free = 1024 * MEBIBYTE
  await guard.keepBallast()
  expect(fs.readdirSync(directory.path)).toEqual(['ballast'])
})

test('deletes the ballast of an earlier process', async () => {
  await guard.keepBallast()
  free = 0
  new DiskGuard(directory.path, () => free).check()
  expect(fs.existsSync(ballast)).toBe(false)
})

test('writes no ballast before keepBallast is called', () => {
  guard.check()
  expect(fs.readdirSync(directory.path)).toEqual([])
})
