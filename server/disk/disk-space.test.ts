import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'
import { FILE_RESERVE_BYTES, hasDiskSpace, isDiskFullError } from './disk-space.ts'

let disk: SmallDisk
beforeAll(() => {
  disk = mountSmallDisk(600)
})
afterAll(() => disk.remove())

test('freeBytes measures the disk of the directory or of its nearest existing parent', async () => {
  const spare = disk.freeBytes() - FILE_RESERVE_BYTES
  for (const directory of [disk.path, path.join(disk.path, 'not/there/yet')]) {
    expect(await hasDiskSpace(directory, spare)).toBe(true)
    expect(await hasDiskSpace(directory, spare + 1)).toBe(false)
  }
})

test('isDiskFullError recognizes the errors of a write to a full disk', () => {
  disk.fill()
  let error: unknown
  try {
    fs.writeFileSync(path.join(disk.path, 'file'), 'x')
  } catch (thrown) {
    error = thrown
  }
  disk.clear()
  expect(isDiskFullError(error)).toBe(true)
  expect(isDiskFullError(Object.assign(new Error('from PostgreSQL'), { code: '53100' }))).toBe(true)
  expect(isDiskFullError(new Error('another'))).toBe(false)
})
