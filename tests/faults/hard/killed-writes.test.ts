/* kill -9 during writes and during a first start. Only `npm run test:hard` runs it, with a hundred kills (KILLS). */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getClient, startBackend, startedOnce } from '#tests/process/sites.ts'
import { FOR_A_SHORT_LIFE, freePort, listens, start, temporaryDirectory } from '#tests/support/processes.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const WRITERS = 6

/** Writes rows until the process has ended. Adds each acknowledged topic to `acknowledged`. */
async function writeUntilKilled(
  service: ReturnType<typeof getClient>,
  name: string,
  acknowledged: string[],
  isOver: () => boolean,
) {
  for (let row = 0; !isOver(); row += 1) {
    const topic = `Topic ${row} of ${name}`
    const { error } = await service.from('topics_directory').insert({ topic, subject_area: 'Killed' })
    if (error) {
      return
    }
    acknowledged.push(topic)
  }
}

test(`the database retains every acknowledged row through ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
  const directory = await startedOnce('none')
  const stored = { path: directory.path, remove: () => {} }
  const backendPort = String(await freePort())
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const backend = await startBackend({ SEED: 'none', BACKEND_PORT: backendPort }, stored)
    const service = getClient(backend.url, backend.keys.secret_key)
    let isOver = false
    const before = acknowledged.length
    const writers = Array.from({ length: WRITERS }, (_, nth) =>
      writeUntilKilled(service, `writer ${nth} before kill ${kill}`, acknowledged, () => isOver),
    )
    // Some kills come early, some late, and each during writes.
    while (acknowledged.length < before + 1 + (kill % 40)) {
      await wait(1)
    }
    backend.running.process.kill('SIGKILL')
    await backend.running.ended
    isOver = true
    await Promise.all(writers)
  }
  const backend = await startBackend({ SEED: 'none', BACKEND_PORT: backendPort }, stored)
  const service = getClient(backend.url, backend.keys.secret_key)
  const found = new Set<string>()
  for (let from = 0; ; from += 1000) {
    const { data } = await service
      .from('topics_directory')
      .select('topic')
      .eq('subject_area', 'Killed')
      .order('id')
      .range(from, from + 999)
      .throwOnError()
    data.forEach(({ topic }) => found.add(topic))
    if (data.length < 1000) {
      break
    }
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS)
  expect(acknowledged.filter((topic) => !found.has(topic))).toEqual([])
  await backend.end()
  directory.remove()
})

test('a start finishes a first start that was killed while it created its database', { timeout: 3_600_000 }, async () => {
  for (const ms of [100, 400, 800, 1500, 3000]) {
    const directory = temporaryDirectory()
    const port = String(await freePort())
    const variables = { DATA_DIR: directory.path, BACKEND_PORT: port }
    const killed = start(process.execPath, [...FOR_A_SHORT_LIFE, 'tools/backend.ts'], variables)
    await wait(ms)
    killed.process.kill('SIGKILL')
    await killed.ended
    const backend = await startBackend({ BACKEND_PORT: port }, { path: directory.path, remove: directory.remove })
    expect(await listens(`${backend.url}/`)).toBe(true)
    const { count } = await getClient(backend.url, backend.keys.secret_key)
      .from('research_materials')
      .select('id', { count: 'exact', head: true })
      .throwOnError()
    expect(count).toBeGreaterThan(100)
    await backend.end()
  }
})
