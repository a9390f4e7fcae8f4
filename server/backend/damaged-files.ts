import fs from 'node:fs'
import path from 'node:path'

const CONTROL_BYTES = 8192

/**
 * Returns the path of the file because of which a PGlite directory cannot be opened, or null if the directory is new.
 * Call it after an attempt failed: a damaged log is what remains when the other files look right.
 */
export function findDamagedFile(directory: string): string | null {
  if (!fs.existsSync(directory) || fs.readdirSync(directory).length === 0) {
    return null
  }
  const at = (name: string) => path.join(directory, name)
  const version = at('PG_VERSION')
  if (!fs.existsSync(version) || !/^\d+\s*$/.test(fs.readFileSync(version, 'utf8'))) {
    return version
  }
  const control = at(path.join('global', 'pg_control'))
  return isControlFile(control) ? at('pg_wal') : control
}

/** Returns true if a file has the size and the format number (such as 1300 for PostgreSQL 13) of pg_control. */
function isControlFile(file: string): boolean {
  if (!fs.existsSync(file)) {
    return false
  }
  const bytes = fs.readFileSync(file)
  const format = bytes.length === CONTROL_BYTES ? bytes.readUInt32LE(8) : 0
  return format >= 900 && format < 10_000
}
