/*
 * PostgreSQL caches pages of tables and indexes in memory (shared_buffers). PGlite clears the whole buffer at each
 * start: its default of 128 MB costs 0.3 s of CPU and 190 MB of memory. A small shop needs a quarter of it. Figures:
 * docs/performance.md. Test: page-memory.test.ts.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { ifMissing } from '../missing-file.ts'

const MEBIBYTE = 1024 ** 2
/** Databases with fewer bytes in their files are small. One with the sample content has 30 MiB. */
const SMALL = 128 * MEBIBYTE

/** Returns PGlite's start parameters for the database in `directory`, or for a new one. */
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
