// The cost of a search in the database with the 120 shipped materials, 10,000 and 100,000, compared with SQLite's FTS5
// on the same titles. Generated titles use the words of the shipped ones, so that common words stay common. The sizes
// alternate. LARGEST=10000 skips the largest catalogue, which takes half an hour to fill, and 12 GB of memory.
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '#server/backend/database.ts'
import { startBackend } from '#server/backend/start.ts'
import { median } from '../load.ts'
import { createDataDirectory } from '../shop.ts'
import { type Figure, ms } from '../table.ts'

const SHIPPED = 120
const LARGEST = Number(process.env.LARGEST ?? 100_000)
const SIZES = [SHIPPED, 10_000, 100_000].filter((size) => size <= LARGEST)
const CALLS = 100
/** The number of calls before measuring: the first ones plan the query. */
const WARM = 10
const MAX_RATIO = 2
const MAX_SLOWEST = 4
/** The embedded database serves one query at a time, so this is how long one search keeps others waiting. */
const MAX_BLOCKING_MS = 100

const SEARCHES = [
  ['a common word', 'nurses'],
  ['two common words', 'knowledge practice'],
  ['a rare word', 'tetanus'],
  ['an abbreviation', 'HTN'],
  ['a typing error', 'diabetis foot'],
  ['several errors', 'emergancy nurces convulson'],
  ['a phrase', 'infection control'],
  ['words that never meet', 'glaucoma kangaroo'],
  ['a whole sentence', 'assessment of hand hygiene practice among nurses in surgical ward'],
  ['nonsense', 'zzxxqq wvbnmq'],
  ['nothing typed', ''],
] as const

/** The global search, and suggestions during typing. */
const BESIDE = [
  ['global search, a common word', 'search_all', 'nurses'],
  ['global search, a typing error', 'search_all', 'diabetis foot'],
  ['global search, nonsense', 'search_all', 'zzxxqq wvbnmq'],
  ['suggestions', 'suggest', 'con'],
  ['suggestions for a second word', 'suggest', 'hand hyg'],
] as const

/** A hundred different searches, as students type them. */
const JUDGED = (
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../supabase/seed/judged/unseen-materials.json'), 'utf8')) as {
    q: string
  }[]
)
  .slice(0, 100)
  .map(({ q }) => q)

type Page = { materials: { id: string }[] }
type Catalogue = { size: number; database: Database; titles: DatabaseSync; end(): Promise<void> }

export async function search(): Promise<Figure[]> {
  const catalogues: Catalogue[] = []
  try {
    for (const size of SIZES) {
      catalogues.push(await filled(size))
    }
    const figures: Figure[] = []
    for (const [name, words] of SEARCHES) {
      const first = await Promise.all(catalogues.map(({ database }) => ask(database, words)))
      figures.push(
        result(
          name,
          await alternate(
            catalogues.map(
              ({ database }) =>
                () =>
                  ask(database, words),
            ),
          ),
          getFloor(catalogues, words),
        ),
      )
      if (first.every((page) => page.materials.length === 25)) {
        const further = catalogues.map(
          ({ database }) =>
            () =>
              ask(database, words, 25),
        )
        figures.push(result(`${name}, page two`, await alternate(further)))
      }
    }
    figures.push(await hundredSearches(catalogues))
    for (const [name, called, values] of BESIDE) {
      figures.push(
        result(
          name,
          await alternate(
            catalogues.map(
              ({ database }) =>
                () =>
                  database.query(`select public.${called}($1)`, [values]),
            ),
          ),
        ),
      )
    }
    return figures
  } finally {
    await Promise.all(catalogues.map((catalogue) => catalogue.end()))
  }
}

/** Measures each of a hundred searches once warm: the median and the slowest, against those of the smallest catalogue. */
async function hundredSearches(catalogues: readonly Catalogue[]): Promise<Figure> {
  const times: number[][] = catalogues.map(() => [])
  for (const words of JUDGED) {
    for (const [at, { database }] of catalogues.entries()) {
      await ask(database, words)
      const from = performance.now()
      await ask(database, words)
      times[at]?.push(performance.now() - from)
    }
  }
  const bySize = times.map((all) => ({ median: median(all), slowest: Math.max(...all) }))
  const [small, large] = [bySize[0], bySize.at(-1)]
  const [ratio, slowest] = [(large?.median ?? 0) / (small?.median ?? 1), (large?.slowest ?? 0) / (small?.slowest ?? 1)]
  return {
    figure: `a hundred different searches, with ${SIZES.map((size) => size.toLocaleString('en')).join(' / ')}`,
    value: `median ${bySize.map((each) => ms(each.median)).join(' / ')}: ${ratio.toFixed(2)} times; slowest ${bySize.map((each) => ms(each.slowest)).join(' / ')}: ${slowest.toFixed(2)} times`,
    budget: `${MAX_RATIO} times; ${MAX_SLOWEST} times and ${MAX_BLOCKING_MS} ms`,
    within: ratio <= MAX_RATIO && slowest <= MAX_SLOWEST && (large?.slowest ?? 0) <= MAX_BLOCKING_MS,
  }
}

async function filled(size: number): Promise<Catalogue> {
  const directory = await createDataDirectory(size - SHIPPED)
  const { database, stop } = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: directory.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  await vacuum(database)
  const titles = new DatabaseSync(':memory:')
  titles.exec(`create virtual table works using fts5(title, tokenize = 'porter unicode61')`)
  const insert = titles.prepare('insert into works (title) values (?)')
  titles.exec('begin')
  for (const { title } of await database.query<{ title: string }>('select title from public.research_materials')) {
    insert.run(title)
  }
  titles.exec('commit')
  return {
    size,
    database,
    titles,
    async end() {
      titles.close()
      await stop()
      directory.remove()
    },
  }
}

/** Vacuums as the nightly job does (server/jobs/vacuum.ts). */
async function vacuum(database: Database): Promise<void> {
  for (const { name } of await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
  )) {
    await database.run(`vacuum (analyze) ${name}`)
  }
}

async function ask(database: Database, words: string, skip = 0): Promise<Page> {
  const [row] = await database.query<{ page: Page }>(
    `select public.search_materials(search => $1, page_size => 25, skip => $2) as page`,
    [words, skip],
  )
  return row?.page ?? { materials: [] }
}

type Times = { median: number; slowest: number }

/** Returns the times of each call. The calls alternate. */
async function alternate(acts: (() => Promise<unknown>)[]): Promise<Times[]> {
  const times: number[][] = acts.map(() => [])
  for (let call = -WARM; call < CALLS; call += 1) {
    for (const [at, act] of acts.entries()) {
      const from = performance.now()
      await act()
      if (call >= 0) {
        times[at]?.push(performance.now() - from)
      }
    }
  }
  return times.map((all) => ({ median: median(all), slowest: Math.max(...all) }))
}

/** Measures SQLite: the 25 best titles of the largest catalogue. */
function getFloor(catalogues: readonly Catalogue[], words: string): number {
  const titles = catalogues.at(-1)?.titles
  if (!titles) {
    return 0
  }
  const match = words.match(/\w+/g)?.join(' OR ')
  const ranked = titles.prepare('select rowid from works where works match ? order by rank limit 25')
  const listed = titles.prepare('select rowid from works order by title limit 25')
  const times = Array.from({ length: CALLS }, () => {
    const from = performance.now()
    if (match) {
      ranked.all(match)
    } else {
      listed.all()
    }
    return performance.now() - from
  })
  return median(times)
}

function result(name: string, times: readonly Times[], floor?: number): Figure {
  const [small, large] = [times[0], times.at(-1)]
  const [ratio, slowest] = [(large?.median ?? 0) / (small?.median ?? 1), (large?.slowest ?? 0) / (small?.median ?? 1)]
  return {
    figure: `${name}, with ${SIZES.map((size) => size.toLocaleString('en')).join(' / ')}`,
    value: `${times.map((each) => ms(each.median)).join(' / ')}: ${ratio.toFixed(2)} times; slowest of ${CALLS} ${slowest.toFixed(1)} times`,
    budget: `${MAX_RATIO} times; ${MAX_SLOWEST} times`,
    ...(floor === undefined ? {} : { ratio: `FTS5 ${ms(floor)}` }),
    within: ratio <= MAX_RATIO && slowest <= MAX_SLOWEST,
  }
}
