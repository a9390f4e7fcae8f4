import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, root, runToEnd, start, temporaryDirectory, until } from '../support/processes.ts'
import { ask } from '../support/http.ts'
import { openPglite } from '#server/backend/database.ts'
import { schemaDump } from '#scripts/schema-catalogue/schema-dump.ts'
import { getClient, shared, startBackend, startedOnce, whenOver } from './sites.ts'

const getLock = (directory: string) => path.join(directory, 'process.lock')
/** Above the highest process number of Linux. */
const NOBODY = 4_194_305

test.each(['server/main.ts', 'tools/backend.ts'])(
  'a second process (%s) on the same data directory exits with a sentence and does not disturb the first',
  async (program) => {
    const lock = fs.readFileSync(getLock(shared.dataDirectory), 'utf8')
    const { code, output } = await runToEnd([program], {
      DATA_DIR: shared.dataDirectory,
      PORT: String(await freePort()),
      BACKEND_PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(output).toBe(
      `Another Lamplight (process ${(JSON.parse(lock) as { pid: number }).pid}) is using ${shared.dataDirectory}. Stop it first, or give this one a DATA_DIR of its own.\n`,
    )
    expect(fs.readFileSync(getLock(shared.dataDirectory), 'utf8')).toBe(lock)
    expect((await ask(`${shared.url}/healthz`)).status).toBe(200)
    expect((await ask(`${shared.url}/marketplace?search=ethics`)).status).toBe(200)
  },
)

test('a start after kill -9 takes the stale lock over and finds every acknowledged row', async () => {
  const directory = await startedOnce('none')
  const stored = { path: directory.path, remove: () => {} }
  const backendPort = await freePort()
  // The backend alone: orders-killed.test.ts kills and restarts a whole app.
  const variables = { SEED: 'none', BACKEND_PORT: String(backendPort) }
  const killed = await startBackend(variables, stored)
  const service = getClient(killed.url, killed.keys.secret_key)

  // Six writers at once, so that the kill interrupts running writes.
  const acknowledged: string[] = []
  let killing = false
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let row = 0; !killing; row += 1) {
      const topic = `Topic ${row} of writer ${writer}`
      const { error } = await service.from('topics_directory').insert({ topic, subject_area: 'Writers' })
      if (error && !killing) {
        throw new Error(error.message)
      }
      if (error) {
        return
      }
      acknowledged.push(topic)
      if (acknowledged.length === 60) {
        killing = true
        killed.running.process.kill('SIGKILL')
      }
    }
  })
  await Promise.all(writers)
  await killed.running.ended
  expect(acknowledged.length).toBeGreaterThanOrEqual(60)
  expect(fs.existsSync(getLock(directory.path))).toBe(true)

  const again = await startBackend(variables, directory)
  const { data } = await service.from('topics_directory').select('topic').eq('subject_area', 'Writers')
  const found = new Set(data?.map(({ topic }) => topic))
  expect(acknowledged.filter((topic) => !found.has(topic))).toEqual([])
  expect((JSON.parse(fs.readFileSync(getLock(directory.path), 'utf8')) as { pid: number }).pid).toBe(again.running.process.pid)
  await again.end()
  expect(fs.existsSync(directory.path)).toBe(false)
})

test('exactly one of many simultaneous processes gets a directory with a stale lock or none', async () => {
  const directory = temporaryDirectory()
  const names = Array.from({ length: 150 }, (_, round) => `round-${String(round).padStart(3, '0')}`)
  for (const [round, name] of names.entries()) {
    const each = path.join(directory.path, name)
    fs.mkdirSync(each)
    if (round % 3 !== 0) {
      // The lock of a dead process, one whose number another process has by now, or half a lock.
      fs.writeFileSync(getLock(each), round % 3 === 1 ? JSON.stringify({ pid: NOBODY, startedAt: '1' }) : '{"pid":1,')
    }
  }
  const contender = path.join(root, 'tests/process/lock-contender.ts')
  const at = String(Date.now() + 2000)
  const contenders = Array.from({ length: 4 }, () => start(process.execPath, [contender, directory.path, at, ...names], {}))
  await Promise.all(contenders.map((each) => until(() => each.output().includes('done'), each)))
  const winners = contenders.flatMap((each) => each.output().match(/round-\d{3}/g) ?? [])
  await Promise.all(contenders.map((each) => each.stop()))
  directory.remove()
  expect(winners.toSorted()).toEqual(names)
})

test('a data directory of another version is rejected in one sentence and left unchanged', async () => {
  const directory = await startedOnce('none')
  whenOver(directory.remove)
  const database = path.join(directory.path, 'postgres')
  /** Returns the database's contents, its applied migrations, and the other files. */
  const contents = async (before?: string) => {
    const opened = await openPglite(database)
    try {
      if (before) {
        await opened.run(before)
      }
      return {
        applied: await opened.query('select * from supabase_migrations.schema_migrations order by version'),
        files: fs.readdirSync(directory.path),
        keys: fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8'),
        dump: await schemaDump(opened),
      }
    } finally {
      await opened.close()
    }
  }
  const asItWas = await contents(
    `insert into supabase_migrations.schema_migrations (version, name) values ('20261120090000', 'shared_functions')`,
  )
  const { code, output } = await runToEnd(['server/main.ts'], { DATA_DIR: directory.path, PORT: String(await freePort()) })
  expect(output).toBe(
    `The database in ${directory.path} was made by another version of Lamplight: its migration 20261120090000_shared_functions is none of this version. It was left as it is. Start the version that made it, or give this one an empty DATA_DIR.\n`,
  )
  expect(code).toBe(1)
  expect(await contents()).toEqual(asItWas)
})
