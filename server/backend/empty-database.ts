/*
 * PGlite takes seconds to make an empty database. So the build makes one, and a new database begins as a copy of it. Without a build PGlite
 * makes it itself. Test: empty-database.test.ts.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import * as v from 'valibot'

const BUILT = path.resolve(import.meta.dirname, '../../build/empty-database')

/** Makes the empty database that new ones are copies of, for this version of PGlite (scripts/empty-database.ts). */
export async function buildEmptyDatabase(place = BUILT): Promise<void> {
  fs.rmSync(place, { recursive: true, force: true })
  const half = `${place}.half`
  fs.rmSync(half, { recursive: true, force: true })
  fs.mkdirSync(half, { recursive: true })
  const made = path.join(half, version())
  await (await PGlite.create(made)).close()
  removeUnusedLog(path.join(made, 'pg_wal'))
  letAllRead(made)
  fs.renameSync(half, place)
}

/** Often another user runs the server than the one who built it, and nothing in an empty database is secret. */
export function letAllRead(directory: string): void {
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** Copies the empty database to `directory`, if nothing is there. A process that is killed meanwhile leaves nothing there. */
export function copyEmptyDatabase(directory: string, place = BUILT): void {
  const built = path.join(place, version())
  if (isUsed(directory) || !fs.existsSync(built)) {
    return
  }
  const half = `${directory}.half`
  fs.rmSync(half, { recursive: true, force: true })
  try {
    fs.cpSync(built, half, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
    fs.chmodSync(half, 0o700)
    fs.renameSync(half, directory)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    throw error
  }
}

const isUsed = (directory: string): boolean => fs.existsSync(directory) && fs.readdirSync(directory).length > 0

/** Another version of PGlite may make another database. */
function version(): string {
  const its = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return v.parse(v.object({ version: v.string() }), JSON.parse(fs.readFileSync(its, 'utf8'))).version
}

/** PostgreSQL keeps files of 16 MiB ready for its log. Without them a copy takes half as long; it makes them again when it needs them. */
export function removeUnusedLog(directory: string): void {
  const files = fs.readdirSync(directory).filter((name) => /^[0-9A-F]{24}$/.test(name))
  for (const name of files) {
    const file = path.join(directory, name)
    const page = Buffer.alloc(16)
    const open = fs.openSync(file, 'r')
    fs.readSync(open, page)
    fs.closeSync(open)
    // A page of the log begins with its own address. In a file that waits to be used it is missing, or of the file that it was before.
    const segment = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`)
    if (page.readBigUInt64LE(8) !== segment * 16n * 1024n * 1024n) {
      fs.rmSync(file)
    }
  }
}
