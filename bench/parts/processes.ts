// Pages per second of one and two site processes on one backend process. Processes and load share the cores of this
// machine. Rounds alternate, so that other work affects both alike.
import fs from 'node:fs'
import path from 'node:path'
import { cookieHeader, send } from '#tests/support/http.ts'
import { DEMO_PASSWORD, startedOnce } from '#tests/support/test-databases.ts'
import { freePort, listens, run, temporaryDirectory } from '#tests/support/processes.ts'
import { load, median } from '../load.ts'
import { startSite } from '../site.ts'
import { type Figure, ms, perSecond, times } from '../table.ts'

const ROUNDS = 5
const ROUND_MS = 2000
const CONNECTIONS = 12

/** A page and its visitor. Cached data takes no query, a session takes one, a dashboard six. */
const PAGES = [
  { name: 'home, rendered from cached data', path: '/', signedIn: false },
  { name: 'a material, signed in', path: '/material-preview/medication-adherence-hypertension-enugu', signedIn: true },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
] as const

export async function processes(): Promise<Figure[]> {
  const directory = await startedOnce()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const backend = await run(
    ['tools/backend.ts'],
    { DATA_DIR: directory.path, BACKEND_PORT: String(port) },
    () => listens(url),
    [],
  )
  const { publishable_key = '', secret_key = '' } = JSON.parse(
    fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8'),
  ) as Record<string, string>
  const variables = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishable_key, SUPABASE_SECRET_KEY: secret_key }
  const sites = [await startSite(temporaryDirectory(), [], variables), await startSite(temporaryDirectory(), [], variables)]
  try {
    const form = { intent: 'login', email: 'student@lamplight.example', password: DEMO_PASSWORD }
    const cookie = cookieHeader((await send(`${sites[0]?.url}/auth`, form)).cookies)
    const figures: Figure[] = []
    for (const { name, path: page, signedIn } of PAGES) {
      const asked = sites.map((site) => ({
        port: site.port,
        path: page,
        // Clients that accept no encoding never get a cached page.
        encoding: 'identity',
        ...(signedIn ? { cookie } : {}),
      }))
      const [one, two] = await alternate(asked)
      figures.push({ figure: `${name}: one process`, value: `${perSecond(one.rate)}, p99 ${ms(one.p99)}` })
      figures.push({
        figure: `${name}: two processes (ratio to one)`,
        value: `${perSecond(two.rate)}, p99 ${ms(two.p99)}`,
        ratio: times(two.rate, one.rate),
      })
    }
    return figures
  } finally {
    await Promise.all(sites.map((site) => site.end()))
    await backend.stop()
    directory.remove()
  }
}

type Asked = Parameters<typeof load>[0]
type Round = { rate: number; p99: number }

/** Returns the medians of alternating rounds: all connections to the first process, and half of them to each. */
async function alternate(asked: readonly Asked[]): Promise<[Round, Round]> {
  const [first] = asked
  const seen: [Round[], Round[]] = [[], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    const alone = first ? await load(first, CONNECTIONS, ROUND_MS) : { rate: 0, p99: 0 }
    const each = await Promise.all(asked.map((one) => load(one, CONNECTIONS / asked.length, ROUND_MS)))
    // The first round warms up.
    if (round >= 0) {
      seen[0].push(alone)
      seen[1].push({ rate: each.reduce((sum, { rate }) => sum + rate, 0), p99: Math.max(...each.map(({ p99 }) => p99)) })
    }
  }
  const middle = (all: Round[]): Round => ({
    rate: median(all.map(({ rate }) => rate)),
    p99: median(all.map(({ p99 }) => p99)),
  })
  return [middle(seen[0]), middle(seen[1])]
}
