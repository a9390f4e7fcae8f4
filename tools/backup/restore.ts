import fs from 'node:fs'
import path from 'node:path'
import { readToEnd } from './bytes.ts'
import { fitTo, mustChange } from './fit.ts'
import { load } from './load.ts'
import type { About, Part, Total } from './parts.ts'
import { emptyAgain, getFiles, makeTables, openPlace, type Place, refuseFull, refuseOtherVersions, takePlace } from './target.ts'
import { holdsFilesOnly } from './project-source.ts'
import { getTables } from './tables.ts'

/** The restored data; `milliseconds`: duration. */
export type Restored = { about: About; total: Total; milliseconds: number }

/**
 * Restores a copy into an empty place, completely or not at all. The copy is read twice: first to verify it.
 * @param what the name of the copy in messages.
 * @param parts reads the copy from its beginning on each call.
 * @throws an error when the place is not empty, or when the copy is damaged, incomplete or of another version.
 */
export async function restore(what: string, parts: () => AsyncIterable<Part>, place: Place): Promise<Restored> {
  const began = performance.now()
  await refuseFull(place)
  const about = await verifyCopy(what, parts())
  if (holdsFilesOnly(about)) {
    throw new Error(
      `${what} holds the files of a hosted project and no rows, because it was made without SUPABASE_DB_URL. ` +
        'Name a project in SUPABASE_URL to put the files back there.',
    )
  }
  const building = `${path.resolve(place.dataDirectory)}.building`
  fs.rmSync(building, { recursive: true, force: true })
  fs.mkdirSync(building, { recursive: true, mode: 0o700 })
  try {
    await makeTables(place, building, about)
    const session = await openPlace(place, building)
    let total: Total
    try {
      const tables = await getTables(session)
      const fitting = mustChange(about.tables, tables) ? fitTo(parts(), tables) : parts()
      ;({ total } = await load(fitting, { session, ...getFiles(building) }))
    } finally {
      await session.close()
    }
    takePlace(building, place)
    return { about, total, milliseconds: performance.now() - began }
  } catch (error) {
    fs.rmSync(building, { recursive: true, force: true })
    await emptyAgain(place)
    throw error
  }
}

/** Reads a copy to its end, so that a damaged one is rejected before anything is written. */
export async function verifyCopy(what: string, parts: AsyncIterable<Part>): Promise<About> {
  let about: About | null = null
  for await (const part of parts) {
    if (part.kind === 'about') {
      about = part.about
      await refuseOtherVersions(about, what)
    } else if (part.kind === 'file') {
      await readToEnd(part.bytes)
    }
  }
  if (!about) {
    throw new Error(`${what} does not say what it is. It is no backup of Lamplight.`)
  }
  return about
}
