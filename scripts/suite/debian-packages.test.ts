import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChromium } from './debian-packages.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-chromium-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test('finds any installed Chromium and prefers the headless one', () => {
  const other = path.join(folder, 'other')
  const folders = [folder, other].join(path.delimiter)
  expect(findChromium(folders)).toBeNull()
  fs.writeFileSync(path.join(folder, 'google-chrome'), '')
  expect(findChromium(folders)).toBe(path.join(folder, 'google-chrome'))
  fs.mkdirSync(other)
  fs.writeFileSync(path.join(other, 'chromium-headless-shell'), '')
  expect(findChromium(folders)).toBe(path.join(other, 'chromium-headless-shell'))
})
