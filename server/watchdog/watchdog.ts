/*
 * Ends the process when its main thread does not respond, so that a supervisor restarts it. Blocked code cannot end
 * itself, and Node handles signals on the main thread, so a separate thread does it. Test: watchdog.test.ts.
 */
import { log } from '#app/platform/log/log.server.ts'
import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Environment } from '../environment.ts'

/** How often the main thread reports and the watchdog checks, in milliseconds. */
const TICK_MS = 1000

export type WatchdogSettings = {
  /** The counter of the main thread's reports. */
  reports: Int32Array
  /** Ticks without a report after which the process ends. */
  limit: number
  tickMs: number
  logsJson: boolean
}

/**
 * Starts the watchdog.
 * @returns a function that ends it.
 */
export function startWatchdog(
  { watchdogSeconds, logFormat }: Pick<Environment, 'watchdogSeconds' | 'logFormat'>,
  tickMs = TICK_MS,
): () => Promise<void> {
  const reports = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const limit = Math.max(2, Math.ceil((watchdogSeconds * 1000) / tickMs))
  let worker: Worker | null = null
  const report = () => {
    Atomics.add(reports, 0, 1)
    // A debugger stops the main thread at every breakpoint.
    if (inspector.url() !== undefined) {
      void worker?.terminate()
      worker = null
    }
  }
  const timer = setInterval(report, tickMs)
  timer.unref()
  if (inspector.url() === undefined) {
    const workerData: WatchdogSettings = { reports, limit, tickMs, logsJson: logFormat === 'json' }
    worker = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
      workerData,
      env: {},
      // The thread only counts, and needs no module hooks of the main thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    })
    worker.on('error', (error) =>
      log.error({ event: 'watchdog.failed', error: error.message }, 'The watchdog failed, so the main thread is not watched'),
    )
    worker.unref()
  }
  return async () => {
    clearInterval(timer)
    await worker?.terminate()
  }
}
