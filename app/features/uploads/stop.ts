import type { Transfer } from './transfer.ts'

/** The last response of an upload that does not continue. Status 0: there is no connection. */
export type Stop = { status: number; body: string }

/** Returns why an upload stopped, for the page; null if the connection was lost. */
export function describeStop({ status, body }: Stop): Transfer | null {
  if (status === 401) {
    const reason = 'Your session has ended. Sign in again and choose the same file; it continues from where it stopped'
    return { step: 'stopped', reason, next: 'sign in' }
  }
  if (status === 507 || (status >= 400 && status < 500 && body !== '')) {
    return { step: 'stopped', reason: body.trim(), next: status === 507 ? 'again' : 'other file' }
  }
  return status >= 500
    ? { step: 'stopped', reason: 'We could not save it. What has arrived is saved; try again in a minute', next: 'again' }
    : null
}
