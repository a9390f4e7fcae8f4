import path from 'node:path'
import { expect, test } from 'vitest'
import { start, until } from '#tests/support/processes.ts'

const blocked = path.join(import.meta.dirname, 'blocked-process.ts')

/** Starts a process with a watchdog, whose main thread does what `kind` says. */
const run = (kind: string, words: string[] = []) => start(process.execPath, [...words, blocked, kind], {})

test('ends a process whose main thread is blocked, with one line', async () => {
  const running = run('blocked')
  expect(await running.ended).toBeNull()
  expect(running.process.signalCode).toBe('SIGKILL')
  expect(running.output()).toBe('The main thread is blocked now\n' + LINE)
})

test('logs its line as JSON when the log is JSON', async () => {
  const running = run('blocked as JSON')
  await running.ended
  expect(JSON.parse(running.output().split('\n')[1] ?? '')).toMatchObject({ level: 'error', message: LINE.trim() })
})

test('spares a process that works with pauses and is suspended for longer than the limit', async () => {
  const running = run('busy with pauses')
  await until(() => running.output().includes('It has begun'), running)
  running.process.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 7000))
  running.process.kill('SIGCONT')
  expect([await running.ended, running.output()]).toEqual([0, 'It has begun\nIt has ended\n'])
})

test('spares a process that is being debugged', async () => {
  const running = run('blocked for a while', ['--inspect=127.0.0.1:0'])
  expect(await running.ended).toBe(0)
  expect(running.output()).not.toContain(LINE.trim())
})

test('does not prevent a process from ending', async () => {
  expect(await run('idle').ended).toBe(0)
})

const LINE = 'The main thread has not responded for 1 s. The process ends so that it can be restarted.\n'
