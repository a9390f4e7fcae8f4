import { afterEach, expect, test, vi } from 'vitest'
import { forgetKept, keep, readKept, readKeptJson } from './browser-storage.ts'

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
  keep('draft', { at: 1 })
  expect([readKept('old'), readKeptJson('draft'), readKept('none'), readKeptJson('none')]).toEqual(['off', { at: 1 }, null, null])
  forgetKept('draft')
  expect(readKept('draft')).toBeNull()
  expect(readKeptJson('old')).toBeNull()
})

test('browser storage does nothing when the browser stores nothing', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keep('draft', 'words')
  forgetKept('draft')
  expect(readKept('draft')).toBeNull()
})

test('browser storage rethrows a programming error', () => {
  getStorage(new Map())
  const itself: Record<string, unknown> = {}
  itself.itself = itself
  expect(() => keep('draft', itself)).toThrow(TypeError)
})
