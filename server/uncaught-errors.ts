import { errorStack, log } from '#app/platform/log/log.server.ts'
import { newReference } from './reference.ts'

/**
 * Lets the process survive an unhandled failure: logs it with its stack, and continues to handle all other requests.
 * Each such line in the log is our defect, because the failed request got no response.
 *
 * Installed after the start: a process that fails during its start has locked the data directory and serves no
 * requests, so it must end. Afterwards only an irreparable failure ends it. A full heap or a crash in native code
 * ends any process.
 * @param isBeyondRepair returns true for a failure after which the process cannot continue.
 */
export function surviveUncaughtErrors(isBeyondRepair: (failure: unknown) => boolean): void {
  // The reader of our output is gone. Logging this would fail again and again, and the site does not need the log to
  // serve.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.on('unhandledRejection', (reason) => survive('nobody waited for a failure', reason, isBeyondRepair))
  process.on('uncaughtException', (error) => survive('nobody caught a failure', error, isBeyondRepair))
}

function survive(what: string, failure: unknown, isBeyondRepair: (failure: unknown) => boolean): void {
  log.error({ event: 'process.uncaught_error', reference: newReference(), error: errorStack(failure) }, what)
  if (isBeyondRepair(failure)) {
    log.error({ event: 'process.ending' }, 'The process ends, because it cannot continue to serve. Start it again.')
    process.exit(1)
  }
}
