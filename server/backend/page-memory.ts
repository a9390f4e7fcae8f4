/*
 * PostgreSQL keeps pages of tables and indexes in memory (shared_buffers). PGlite clears all of that room at each start: its usual 128 MB cost
 * 0.3 s of CPU and 190 MB of memory. A small shop needs a quarter of it. Figures: docs/performance.md. Test: page-memory.test.ts.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { ifMissing } from '../missing-file.ts'

const MEBIBYTE = 1024 ** 2
/** A database with less than these bytes in its files is small. One with the sample content has 30 MiB. */
const SMALL = 128 * MEBIBYTE

/** What PGlite is started with for the database in `directory`, or for a new one. */
export async function startParameters(directory: string): Promise<string[]> {
  const room = (await bytesIn(path.join(directory, 'base'))) < SMALL ? '32MB' : '128MB'
  return [...PGlite.defaultStartParams, '-c', `shared_buffers=${room}`]
}

/** Returns the bytes of all files in a directory; 0 if it does not exist. */
export async function bytesIn(directory: string): Promise<number> {
  const entries = await fs.promises.readdir(directory, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await fs.promises.stat(path.join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
