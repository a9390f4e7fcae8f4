import fs from 'node:fs/promises'
import { newReference } from '../http/reference.ts'

/** How many bytes stay free on the disk, so that the database can always write. */
export const DISK_RESERVE_BYTES = 512 * 1024 * 1024

/**
 * Whether the disk of a directory has room for so many bytes besides the reserve. True when the disk cannot be asked: then writing fails
 * with its own error.
 */
export async function hasRoom(directory: string, bytes: number): Promise<boolean> {
  try {
    const { bavail, bsize } = await fs.statfs(directory)
    return bavail * bsize - bytes >= DISK_RESERVE_BYTES
  } catch (error) {
    console.error(
      `${newReference()}: how much room there is could not be told: ${error instanceof Error ? error.message : String(error)}`,
    )
    return true
  }
}
