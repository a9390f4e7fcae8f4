import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { root } from '../support/processes.ts'
import { startSite } from './sites.ts'

test('ends a site whose main thread is blocked, which SIGTERM cannot', async () => {
  const site = await startSite({
    WATCHDOG_SECONDS: '10',
    NODE_OPTIONS: `--import=${path.join(root, 'tests/process/blocks-on-signal.ts')}`,
  })
  expect((await ask(`${site.url}/healthz`)).status).toBe(200)
  site.running.process.kill('SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 500))
  site.running.process.kill('SIGTERM')
  expect(await site.running.ended).toBeNull()
  expect(site.running.process.signalCode).toBe('SIGKILL')
  expect(site.running.output()).toMatch(
    /^The main thread has not responded for 10 s\. The process ends so that it can be restarted\.$/m,
  )
})
