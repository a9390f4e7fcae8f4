import { BrokenSessionError } from './backend/lite/database/read-only.ts'
import { newReference } from './http/reference.ts'

/**
 * Keeps the process running after an unhandled failure: logs it with its stack, and continues to answer all other requests. Each such line
 * in the log is a defect of ours, because the request that failed got no answer.
 *
 * Installed after the start: a process that fails during its start holds the data directory and serves nobody, so it must end. Afterwards
 * only `isBeyondRepair` ends it. A full heap or a crash in native code ends any process.
 */
export function keepServing(): void {
  // Nobody reads our output any more. Logging this would fail again and again, and the site does not need the log to serve.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.on('unhandledRejection', (reason) => survive('nobody waited for a failure', reason))
  process.on('uncaughtException', (error) => survive('nobody caught a failure', error))
}

function survive(what: string, failure: unknown): void {
  console.error(`${newReference()}: ${what}: ${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}`)
  if (isBeyondRepair(failure)) {
    console.error('The process ends, since it cannot serve on. Start it again.')
    process.exit(1)
  }
}

/**
 * The embedded database runs as WebAssembly in this process. After a crash of it (a memory access out of bounds, `abort()`) its memory
 * cannot be trusted, and neither can its answers. A new start replays its log. The same holds after it could not write its log.
 */
function isBeyondRepair(failure: unknown): boolean {
  return failure instanceof WebAssembly.RuntimeError || failure instanceof BrokenSessionError
}
