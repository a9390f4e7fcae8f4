/** A completely received file on disk. `name` is the sender's file name, `size` is in bytes. */
export type ReceivedFile = { path: string; name: string; size: number }
/** A received file and its SHA-256, in hexadecimal. */
export type HashedFile = ReceivedFile & { sha256: string }

/** An uploaded file that one action has claimed. No other action gets it until it is released or removed. */
export type ClaimedUpload = { file: ReceivedFile; release(): Promise<void>; remove(): Promise<void> }

/** Files that arrive in chunks, and files stored for a second attempt (docs/decisions/0011). */
export type UploadSessions = {
  /**
   * Claims the user's own complete upload; null if it belongs to another user, is missing, unfinished, expired or
   * already claimed.
   */
  claim(userId: string, id: string): Promise<ClaimedUpload | null>
  /** Stores a received file as this user's upload and returns its id; null when the disk is full. */
  keep(userId: string, file: ReceivedFile): Promise<string | null>
  /** Removes all uploads of a user whose account was deleted. */
  removeAll(userId: string): Promise<void>
}
