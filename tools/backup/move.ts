import { readToEnd } from './bytes.ts'
import type { Destination, OpenDestination } from './destination.ts'
import { fitTo, mustChange } from './fit.ts'
import { differences, loadInSteps } from './load.ts'
import type { About, Part, Total } from './parts.ts'
import { placeDestination } from './target-destination.ts'
import { type Place, refuseOtherVersions } from './target.ts'

/** The result of a move; `already`: number of tables that an earlier attempt had copied. */
export type Moved = { about: About; total: Total; already: number; milliseconds: number }

/** Counts everything at the source and checks that the target can hold it. Changes nothing on either side. */
export async function checkBeforeMoving(
  parts: () => AsyncIterable<Part>,
  target: Place | Destination,
): Promise<{ about: About; total: Total }> {
  const destination = getDestination(target)
  return countParts(parts(), async (about) => {
    if (!(await destination.hasStarted())) {
      await destination.refuseFull(about)
    }
  })
}

/**
 * Copies a backend to another place. The source is only read. The same command resumes an interrupted move: equal
 * tables and files are not copied again.
 * @param parts reads the source from its beginning on each call. The source must not change during the move.
 * @throws an error when the target is not empty, or when something differs in the end.
 */
export async function move(parts: () => AsyncIterable<Part>, target: Place | Destination): Promise<Moved> {
  const beganAt = performance.now()
  const destination = getDestination(target)
  const found = await checkBeforeMoving(parts, destination)
  if (!(await destination.hasStarted())) {
    await destination.begin(found.about)
  }
  const opened = await destination.open()
  let already: number
  try {
    already = await copyParts(parts, found, opened, destination.filesFirst)
  } finally {
    await opened.close()
  }
  await destination.finish()
  return { ...found, already, milliseconds: performance.now() - beganAt }
}

/** Copies the parts. @returns how many tables already existed. */
async function copyParts(
  parts: () => AsyncIterable<Part>,
  found: { about: About; total: Total },
  target: OpenDestination,
  filesFirst: boolean,
): Promise<number> {
  const isOther = mustChange(found.about.tables, target.tables)
  const read = isOther ? () => fitTo(parts(), target.tables) : parts
  const { about, total } = isOther ? await countParts(read()) : found
  const here = await differences(target.session, about.tables, total.tables)
  if (filesFirst) {
    await loadInSteps(filesAlone(read()), target, new Set())
  }
  const rows = filesFirst ? { ...target, storeFile: readOnly } : target
  await loadInSteps(read(), rows, new Set(here))
  const differ = await differences(target.session, about.tables, total.tables)
  if (differ.length > 0) {
    throw new Error(
      `These tables differ from the source: ${differ.join(', ')}. Did the source change during the move? Run it again.`,
    )
  }
  return about.tables.length - here.length
}

const readOnly: OpenDestination['storeFile'] = (_file, bytes) => readToEnd(bytes)

async function* filesAlone(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === 'file') {
      yield part
    }
  }
}

const getDestination = (target: Place | Destination): Destination => ('hasStarted' in target ? target : placeDestination(target))

/** Counts the parts. @param look receives the description of the source before its rows are read. */
async function countParts(
  parts: AsyncIterable<Part>,
  look: (about: About) => Promise<void> = async () => {},
): Promise<{ about: About; total: Total }> {
  let about: About | null = null
  for await (const part of parts) {
    if (part.kind === 'about') {
      about = part.about
      await refuseOtherVersions(about, 'The source')
      await look(about)
    } else if (part.kind === 'file') {
      await readToEnd(part.bytes)
    } else if (part.kind === 'total' && about) {
      return { about, total: part.total }
    }
  }
  throw new Error('The source could not be read to its end')
}
