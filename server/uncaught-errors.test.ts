import path from 'node:path'
import { expect, test } from 'vitest'
import { start, until } from '#tests/support/processes.ts'

const handleUncaughtErrors = path.join(import.meta.dirname, 'uncaught-errors.ts')
const beyondRepair = path.join(import.meta.dirname, 'backend/fatal-errors.ts')
/**
 * Starts a process that handles uncaught errors and runs this code. It prints 'alive' when it is still running after
 * half a second.
 */
const running = (what: string) =>
  start(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { surviveUncaughtErrors } from ${JSON.stringify(handleUncaughtErrors)}
       import { isBeyondRepair } from ${JSON.stringify(beyondRepair)}
       surviveUncaughtErrors(isBeyondRepair)
       setTimeout(() => console.log('alive'), 500)
       const alive = setInterval(() => {}, 1000)
       process.on('SIGTERM', () => process.exit(0))
       function broken() { ${what} }
       broken()`,
    ],
    {},
  )

test.each([
  ['an unhandled rejection', `void Promise.reject(new Error('the disk is full'))`],
  ['an exception in a callback', `setTimeout(function broken() { throw new Error('the disk is full') }, 10)`],
  [
    'an error event that nobody hears',
    `setTimeout(function broken() { process.stdin.emit('error', new Error('the disk is full')) }, 10)`,
  ],
])('survives %s and logs it with a reference and its stack', async (_what, happens) => {
  const each = running(happens)
  await until(() => each.output().includes('alive'), each)
  expect(each.output()).toMatch(
    /^[0-9A-Z]{4}-[0-9A-Z]{4}: nobody (waited for|caught) a failure: Error: the disk is full\n {4}at /m,
  )
  expect(await each.stop()).toBe(0)
})

test('survives a rejection whose reason is not an Error', async () => {
  const each = running(`for (const reason of [undefined, null, 'a sentence', { code: 7 }]) { void Promise.reject(reason) }`)
  await until(() => each.output().includes('alive'), each)
  expect(each.output().match(/nobody waited for a failure: .*/g)).toEqual([
    'nobody waited for a failure: undefined',
    'nobody waited for a failure: null',
    'nobody waited for a failure: a sentence',
    'nobody waited for a failure: [object Object]',
  ])
  expect(await each.stop()).toBe(0)
})

test('ends after a WebAssembly runtime error, because its memory cannot be trusted', async () => {
  const each = running(`setTimeout(() => { throw new WebAssembly.RuntimeError('memory access out of bounds') }, 10)`)
  expect(await each.ended).toBe(1)
  expect(each.output()).toContain('RuntimeError: memory access out of bounds')
  expect(each.output()).not.toContain('alive')
})

test('survives a closed output without logging that repeatedly', async () => {
  // Logging this failure would fail in the same way.
  const each = running(
    `process.on('uncaughtException', () => process.exit(3))
     setInterval(() => { console.log('x'.repeat(100)); console.error('y'.repeat(100)) }, 5)`,
  )
  await until(() => each.output().includes('yyy'), each)
  each.process.stdout?.destroy()
  each.process.stderr?.destroy()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([each.process.exitCode, each.process.signalCode]).toEqual([null, null])
  each.process.kill('SIGTERM')
  expect(await new Promise((resolve) => each.process.once('exit', resolve))).toBe(0)
})
