// node bench/search.ts [materials...]: what a search costs in the database with 120, 10,000 and 100,000 materials, against SQLite's FTS5 on the
// same titles in the same run. Titles are made of the words of the shipped ones, with new places and conditions, so that common words stay
// common. Run it alone: what else the machine does falls on all sizes, but not evenly.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startBackend } from '../server/backend/start.ts'
import { readSampleContent } from '../server/seed/sample-content.ts'
import { addWorks } from './shop.ts'

const SIZES = process.argv.slice(2).map(Number)
const sizes = SIZES.length > 0 ? SIZES : [120, 10_000, 100_000]
const CALLS = 100

const content = readSampleContent()
const searches = [
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
  ['nothing', ''],
] as const

/** The one box, and suggestions while one types. */
const beside = [
  ['search_everything', 'nurses'],
  ['search_everything', 'diabetis foot'],
  ['search_everything', 'zzxxqq wvbnmq'],
  ['suggest', 'nur'],
  ['suggest', 'con'],
  ['suggest', 'hand hyg'],
  ['suggest', 'among nur'],
] as const

for (const size of sizes) {
  await measure(size)
}

async function measure(size: number) {
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-search-bench-'))
  const { openPglite } = await import('../server/backend/database.ts')
  const database = await openPglite()
  const env = { backend: { kind: 'embedded' } as const, dataDirectory, keys: {}, siteUrl: 'http://localhost' }
  const backend = await startBackend(env, { mailer: { send: async () => {} }, database })
  const sqlite = new DatabaseSync(':memory:')
  try {
    const began = performance.now()
    sqlite.exec(`create virtual table works using fts5(title, tokenize = 'porter unicode61')`)
    const insert = sqlite.prepare('insert into works (title) values (?)')
    await addWorks(
      (sql, values) => database.query(sql, values),
      size,
      (rows) => {
        sqlite.exec('begin')
        rows.forEach(({ title }) => insert.run(title))
        sqlite.exec('commit')
      },
    )
    await database.query(
      `insert into public.thesaurus (term, meaning, sort, both_ways)
       select term, meaning, sort, both_ways
         from jsonb_to_recordset($1::text::jsonb) as t (term text, meaning text, sort text, both_ways boolean)`,
      [JSON.stringify(content.thesaurus.map(({ row }) => row))],
    )
    await database.run('analyze')
    console.log(`\n${size.toLocaleString('en')} materials, loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    console.log('search                  median  slowest  page two  FTS5 median (ms)')
    const ranked = sqlite.prepare('select rowid from works where works match ? order by rank limit 25')
    const listed = sqlite.prepare('select rowid from works order by title limit 25')
    const ask = async (words: string, after: string | null, rank: number | null) => {
      const [row] = await database.query<{ page: { materials: { id: string }[]; ranks: number[] } }>(
        `select public.search_materials(search => $1, page_size => 25, after_id => $2, after_rank => $3) as page`,
        [words, after, rank],
      )
      return row?.page
    }
    for (const [name, words] of searches) {
      const first = await ask(words, null, null)
      const last = first?.materials.at(-1)?.id ?? null
      const times = await timed(() => ask(words, null, null))
      const further = last ? await timed(() => ask(words, last, first?.ranks.at(-1) ?? null)) : null
      const match = words.match(/\w+/g)?.join(' OR ')
      const theirs = await timed(() => (match ? ranked.all(match) : listed.all()))
      const cell = (ms: number | undefined) => (ms === undefined ? '-' : ms.toFixed(1)).padStart(8)
      console.log(`${name.padEnd(22)}${cell(times.median)}${cell(times.slowest)}${cell(further?.median)}${cell(theirs.median)}`)
    }
    console.log('\nfunction            typed                 median  slowest (ms)')
    for (const [called, typed] of beside) {
      const times = await timed(() => database.query(`select public.${called}($1)`, [typed]))
      console.log(
        `${called.padEnd(20)}${typed.padEnd(18)}${times.median.toFixed(1).padStart(10)}${times.slowest.toFixed(1).padStart(9)}`,
      )
    }
  } finally {
    sqlite.close()
    await backend.stop()
    fs.rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function timed(act: () => unknown) {
  const times: number[] = []
  for (let call = 0; call < CALLS + 10; call += 1) {
    const from = performance.now()
    await act()
    times.push(performance.now() - from)
  }
  // The first ones plan.
  const sorted = times.slice(10).toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 }
}
