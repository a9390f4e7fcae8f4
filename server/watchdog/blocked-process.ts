// A process for watchdog.test.ts. Its watchdog has a limit of some seconds, and its main thread does what the
// argument says.
import { setTimeout } from 'node:timers/promises'
import { startWatchdog } from './watchdog.ts'

const kind = process.argv[2]
startWatchdog(
  { watchdogSeconds: kind === 'busy with pauses' ? 5 : 1, logFormat: kind === 'blocked as JSON' ? 'json' : 'text' },
  100,
)
// The thread needs the main thread to start.
await setTimeout(kind === 'idle' ? 0 : 1500)

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    // Blocked on purpose.
  }
}

switch (kind) {
  case 'idle':
    break
  case 'busy with pauses':
    console.log('It has begun')
    for (let round = 0; round < 40; round += 1) {
      block(100)
      await setTimeout(110)
    }
    console.log('It has ended')
    break
  case 'blocked for a while':
    block(4000)
    break
  default:
    console.log('The main thread is blocked now')
    block(60_000)
}
