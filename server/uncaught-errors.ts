import { newReference } from './reference.ts'

/**
 * Keeps the process running after an unhandled failure: logs it with its stack, and continues to answer all other requests. Each such line
 * in the log is a defect of ours, because the request that failed got no answer.
 *
 * Installed after the start: a process that fails during its start holds the data directory and serves nobody, so it must end. Afterwards
 * only a failure that is beyond repair ends it. A full heap or a crash in native code ends any process.
 * @param isBeyondRepair returns true for a failure after which the process cannot serve on.
 */
export function keepServing(isBeyondRepair: (failure: unknown) => boolean): void {
  // Nobody reads our output any more. Logging this would fail again and again, and the site does not need the log to serve.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.on('unhandledRejection', (reason) => survive('nobody waited for a failure', reason, isBeyondRepair))
  process.on('uncaughtException', (error) => survive('nobody caught a failure', error, isBeyondRepair))
}

function survive(what: string, failure: unknown, isBeyondRepair: (failure: unknown) => boolean): void {
  console.error(`${newReference()}: ${what}: ${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}`)
  if (isBeyondRepair(failure)) {
    console.error('The process ends, since it cannot serve on. Start it again.')
    process.exit(1)
  }
}
