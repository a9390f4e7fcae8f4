import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/stored-values.ts'
import { removeStored, storeValue, readStored, readStoredJson } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('browser storage stores, reads and removes texts and values', () => {
  stubStorage(new Map([['old', 'off']]))
  storeValue('draft', { at: 1 })
  expect([readStored('old'), readStoredJson('draft'), readStored('none'), readStoredJson('none')]).toEqual([
    'off',
    { at: 1 },
    null,
    null,
  ])
  removeStored('draft')
  expect(readStored('draft')).toBeNull()
  expect(readStoredJson('old')).toBeNull()
})

test('browser storage does nothing when the browser stores nothing', () => {
  const reject = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: reject, setItem: reject, removeItem: reject })
  storeValue('draft', 'words')
  removeStored('draft')
  expect(readStored('draft')).toBeNull()
})

test('browser storage rethrows a programming error', () => {
  stubStorage()
  const itself: Record<string, unknown> = {}
  itself.itself = itself
  expect(() => storeValue('draft', itself)).toThrow(TypeError)
})
