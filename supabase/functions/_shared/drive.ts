import process from 'node:process'
import { folderDrive } from './folder-drive.ts'
import { googleDrive, googleSettings } from './google-drive.ts'

/** What a copy is of, and how it is called. */
export type Copy = {
  /** Recognises the copy (copyName). Two copies of one reference never stay beside each other. */
  reference: string
  uploadId: string
  /** The name that people read, without its ending. */
  title: string
  /** Such as `pdf`. */
  ending: string
  /** The MIME type. */
  type: string
  /** The hash that the content has to have, hexadecimal. */
  sha256: string
}

/** A place outside the storage for a second copy of every upload. */
export type Drive = {
  kind: 'folder' | 'google'
  /**
   * Stores the complete file or nothing, and replaces an older one of the same reference. `content` is asked for only if it is needed; when it
   * throws, nothing is stored.
   */
  put(copy: Copy, content: () => AsyncIterable<Uint8Array>): Promise<void>
  /** Removes the copy of this reference and the remains of a killed `put`. A missing file is not a failure. */
  remove(reference: string): Promise<void>
  /** Looks whether copies can be made at all. @throws in a sentence for the admin. */
  check(): Promise<void>
}

/**
 * The drive of the settings: Google Drive (DRIVE_ACCOUNT and DRIVE_FOLDER) or a folder (DRIVE_DIRECTORY). Null when none is set up: then
 * nothing is owed.
 * @throws {Error} a sentence that names the setting which does not fit.
 */
export function openDrive(): Drive | null {
  const { DRIVE_ACCOUNT, DRIVE_DIRECTORY } = process.env
  if (DRIVE_ACCOUNT) {
    return googleDrive(googleSettings(process.env))
  }
  return DRIVE_DIRECTORY ? folderDrive(DRIVE_DIRECTORY) : null
}
