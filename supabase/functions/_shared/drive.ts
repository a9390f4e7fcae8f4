import process from 'node:process'
import { folderDrive } from './folder-drive.ts'
import { googleDrive, googleSettings } from './google-drive.ts'

/** Identity and names of a copy. */
export type Copy = {
  /** Identifies the copy (copyName). A reference has at most one copy. */
  reference: string
  uploadId: string
  /** Display name without extension. */
  title: string
  /** Extension, such as `pdf`. */
  ending: string
  /** MIME type. */
  type: string
  /** Required SHA-256 of the content, hexadecimal. */
  sha256: string
}

/** An external store for a second copy of every upload. */
export type Drive = {
  kind: 'folder' | 'google'
  /**
   * Stores the complete file or nothing, and replaces an older one of the same reference. `content` is only called if
   * needed; if it throws, nothing is stored.
   */
  put(copy: Copy, content: () => AsyncIterable<Uint8Array>): Promise<void>
  /** Removes the copy of this reference and the remains of a killed `put`. A missing file is not a failure. */
  remove(reference: string): Promise<void>
  /**
   * Checks that copies can be stored.
   * @throws {Error} a message for the admin.
   */
  check(): Promise<void>
}

/**
 * Returns the configured drive: Google Drive (DRIVE_ACCOUNT and DRIVE_FOLDER) or a folder (DRIVE_DIRECTORY). Null
 * without configuration: then no copies are due.
 * @throws {Error} naming the invalid setting.
 */
export function openDrive(): Drive | null {
  const { DRIVE_ACCOUNT, DRIVE_DIRECTORY } = process.env
  if (DRIVE_ACCOUNT) {
    return googleDrive(googleSettings(process.env))
  }
  return DRIVE_DIRECTORY ? folderDrive(DRIVE_DIRECTORY) : null
}
