/*
 * The thread of the watchdog. It counts its own ticks rather than the time, so that a suspended machine or a stopped process, in which both
 * threads rest, does not look like a blocked main thread.
 */
import fs from 'node:fs'
import { workerData } from 'node:worker_threads'
import { jsonLine } from '../log-format.ts'
import type { WatchdogSettings } from './watchdog.ts'

const STANDARD_ERROR = 2
const { reports, limit, tickMs, logFormat } = workerData as WatchdogSettings

let seen = Atomics.load(reports, 0)
let ticksWithoutReport = 0

setInterval(() => {
  const current = Atomics.load(reports, 0)
  ticksWithoutReport = current === seen ? ticksWithoutReport + 1 : 0
  seen = current
  if (ticksWithoutReport >= limit) {
    const seconds = Math.round((ticksWithoutReport * tickMs) / 1000)
    const line = `The main thread has not responded for ${seconds} s. The process ends so that it can be restarted.`
    try {
      // The main thread writes the streams of the console, so the line goes to standard error itself.
      fs.writeSync(STANDARD_ERROR, logFormat === 'json' ? jsonLine('error', line) : `${line}\n`)
    } finally {
      // The main thread would never handle a signal that can be caught.
      process.kill(process.pid, 'SIGKILL')
    }
  }
}, tickMs)
