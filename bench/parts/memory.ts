// What the process holds after it was asked for everything: with the backend in it, and the site alone before a backend of its own process.
// MINUTES=10 asks for so long; half a minute otherwise.
import fs from 'node:fs'
import path from 'node:path'
import { startedOnce } from '../../tests/support/prepared.ts'
import { freePort, listens, run } from '../../tests/support/processes.ts'
import { readSampleContent } from '../../server/seed/sample-content.ts'
import { load, memoryOf } from '../load.ts'
import { type BenchSite, startSite } from '../site.ts'
import { type Figure, mib } from '../table.ts'

const ASKED_MS = Number(process.env.MINUTES ?? 0.5) * 60_000
const MOST_EMBEDDED = 1024
const MOST_ALONE = 512

export async function memory(): Promise<Figure[]> {
  const embedded = await startSite()
  const ofEmbedded = await afterLoad(embedded)
  await embedded.end()

  const directory = await startedOnce()
  const port = await freePort()
  const backend = await run(
    ['scripts/backend.ts'],
    { BACKEND_PORT: String(port), DATA_DIR: directory.path },
    () => listens(`http://127.0.0.1:${port}/`),
    [],
  )
  const keys = JSON.parse(fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8')) as Record<string, string>
  const alone = await startSite(undefined, [], {
    SUPABASE_URL: `http://127.0.0.1:${port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable_key ?? '',
    SUPABASE_SECRET_KEY: keys.secret_key ?? '',
  })
  const ofAlone = await afterLoad(alone)
  await alone.end()
  await backend.stop()
  directory.remove()
  return [
    {
      figure: 'embedded backend and site',
      value: told(ofEmbedded),
      budget: mib(MOST_EMBEDDED),
      within: ofEmbedded.after <= MOST_EMBEDDED,
    },
    { figure: 'site alone', value: told(ofAlone), budget: mib(MOST_ALONE), within: ofAlone.after <= MOST_ALONE },
  ]
}

type Held = { before: number; after: number }
const told = ({ before, after }: Held) => `${mib(before)} at the start, ${mib(after)} after ${ASKED_MS / 1000} s of load`

/** Pages of all works, searches that nobody asked before, and share pictures, ten at a time. */
async function afterLoad(site: BenchSite): Promise<Held> {
  const before = memoryOf(site.pid)
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
  await load({ port: site.port, path: '' }, 10, ASKED_MS, next)
  return { before, after: memoryOf(site.pid) }
}
