// Throughput of one process: cached pages compared with a bare Node server with the same bytes, rendered pages with
// cached data, and uncached searches. Rounds of a second alternate, so that other load on the machine affects all
// alike.
import type http from 'node:http'
import { ask } from '#tests/support/http.ts'
import { startBare } from '../bare.ts'
import { getCpu, load, type Load, median, getMemory } from '../load.ts'
import { startSite } from '../site.ts'
import { type Figure, mib, ms, perSecond, times } from '../table.ts'

const ROUNDS = 5
const ROUND_MS = 1000
const CONNECTIONS = 10
const MIN_RATIO = 0.7
const MIN_RENDERED = 384
const PAGES = {
  home: '/',
  marketplace: '/marketplace',
  'a material': '/material-preview/medication-adherence-hypertension-enugu',
  topics: '/topics-directory',
}
const WORDS = ['malaria', 'nurses', 'labour', 'hygiene', 'pressure sores', 'diabetes', 'knowledge', 'postnatal care', 'anaemia']

let requests = 0

/** Returns an address of the same page that was not requested before, so that no cached page matches. */
function uncached(path: string): string {
  requests += 1
  return `${path}?request=${requests}`
}

export async function server(): Promise<Figure[]> {
  const site = await startSite()
  try {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const stored = await cachedResponse(site.url + path)
      const bare = await startBare(stored)
      const floor = { port: bare.port, path }
      const [bareResult, cachedResult, rendered] = await alternate([
        () => load(floor, CONNECTIONS, ROUND_MS),
        () => load({ port: site.port, path }, CONNECTIONS, ROUND_MS),
        () => load({ port: site.port, path, encoding: 'identity' }, CONNECTIONS, ROUND_MS, () => uncached(path)),
      ])
      await bare.stop()
      figures.push({ figure: `${name}: a bare Node server`, value: perSecond(bareResult.rate) })
      figures.push({
        figure: `${name}: cached`,
        value: `${perSecond(cachedResult.rate)}, p99 ${ms(cachedResult.p99)}`,
        budget: `ratio ${MIN_RATIO}`,
        ratio: times(cachedResult.rate, bareResult.rate),
        within: cachedResult.rate >= MIN_RATIO * bareResult.rate,
      })
      figures.push({
        figure: `${name}: rendered`,
        value: `${perSecond(rendered.rate)}, p50 ${ms(rendered.p50)}, p99 ${ms(rendered.p99)}`,
        budget: `${MIN_RENDERED}/s`,
        ratio: times(rendered.rate, bareResult.rate),
        within: rendered.rate >= MIN_RENDERED,
      })
    }
    for (const connections of [1, 10, 50]) {
      const before = getCpu(site.pid)
      const uncachedLoad = await load({ port: site.port, path: '', encoding: 'identity' }, connections, 3 * ROUND_MS, () =>
        uncached('/marketplace'),
      )
      const cpu = (getCpu(site.pid) - before) / (uncachedLoad.rate * 3)
      figures.push({
        figure: `marketplace rendered, ${connections} at once`,
        value: `${perSecond(uncachedLoad.rate)}, p50 ${ms(uncachedLoad.p50)}, p99 ${ms(uncachedLoad.p99)}, ${cpu.toFixed(1)} CPU-ms each`,
      })
    }
    let asked = 0
    const unheard = () => {
      asked += 1
      return `/marketplace?search=${encodeURIComponent(`${WORDS[asked % WORDS.length]} ${asked}`)}`
    }
    const cold = await load({ port: site.port, path: '' }, 10, 3 * ROUND_MS, unheard)
    figures.push({
      figure: 'searches that nobody asked before, 10 at once',
      value: `${perSecond(cold.rate)}, p50 ${ms(cold.p50)}, p99 ${ms(cold.p99)}`,
    })
    figures.push({
      figure: 'memory after this',
      value: mib(getMemory(site.pid)),
      budget: '1024 MiB',
      within: getMemory(site.pid) <= 1024,
    })
    return figures
  } finally {
    await site.end()
  }
}

/** Returns the medians of alternating rounds. */
async function alternate(rounds: [() => Promise<Load>, () => Promise<Load>, () => Promise<Load>]): Promise<[Load, Load, Load]> {
  const seen: [Load[], Load[], Load[]] = [[], [], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, act] of rounds.entries()) {
      const one = await act()
      // The first round warms up.
      if (round >= 0) {
        seen[at]?.push(one)
      }
    }
  }
  const middle = (all: Load[]): Load => ({
    rate: median(all.map(({ rate }) => rate)),
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
  })
  return [middle(seen[0]), middle(seen[1]), middle(seen[2])]
}

/** Returns a page as it is sent after several requests. */
async function cachedResponse(address: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  for (let tries = 0; tries < 8; tries += 1) {
    await ask(address, { headers: { 'accept-encoding': 'br' } })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return ask(address, { headers: { 'accept-encoding': 'br' } })
}
