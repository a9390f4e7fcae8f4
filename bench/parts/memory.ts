// Memory of the process after requests for every kind of page: with the embedded backend, and with the backend in a
// separate process. MINUTES=10 sets the duration; the default is half a minute.
import fs from 'node:fs'
import path from 'node:path'
import { startedOnce } from '#tests/support/test-databases.ts'
import { freePort, listens, run } from '#tests/support/processes.ts'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { load, getMemory } from '../load.ts'
import { type BenchSite, startSite } from '../site.ts'
import { onSmallMachine } from '../small-machine.ts'
import { type Figure, mib, perSecond } from '../table.ts'

const ASKED_MS = Number(process.env.MINUTES ?? 0.5) * 60_000
const MAX_EMBEDDED = 1024
const MAX_ALONE = 512

export async function memory(): Promise<Figure[]> {
  const directory = await startedOnce()
  const port = await freePort()
  const backend = await run(
    ['tools/backend.ts'],
    { BACKEND_PORT: String(port), DATA_DIR: directory.path },
    () => listens(`http://127.0.0.1:${port}/`),
    [],
  )
  const keys = JSON.parse(fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8')) as Record<string, string>
  const alone = {
    SUPABASE_URL: `http://127.0.0.1:${port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable_key ?? '',
    SUPABASE_SECRET_KEY: keys.secret_key ?? '',
  }
  try {
    return [
      ...(await measureMemory('embedded backend and site', MAX_EMBEDDED, {})),
      ...(await measureMemory('site alone', MAX_ALONE, alone)),
    ]
  } finally {
    await backend.stop()
    directory.remove()
  }
}

/** Measures on this machine, where V8 uses any free memory, and within the budget. */
async function measureMemory(figure: string, max: number, variables: Record<string, string>): Promise<Figure[]> {
  const start = () => startSite(undefined, [], variables)
  const free = await afterLoad(await start())
  const small = await onSmallMachine(max, start)
  if (!small) {
    return [{ figure, value: free.log, budget: mib(max), within: free.after <= max }]
  }
  const onSmall = await afterLoad(small.result)
  const value = `${onSmall.log}; with all that the kernel keeps for it ${mib(small.most())}`
  small.remove()
  return [
    { figure, value: free.log },
    { figure: `${figure}, on a machine of ${mib(max)}`, value, budget: mib(max), within: onSmall.after <= max },
  ]
}

/**
 * Requests pages of all materials, uncached searches and share pictures, ten at a time, then stops the site. Returns
 * its memory.
 */
async function afterLoad(site: BenchSite): Promise<{ after: number; log: string }> {
  const before = getMemory(site.pid)
  const slugs = readSampleContent().materials.map(({ slug }) => slug)
  let asked = 0
  const next = () => {
    asked += 1
    const slug = slugs[asked % slugs.length]
    return (
      [`/material-preview/${slug}`, `/marketplace?search=pain+${asked}`, `/share/material/${slug}.png`, '/topics-directory', '/'][
        asked % 5
      ] ?? '/'
    )
  }
  const { rate } = await load({ port: site.port, path: '' }, 10, ASKED_MS, next)
  const after = getMemory(site.pid)
  await site.end()
  return { after, log: `${mib(before)} at the start, ${mib(after)} after ${ASKED_MS / 1000} s of load at ${perSecond(rate)}` }
}
