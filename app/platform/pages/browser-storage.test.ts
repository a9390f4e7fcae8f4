import { afterEach, expect, test, vi } from 'vitest'
import { removeStored, storeValue, readStored, readStoredJson } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function getStorage(stored: Map<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

test('browser storage stores, reads and removes texts and values', () => {
  getStorage(new Map([['old', 'off']]))
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
  getStorage(new Map())
  const itself: Record<string, unknown> = {}
  itself.itself = itself
  expect(() => storeValue('draft', itself)).toThrow(TypeError)
})
