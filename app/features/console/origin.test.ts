import { describe, expect, it } from 'vitest'
import { readOrigin, withOrigin } from './origin.ts'

const MESSAGE = '/admin/people/messages/6f1c1c4e-58f5-4b56-9d0a-1f2d3c4b5a69'

describe('readOrigin', () => {
  it.each([
    [MESSAGE, 'The message'],
    ['/admin/catalogue/missed-searches', 'Missed searches'],
  ])('names %s', (to, label) => {
    expect(readOrigin(new URLSearchParams({ from: to }))).toEqual({ to, label })
  })

  it.each(['', '/admin/people/messages/new', `${MESSAGE}/reply`, 'https://evil.example/admin/people/messages/'])(
    'ignores %j',
    (from) => {
      expect(readOrigin(new URLSearchParams({ from }))).toBeNull()
    },
  )
})

describe('withOrigin', () => {
  it('adds the origin to an address with and without parameters', () => {
    expect(withOrigin('/a', '/b')).toBe('/a?from=%2Fb')
    expect(withOrigin('/a?term=x', '/b')).toBe('/a?term=x&from=%2Fb')
    expect(withOrigin('/a', null)).toBe('/a')
  })
})
