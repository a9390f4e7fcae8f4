/**
 * Trouble of the system that an owner sees until it is over. Times are ISO 8601. A cause is the message of the service
 * that failed; null if it is unknown.
 */
export type Trouble =
  /** Emails have been waiting for more than ten minutes, the first of them since then. */
  | { kind: 'email'; since: string; waiting: number; cause: string | null }
  /** The last complete backup is old. */
  | { kind: 'backup'; last: string | null; cause: string | null }
  | { kind: 'disk'; isFull: boolean; freeMegabytes: number }
  | { kind: 'paystack'; since: string; cause: string }
  | { kind: 'job'; job: string; since: string; cause: string | null }
