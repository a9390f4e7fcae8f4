import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { ifMissing } from '#server/missing-file.ts'
import type { Destination } from './destination.ts'
import { getFiles, makeTables, openPlace, type Place, refuseFull, takePlace } from './target.ts'
import { openPostgres, type Session } from './session.ts'
import { getTables } from './tables.ts'

/**
 * Returns a data directory, and its PostgreSQL if any, as the destination of a move. The directory gets its name at the
 * end.
 */
export function placeDestination(place: Place): Destination {
  const building = `${path.resolve(place.dataDirectory)}.building`
  const note = path.join(building, 'unfinished-move.json')
  return {
    filesFirst: false,
    /** The records in the folder and in the database must be of the same move. */
    async hasStarted() {
      const text = await fs.promises.readFile(note, 'utf8').catch(ifMissing(null))
      if (text === null) {
        return false
      }
      const { id } = v.parse(orLog, text)
      if (place.databaseUrl === null) {
        return true
      }
      const session = await openPostgres(place.databaseUrl)
      try {
        return (await idIn(session)) === id
      } finally {
        await session.close()
      }
    },
    refuseFull: () => refuseFull(place),
    async begin(about) {
      fs.rmSync(building, { recursive: true, force: true })
      fs.mkdirSync(building, { recursive: true, mode: 0o700 })
      const id = randomUUID()
      await makeTables(place, building, about)
      const session = await openPlace(place, building)
      try {
        await session.query('create table supabase_migrations.unfinished_move (id uuid primary key)')
        await session.query('insert into supabase_migrations.unfinished_move values ($1)', [id])
      } finally {
        await session.close()
      }
      // Written last: a move that was interrupted earlier has no tables to resume from.
      fs.writeFileSync(note, JSON.stringify({ id }), { mode: 0o600 })
    },
    async open() {
      const session = await openPlace(place, building)
      return { session, tables: await getTables(session), ...getFiles(building), close: () => session.close() }
    },
    async finish() {
      const session = await openPlace(place, building)
      try {
        await session.query('drop table supabase_migrations.unfinished_move')
      } finally {
        await session.close()
      }
      fs.rmSync(note)
      takePlace(building, place)
    },
  }
}

const orLog = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() }))

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
