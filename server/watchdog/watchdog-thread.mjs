/*
 * The thread of the watchdog. It counts its own ticks rather than the time, so that a suspended machine or a stopped
 * process, in which both threads pause, does not look like a blocked main thread. It is JavaScript, because removing
 * types takes 10 MB of memory in each thread.
 */
import fs from 'node:fs'
import { workerData } from 'node:worker_threads'

const STANDARD_ERROR = 2
/** @type {import('./watchdog.ts').WatchdogSettings} */
const { reports, limit, tickMs, logsJson } = workerData

let seen = Atomics.load(reports, 0)
let ticksWithoutReport = 0

setInterval(() => {
  const current = Atomics.load(reports, 0)
  ticksWithoutReport = current === seen ? ticksWithoutReport + 1 : 0
  seen = current
  if (ticksWithoutReport >= limit) {
    endProcess(Math.round((ticksWithoutReport * tickMs) / 1000))
  }
}, tickMs)

/** @param {number} seconds */
function endProcess(seconds) {
  const message = `The main thread has not responded for ${seconds} s. The process ends so that it can be restarted.`
  const line = logsJson
    ? JSON.stringify({ time: new Date().toISOString(), level: 'error', event: 'process.blocked', seconds, message })
    : message
  try {
    // The main thread writes the streams of the console, so the line goes to standard error directly.
    fs.writeSync(STANDARD_ERROR, `${line}\n`)
  } finally {
    // The main thread would never handle a signal that can be caught.
    process.kill(process.pid, 'SIGKILL')
  }
}
