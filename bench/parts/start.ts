// The time from `node server/main.ts` to the first response, with an empty and with an existing data directory.
import { temporaryDirectory } from '#tests/support/processes.ts'
import { getCpu, median, getMemory } from '../load.ts'
import { startSite } from '../site.ts'
import { type Figure, mib, ms } from '../table.ts'

const FRESH_MS = 60_000
const WARM_MS = 3000

export async function start(): Promise<Figure[]> {
  const fresh = await timed(() => startSite(temporaryDirectory()))
  const warm: Awaited<ReturnType<typeof timed>>[] = []
  for (let round = 0; round < 5; round += 1) {
    warm.push(await timed(() => startSite()))
  }
  const warmMs = median(warm.map(({ took }) => took))
  return [
    {
      figure: 'with an empty directory: migrations and sample content',
      value: ms(fresh.took),
      budget: ms(FRESH_MS),
      within: fresh.took <= FRESH_MS,
    },
    { figure: 'started before', value: ms(warmMs), budget: ms(WARM_MS), within: warmMs <= WARM_MS },
    { figure: 'work of a start, all threads', value: ms(median(warm.map(({ cpu }) => cpu))) },
    { figure: 'memory at the first answer', value: mib(median(warm.map(({ memory }) => memory))) },
  ]
}

/** Measures a start, without the copy of the data directory before it. */
async function timed(begin: () => ReturnType<typeof startSite>) {
  const site = await begin()
  const took = site.took
  const seen = { took, cpu: getCpu(site.pid), memory: getMemory(site.pid) }
  await site.end()
  return seen
}
