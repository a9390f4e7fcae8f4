import { describe, expect, it } from 'vitest'
import { alertPath, offeredAlerts } from './wanted.ts'

const offered = (address: string) => offeredAlerts(new URL(address, 'https://lamplight.ng').searchParams)

describe('offeredAlerts', () => {
  it('returns what alertPath put into the address', () => {
    expect(offered(alertPath({ search: 'honey & burns', subject: 'Burns' }))).toEqual([
      { kind: 'search', wanted: 'honey & burns' },
      { kind: 'subject', wanted: 'Burns' },
    ])
    expect(alertPath({ search: '', subject: null })).toBe('/tell-me')
  })

  it('leaves out texts that no alert can have, and puts the others on one line', () => {
    expect(offered(`/tell-me?search=${'a'.repeat(101)}&topic=%20&subject=Ward%0AManagement%20`)).toEqual([
      { kind: 'subject', wanted: 'Ward Management' },
    ])
  })
})
