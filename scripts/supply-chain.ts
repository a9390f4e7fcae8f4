/*
 * Checks the licences of all packages in the two lock files, and that the registry knows no severe vulnerability in them.
 * Writes a software bill of materials (CycloneDX) of the site. An unreachable registry is reported but is not a failure.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { getAudit, licenceFaults } from './suite/packages.ts'

const SBOM = 'test-results/sbom.cdx.json'
const AUDIT_MS = 60_000
/** Buffer size, because the bill of materials has some megabytes. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

process.chdir(path.resolve(import.meta.dirname, '..'))

/** Runs npm. Returns its output even if it exits with 1, as an audit with findings does. */
async function npm(...words: string[]): Promise<string> {
  try {
    return (await promisify(execFile)('npm', words, { timeout: AUDIT_MS, maxBuffer: MAX_OUTPUT_BYTES })).stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') {
      return error.stdout
    }
    throw error
  }
}

/** Returns the faults of a lock file: licences that are not allowed, and severe vulnerabilities. */
async function getFaults(place: string): Promise<string[]> {
  const licences = licenceFaults(JSON.parse(fs.readFileSync(path.join(place, 'package-lock.json'), 'utf8')))
  const audit = getAudit(await npm('audit', '--prefix', place, '--package-lock-only', '--json', '--audit-level=high'))
  if (audit.kind === 'unreachable') {
    console.log(`information: the registry did not answer the audit: ${audit.reason}`)
    return licences
  }
  return [
    ...licences,
    ...audit.severe.map((name) => `${name} has a vulnerability of high or critical severity: npm audit says which`),
  ]
}

const faults = [...(await getFaults('.')), ...(await getFaults('products'))]
fs.mkdirSync(path.dirname(SBOM), { recursive: true })
fs.writeFileSync(SBOM, await npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'))
console.log(`information: ${SBOM} lists the packages`)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}
