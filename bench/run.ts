// npm run bench [-- parts...]: the figures of docs/performance.md as one table, also written to bench/results (not in
// git). Everything runs on the loopback address, in temporary directories. Parts: bytes, start, server, processes,
// search, growth, others, upload, sign-in, memory, phone. All together take about a quarter of an hour on two cores.
// LARGEST=100000 sets the most materials of `growth`, MINUTES=10 the duration of `memory`.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { picture } from './picture.ts'
import { bytes } from './parts/bytes.ts'
import { grown, growth, type Grown } from './parts/growth.ts'
import { memory } from './parts/memory.ts'
import { others } from './parts/others.ts'
import { phone } from './parts/phone.ts'
import { processes } from './parts/processes.ts'
import { server } from './parts/server.ts'
import { search } from './parts/search.ts'
import { signIns } from './parts/sign-in.ts'
import { start } from './parts/start.ts'
import { uploads } from './parts/upload.ts'
import { type Figure, type Part, getTable } from './table.ts'

let pages: Grown[] = []
const PARTS: Record<string, () => Promise<Figure[]>> = {
  bytes,
  start,
  server,
  processes,
  search,
  growth: async () => {
    pages = await grown()
    return growth(pages)
  },
  others,
  upload: uploads,
  'sign-in': signIns,
  memory,
  phone,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}
const results: Part[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) {
    console.log(`${name} ...`)
    results.push({ name, figures: await measure() })
  }
}
const table = getTable(results)
console.log(`\n${table}`)

const directory = path.join(import.meta.dirname, 'results')
fs.mkdirSync(directory, { recursive: true })
const day = new Date().toISOString().slice(0, 10)
const of = asked.length === 0 ? '' : `-${results.map(({ name }) => name).join('-')}`
const machine = `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, load at the end ${os.loadavg()[0]?.toFixed(1)}`
fs.writeFileSync(
  path.join(directory, `${day}${of}.md`),
  `# Bench of ${day}\n\n\`npm run bench${of ? ` -- ${asked.join(' ')}` : ''}\` on ${machine}.\n\n${table}\n`,
)
if (pages.length > 0) {
  fs.writeFileSync(path.join(import.meta.dirname, '../docs/pictures/growth.svg'), picture(pages))
}
process.exit()
