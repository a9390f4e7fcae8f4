import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { ifMissing } from '../missing-file.ts'
import { readToEnd } from './bytes.ts'
import { differences, loadInSteps } from './load.ts'
import type { About, Part, Total } from './parts.ts'
import { filesOf, makeTables, openPlace, type Place, refuseFull, refuseOtherVersions, takePlace } from './place.ts'
import { openPostgres, type Session } from './session.ts'

/** What a move found or did; `already`: tables that an earlier try had brought. */
export type Moved = { about: About; total: Total; already: number; milliseconds: number }

/** Counts everything at the source and looks whether the target could take it. Nothing is changed on either side. */
export async function lookBeforeMoving(parts: () => AsyncIterable<Part>, target: Place): Promise<{ about: About; total: Total }> {
  if ((await begun(target)) === null) {
    await refuseFull(target)
  }
  return counted(parts())
}

/**
 * Brings a backend to another place. The source is only read. When it breaks off, the same command goes on where it was: tables and files
 * that are there and equal are not brought again.
 * @param parts reads the source from its beginning, each time it is called. It must not change meanwhile.
 * @throws a sentence when the target is not empty, or when something differs in the end.
 */
export async function move(parts: () => AsyncIterable<Part>, target: Place): Promise<Moved> {
  const beganAt = performance.now()
  const { about, total } = await lookBeforeMoving(parts, target)
  const building = buildingOf(target)
  if ((await begun(target)) === null) {
    fs.rmSync(building, { recursive: true, force: true })
    fs.mkdirSync(building, { recursive: true, mode: 0o700 })
    const id = randomUUID()
    await makeTables(target, building, about)
    const session = await openPlace(target, building)
    try {
      await session.query('create table supabase_migrations.unfinished_move (id uuid primary key)')
      await session.query('insert into supabase_migrations.unfinished_move values ($1)', [id])
    } finally {
      await session.close()
    }
    // Written last: a move that broke off before has no tables worth keeping.
    fs.writeFileSync(noteIn(building), JSON.stringify({ id }), { mode: 0o600 })
  }
  const session = await openPlace(target, building)
  let already: number
  try {
    const here = await differences(session, about.tables, total.tables)
    already = about.tables.length - here.length
    await loadInSteps(parts(), { session, ...filesOf(building) }, new Set(here))
    const differ = await differences(session, about.tables, total.tables)
    if (differ.length > 0) {
      throw new Error(
        `These tables are not as they are at the source: ${differ.join(', ')}. Did it change meanwhile? Run it again.`,
      )
    }
    await session.query('drop table supabase_migrations.unfinished_move')
  } finally {
    await session.close()
  }
  fs.rmSync(noteIn(building))
  takePlace(building, target)
  return { about, total, already, milliseconds: performance.now() - beganAt }
}

async function counted(parts: AsyncIterable<Part>): Promise<{ about: About; total: Total }> {
  let about: About | null = null
  for await (const part of parts) {
    if (part.kind === 'about') {
      about = part.about
      await refuseOtherVersions(about, 'The source')
    } else if (part.kind === 'file') {
      await readToEnd(part.bytes)
    } else if (part.kind === 'total' && about) {
      return { about, total: part.total }
    }
  }
  throw new Error('The source could not be read to its end')
}

const buildingOf = ({ dataDirectory }: Place): string => `${path.resolve(dataDirectory)}.building`
const noteIn = (building: string): string => path.join(building, 'unfinished-move.json')
const note = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() }))

/** The move into this place that broke off; null when there is none. The note in the folder and the one in the database must be one move's. */
async function begun(target: Place): Promise<string | null> {
  const text = await fs.promises.readFile(noteIn(buildingOf(target)), 'utf8').catch(ifMissing(null))
  if (text === null) {
    return null
  }
  const { id } = v.parse(note, text)
  if (target.databaseUrl === null) {
    return id
  }
  const session = await openPostgres(target.databaseUrl)
  try {
    return (await idIn(session)) === id ? id : null
  } finally {
    await session.close()
  }
}

async function idIn(session: Session): Promise<string | null> {
  const [table] = await session.query<{ made: boolean }>(
    `select to_regclass('supabase_migrations.unfinished_move') is not null as made`,
  )
  if (!table?.made) {
    return null
  }
  const [row] = await session.query<{ id: string }>('select id::text as id from supabase_migrations.unfinished_move')
  return row?.id ?? null
}
