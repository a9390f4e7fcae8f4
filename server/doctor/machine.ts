import fs from 'node:fs/promises'
import path from 'node:path'
import type { Finding } from '#app/services/doctor.ts'
import { inMegabytes } from '../quantities.ts'
import { ifMissing } from '../missing-file.ts'
import { DATABASE_RESERVE_BYTES } from '../disk/disk-guard.ts'
import { FILE_RESERVE_BYTES } from '../disk/disk-space.ts'
import type { Check } from './checks.ts'

/** A busy week may fill a disk with less space than this. */
const LITTLE_BYTES = 4 * FILE_RESERVE_BYTES

/** Checks the disk under the data directory, and the secrets in it. */
export const machineFindings: Check = async ({ dataDirectory, secure }, { kind }) => {
  const { bavail, bsize } = await fs.statfs(dataDirectory)
  const free = bavail * bsize
  const found: Finding[] = []
  if (free < LITTLE_BYTES) {
    const severity = free < FILE_RESERVE_BYTES ? 'wrong' : 'look'
    const what = `The disk of ${dataDirectory} has ${inMegabytes(free)} left.`
    found.push({
      severity,
      area: 'disk',
      what,
      advice: `Free some space: below ${inMegabytes(FILE_RESERVE_BYTES)} no files are accepted, below ${inMegabytes(DATABASE_RESERVE_BYTES)} nothing is saved. DATA_DIR/pictures may be emptied.`,
    })
  }
  if (kind === 'hosted') {
    return found
  }
  for (const name of ['backend-keys.json', 'demo-accounts.json']) {
    const stat = await fs.stat(path.join(dataDirectory, name)).catch(ifMissing(null))
    if (stat && (stat.mode & 0o077) !== 0) {
      found.push({
        severity: 'wrong',
        area: 'keys',
        what: `Other users of this machine may read ${name}.`,
        advice: `Run: chmod 600 ${path.join(dataDirectory, name)}`,
      })
    }
    if (stat && secure && name === 'demo-accounts.json') {
      found.push({
        severity: 'wrong',
        area: 'accounts',
        what: 'The demo accounts of a trial run are still there, and the site is public.',
        advice: `Change their passwords or remove the accounts, then remove ${name}.`,
      })
    }
  }
  return found
}
