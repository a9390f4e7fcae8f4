// node bench/backup.ts [materials]: measures how long a backup of 10,000 materials delays visitors of the running site.
// A visitor requests a page repeatedly; the process itself reports the delay of its event loop. Run nothing else at the
// same time.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openControlSocket } from '#server/backend/control-socket.ts'
import { lockDataDirectory } from '#server/backend/data-directory-lock.ts'
import { createSnapshot } from '#server/backend/snapshot.ts'
import { startBackend } from '#server/backend/start.ts'
import { loadSampleContent } from '#server/seed/sample-content.ts'
import { clientWithSecretKey } from '#server/service-client.ts'

const materials = Number(process.argv[2] ?? 10_000)
const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-backup-bench-'))
const unlock = lockDataDirectory(dataDirectory)
const env = { backend: { kind: 'embedded' } as const, dataDirectory, keys: {}, siteUrl: 'http://localhost' }
const mailer = { send: async () => {} }
const first = await startBackend(env, { mailer })
await loadSampleContent(
  clientWithSecretKey({ url: first.url, secretKey: first.keys.secret_key, fetch: first.fetch }, { repeats: false }),
)
for (let from = 0; from < materials; from += 1000) {
  await first.database.query(
    `insert into public.research_materials (slug, title, category, subject_area, price, year_of_study, abstract, chapter_one_preview, published_at)
     select 'many-' || at, m.title || ' ' || at, m.category, m.subject_area, 3500, m.year_of_study, m.abstract, m.chapter_one_preview, now()
       from generate_series($1::int, $2::int) at
       join (select *, row_number() over (order by id) - 1 as n, count(*) over () as all from public.research_materials where slug not like 'many-%') m
         on m.n = at % m.all`,
    [from, from + 999],
  )
}
// Some thousand stored files, as a shop of this size has them.
for (let at = 0; at < 2000; at += 1) {
  const { eTag } = await first.storage.uploadObject(
    'material-uploads',
    `${at}.pdf`,
    undefined,
    Buffer.alloc(50_000, at),
    'application/pdf',
    'no-cache',
  )
  await first.database.query(
    `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, jsonb_build_object('eTag', $2::text))`,
    [`${at}.pdf`, eTag],
  )
}
// Restart, because a real site does not serve from the process that seeded it.
await first.stop()
const backend = await startBackend(env, { mailer })
const door = await openControlSocket(backend, dataDirectory)

const ask = async () => {
  const began = performance.now()
  const response = await backend.fetch(
    `${backend.url}/rest/v1/research_materials?select=id,title&limit=24&order=published_at.desc`,
    {
      headers: { apikey: backend.keys.publishable_key },
    },
  )
  await response.text()
  return performance.now() - began
}
async function askUntil(over: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const ended = new AbortController()
  void over.finally(() => ended.abort())
  while (!ended.signal.aborted) {
    took.push(await ask())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return took
}
const delay = monitorEventLoopDelay({ resolution: 5 })
const report = (what: string, took: number[]) =>
  console.log(
    `${what}: ${took.length} requests, the slowest ${Math.max(...took).toFixed(0)} ms; event loop ${(delay.max / 1e6).toFixed(0)} ms at most, ` +
      `${(delay.percentile(99) / 1e6).toFixed(0)} ms in 99 of 100`,
  )

await ask()
delay.enable()
report('without a backup', await askUntil(new Promise((resolve) => setTimeout(resolve, 5000))))
delay.reset()
// Only the part of the backup that runs in the site's process. The rest runs in another process and only competes for
// cores.
const copying = (async () => {
  const copy = await createSnapshot(backend, dataDirectory)
  await copy.releaseSnapshot()
})()
report('while the copy is made and removed', await askUntil(copying))
delay.reset()
const file = path.join(dataDirectory, 'bench.backup')
const backup = new Promise<void>((resolve, reject) => {
  const child = spawn(process.execPath, ['tools/backup.ts', file], {
    stdio: 'inherit',
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory, BACKUP_PASSPHRASE: 'only for this bench' },
  })
  child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))))
})
report('during a backup', await askUntil(backup))
door.close()
await backend.stop()
unlock()
fs.rmSync(dataDirectory, { recursive: true })
