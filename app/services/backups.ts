/** The backups that this process makes each night. Times are ISO 8601. */
export type Backups = {
  state(): Promise<BackupState>
  /** Starts a backup, which replaces one of the same day, and waits some seconds for its end. */
  makeNow(): Promise<BackupState>
}

export type BackupState = {
  /** The newest complete backup. */
  last: { at: string; bytes: number } | null
  /** Since when one is being made; null while none is. */
  runningSince: string | null
  /** Why the last attempt failed. */
  cause: string | null
}
