import { describe, expect, test } from 'vitest'
import { getAudit, licenceFaults } from './packages.ts'

const lock = (license: string | undefined, place = 'node_modules/thing') => ({ packages: { '': {}, [place]: { license } } })

describe('licences of packages', () => {
  test.each(['MIT', 'Apache-2.0 AND LGPL-3.0-or-later', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'])(
    'allows %s',
    (licence) => {
      expect(licenceFaults(lock(licence))).toEqual([])
    },
  )

  test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0', 'UNLICENSED', undefined])('rejects %s', (licence) => {
    expect(licenceFaults(lock(licence))).toEqual([expect.stringContaining('thing has the licence')])
  })

  test('knows the licence of a package that names none', () => {
    expect(licenceFaults(lock(undefined, 'node_modules/a/node_modules/busboy'))).toEqual([])
  })
})

describe('the npm audit result', () => {
  test('names packages of high and critical severity only', () => {
    const vulnerabilities = {
      a: { severity: 'low' },
      b: { severity: 'high' },
      c: { severity: 'critical' },
      d: { severity: 'moderate' },
    }
    expect(getAudit(JSON.stringify({ vulnerabilities }))).toEqual({ kind: 'answered', severe: ['b', 'c'] })
  })

  test('is unreachable when npm printed no report', () => {
    expect(getAudit('{\n  "message": "405 Method Not Allowed"\n}')).toEqual({
      kind: 'unreachable',
      reason: '405 Method Not Allowed',
    })
    expect(getAudit('')).toEqual({ kind: 'unreachable', reason: 'it printed no report' })
  })
})
