import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/stored-values.ts'
import { removePersonal } from './personal-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('removePersonal leaves only the switch of shortcuts', () => {
  const stored = new Map([
    ['lamplight:draft:1', '{"fields":{"title":"Mine"}}'],
    ['saved', '[]'],
    ['console-keys', 'off'],
    ['a key of later', ''],
  ])
  stubStorage(stored)
  removePersonal()
  expect([...stored.keys()]).toEqual(['console-keys'])
})
