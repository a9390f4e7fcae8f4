import { errorMessage, log } from '#app/platform/log/log.server.ts'
import fs from 'node:fs/promises'
import path from 'node:path'
import { newReference } from '../reference.ts'
import { isMissing } from '../missing-file.ts'

/** Bytes that files leave free on a disk, so that the database can still write when no more files fit. */
export const FILE_RESERVE_BYTES = 512 * 1024 * 1024

/**
 * Returns true if a file of this size fits on the disk of `directory` and leaves the reserve free. The directory need not exist yet. Returns
 * true too if the disk cannot be measured, because the write then fails with its own error.
 */
export async function hasDiskSpace(directory: string, bytes: number): Promise<boolean> {
  try {
    return (await freeBytes(directory)) - bytes >= FILE_RESERVE_BYTES
  } catch (error) {
    log.error(
      { event: 'disk.space_unknown', reference: newReference(), error: errorMessage(error) },
      'Could not determine free disk space',
    )
    return true
  }
}

/** Returns the free bytes on the disk of `directory`, or of its nearest parent that exists. */
async function freeBytes(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await fs.statfs(directory)
    return bavail * bsize
  } catch (error) {
    const parent = path.dirname(directory)
    if (isMissing(error) && parent !== directory) {
      return freeBytes(parent)
    }
    throw error
  }
}

/** ENOSPC and EDQUOT come from the file system, 53100 (disk_full) from PostgreSQL. */
const DISK_FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])

/** Returns true if a write failed because the disk, or the quota of its user, is full. */
export function isDiskFullError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISK_FULL_CODES.has(error.code)
}
