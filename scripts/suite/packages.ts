/* Reads the lock file and npm's audit. */
import * as v from 'valibot'

/**
 * SPDX licences that allow commercial use and changes. LGPL code is linked and unchanged; CC-BY and OFL cover data and
 * fonts.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages without a licence in package.json, with the one in their licence file. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  buffers: 'MIT',
  busboy: 'MIT',
  'combine-errors': 'MIT',
  jstat: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

const lockFile = v.object({
  packages: v.record(v.string(), v.object({ license: v.optional(v.string()), link: v.optional(v.boolean()) })),
})

/** Returns true if one of the alternatives (OR) has only allowed licences (AND). */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))
}

/** Returns a sentence for each package of a lock file whose licence is not allowed. */
export function licenceFaults(lock: unknown): string[] {
  return Object.entries(v.parse(lockFile, lock).packages).flatMap(([place, { license, link }]) => {
    const name = place.split('node_modules/').at(-1) ?? ''
    const licence = license ?? STATED_ELSEWHERE[name]
    // A link leads to a package of this repository.
    if (place === '' || link || (licence !== undefined && isAllowed(licence))) {
      return []
    }
    return [`${name} has the licence ${licence ?? '(none)'}, which is not on the list of scripts/suite/packages.ts`]
  })
}

const report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ vulnerabilities: v.record(v.string(), v.object({ severity: v.string() })) }),
)

/** The packages with a severe vulnerability, or why the audit failed. */
type Audit = { kind: 'answered'; severe: string[] } | { kind: 'unreachable'; reason: string }

/** Parses the output of `npm audit --json`. */
export function getAudit(printed: string): Audit {
  const parsed = v.safeParse(report, printed)
  if (!parsed.success) {
    return { kind: 'unreachable', reason: /"message": "([^"]{1,200})"/.exec(printed)?.[1] ?? 'it printed no report' }
  }
  const severe = Object.entries(parsed.output.vulnerabilities).filter(([, { severity }]) => /^(high|critical)$/.test(severity))
  return { kind: 'answered', severe: severe.map(([name]) => name) }
}
