import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDirectory } from '#tests/support/databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { type Database, openPglite } from './database.ts'

const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
let live: { path: string; remove(): void }
let database: Database
beforeAll(async () => {
  live = await emptyDirectory()
  database = await openPglite(live.path)
  await database.run(`
    create table accounts (id int primary key, amount bigint not null, note text not null default '');
    insert into accounts select i, 100 from generate_series(1, 2000) i;
    create table moves (id bigint generated always as identity, at timestamptz default clock_timestamp());
  `)
})
afterAll(async () => {
  await database.close()
  live.remove()
  place.remove()
})

test('copyWhileRunning copies the database of one point in time without partial transactions', async () => {
  const writers = new AbortController()
  let done = 0
  const written = Promise.all(
    [1, 2, 3].map(async (writer) => {
      while (!writers.signal.aborted) {
        const from = (done * 7 + writer) % 2000
        await database.runInOneTransaction(`
          update accounts set amount = amount - 5, note = repeat('x', ${from % 300}) where id = ${from + 1};
          update accounts set amount = amount + 5 where id = ${2000 - from};
          insert into moves default values;`)
        done += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    }),
  )
  const moments: number[] = []
  for (const name of ['first', 'second']) {
    const copyTo = database.copyTo
    await copyTo?.(at(name), () => moments.push(done))
  }
  writers.abort()
  await written
  expect(moments).toHaveLength(2)

  for (const [index, name] of ['first', 'second'].entries()) {
    const copy = await openPglite(at(name))
    const [sum] = await copy.query<{ sum: number; moves: number }>(
      'select (select sum(amount)::int from accounts) as sum, (select count(*)::int from moves) as moves',
    )
    await copy.close()
    expect(sum?.sum).toBe(200_000)
    // A transaction that is already written but not yet counted by its writer may be in the copy.
    expect((sum?.moves ?? 0) - (moments[index] ?? 0)).toBeGreaterThanOrEqual(0)
    expect((sum?.moves ?? 0) - (moments[index] ?? 0)).toBeLessThanOrEqual(3)
  }
  expect(fs.existsSync(at('second/postmaster.pid'))).toBe(false)
}, 120_000)
