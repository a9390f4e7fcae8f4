import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backendKeys } from './keys.ts'

let dataDirectory: string
let file: string
beforeEach(() => {
  dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-keys-'))
  file = path.join(dataDirectory, 'backend-keys.json')
})
afterEach(() => fs.rmSync(dataDirectory, { recursive: true, force: true }))

const keys = (input: { secretKey?: string } = {}) =>
  backendKeys({ dataDirectory, keys: { publishableKey: undefined, secretKey: undefined, jwtSecret: undefined, ...input } })

test('backendKeys creates keys readable by the owner alone at the first start and reads them at the next', () => {
  const created = keys()
  expect(created.secret_key).toMatch(/^sb_secret_/)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(keys()).toEqual(created)
  expect(keys({ secretKey: 'sb_secret_given' })).toEqual({ ...created, secret_key: 'sb_secret_given' })
  expect(fs.readdirSync(dataDirectory)).toEqual(['backend-keys.json'])
})

test.each([
  ['empty', ''],
  ['cut off', '{"publishable_key": "sb_publishable_'],
  ['something else', 'null'],
  ['without a key', '{"publishable_key": "a", "secret_key": "b"}'],
  ['with an empty key', '{"publishable_key": "a", "secret_key": "", "jwt_secret": "c"}'],
])('backendKeys names a file that is %s and explains how to repair it', (_what, text) => {
  fs.writeFileSync(file, text)
  expect(() => keys()).toThrow(
    `${file} is damaged: the keys of the backend cannot be read from it. Put it back from a backup. Without one, remove it: the next start makes new keys, and everybody has to sign in again.`,
  )
  expect(fs.readFileSync(file, 'utf8')).toBe(text)
})
