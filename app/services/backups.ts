/** The backups that this process makes each night. Times are ISO 8601. */
export type Backups = {
  state(): Promise<BackupState>
  /**
   * Starts a backup, which replaces one of the same day, and waits some seconds for its end. paused: the disk is full.
   * failed: `state` has the cause.
   */
  makeNow(): Promise<'made' | 'running' | 'failed' | 'paused'>
}

export type BackupState = {
  /** The newest complete backup. */
  last: { at: string; bytes: number } | null
  /** Since when one is being made; null while none is. */
  runningSince: string | null
  /** Why the last attempt failed. */
  cause: string | null
}
