import fs from 'node:fs/promises'
import { newReference } from '../http/reference.ts'

/** What stays free on the disk, so that a full one never stops the database. */
export const DISK_RESERVE_BYTES = 512 * 1024 * 1024

/**
 * Whether the disk of a directory takes so many bytes more and keeps its reserve. Of a directory that cannot be asked nothing is said: writing
 * there fails, and that failure says what is wrong.
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
