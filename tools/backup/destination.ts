import type { Target } from './load.ts'
import type { About } from './parts.ts'
import type { Table } from './tables.ts'

/** A destination that is open for writing. */
export type OpenDestination = Target & {
  /** The tables that a move fills. */
  tables: readonly Table[]
  close(): Promise<void>
}

/** The destination of a move. */
export type Destination = {
  /** Returns true if a move into it was interrupted; the same command then resumes it. */
  hasStarted(): Promise<boolean>
  /** @throws an error when it is not empty, or when it cannot hold this copy. */
  refuseFull(about: About): Promise<void>
  /** Creates missing tables and records that a move is in progress. */
  begin(about: About): Promise<void>
  open(): Promise<OpenDestination>
  /** Records that the move is complete. */
  finish(): Promise<void>
  /** True if files must be stored before the rows that reference them. */
  filesFirst: boolean
}
