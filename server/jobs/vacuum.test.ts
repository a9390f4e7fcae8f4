import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import type { Database } from '../backend/database.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { vacuum } from './vacuum.ts'

let database: Database
beforeEach(async () => {
  database = await openEmpty()
  await database.run(`create schema shop; create table shop."Counted" as select n, 0 as times from generate_series(1, 500) n`)
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

const change = () => database.run('update shop."Counted" set times = times + 1')
async function bytes(): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(`select pg_relation_size('shop."Counted"')::integer as bytes`)
  return row?.bytes ?? 0
}

test('vacuum prevents the growth of a table that is updated repeatedly', async () => {
  await change()
  const rounds = vacuum(database, new Jobs().add('vacuum'))
  await rounds.idle()
  const before = await bytes()
  for (let time = 0; time < 10; time += 1) {
    await change()
    rounds.nudge()
    await rounds.idle()
  }
  expect(await bytes()).toBe(before)
  await rounds.stop()
})

test('a table grows with each update without vacuum', async () => {
  const before = await bytes()
  for (let time = 0; time < 10; time += 1) {
    await change()
  }
  expect(await bytes()).toBeGreaterThan(3 * before)
})

test('vacuum cleans tables without counts an hour after the start', async () => {
  await change()
  const counted: string[] = []
  const deaf = {
    run: async (script: string) => {
      counted.push(script)
      await database.run(script)
    },
    // The counts of a process that ended are lost.
    query: <Row>(sql: string) => database.query<Row>(sql.replace(/n_dead_tup[\s\S]* as due/, 'false as due')),
  }
  const rounds = vacuum(deaf, new Jobs().add('vacuum'))
  await rounds.idle()
  for (let round = 1; round < 6; round += 1) {
    rounds.nudge()
    await rounds.idle()
  }
  expect(counted).toEqual([])
  rounds.nudge()
  await rounds.idle()
  expect(counted).toContain('vacuum shop."Counted"')
  await rounds.stop()
})
