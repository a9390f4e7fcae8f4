import type { Target } from './load.ts'
import type { About } from './parts.ts'
import type { Table } from './tables.ts'

/** A destination while it is written to. */
export type OpenDestination = Target & {
  /** Its tables, as far as a move fills them. */
  tables: readonly Table[]
  close(): Promise<void>
}

/** Where a backend is moved to. */
export type Destination = {
  /** Whether a move into it broke off: then the same command goes on where it was. */
  begun(): Promise<boolean>
  /** @throws a sentence when something is there already, or when it could not take a copy like this. */
  refuseFull(about: About): Promise<void>
  /** Makes its tables, if it has none, and notes that a move is under way. */
  begin(about: About): Promise<void>
  open(): Promise<OpenDestination>
  /** Takes the note away: everything is there. */
  finish(): Promise<void>
  /** Whether files must be there before the rows that name them. */
  filesFirst: boolean
}
