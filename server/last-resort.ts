import { newReference } from './http/reference.ts'

/**
 * Keeps the process serving when something failed that nobody waited for: it is logged with its stack, and whoever else is being served
 * is served on. It is a last resort. Each such line is a defect of ours: whoever caused the failure got no answer.
 *
 * Not before the start is over: a process that fails half-way through its start holds the data directory and serves nobody, so it has to end, and
 * does by itself. Afterwards only `isBeyondRepair` ends it. A heap that is full, or native code that breaks, ends any process without asking.
 */
export function keepServing(): void {
  // Whoever read our output is gone. To log that would fail in the same way, without end; and nobody who is served needs the log.
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
 * The embedded database runs as WebAssembly in this process. Once its program has broken off (a memory access out of bounds, `abort()`), its
 * memory says nothing true any more, and what it answers or writes from then on cannot be trusted. A new start replays its log.
 */
function isBeyondRepair(failure: unknown): boolean {
  return failure instanceof WebAssembly.RuntimeError
}
