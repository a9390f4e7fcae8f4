import { RowSum, type Sum } from './checksum.ts'
import type { About, Part, StoredFile, Total } from './parts.ts'
import type { Session } from './session.ts'
import { deleteRows, emptyTables, tableName, getRows, setSequence, type Table, getTables, writeRows } from './tables.ts'

/** The target of a copy. Its migrations are already applied. */
export type Target = {
  session: Session
  /** Stores a file unless an equal one exists. Always reads `bytes` to the end. */
  storeFile(file: StoredFile, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Stores a key file. */
  storeKeys(name: string, text: string): Promise<void>
}

/** Summary of a loaded copy. */
export type Loaded = { about: About; total: Total }

/**
 * Writes a copy into the target: all rows in one transaction, without triggers (they ran at the source). Then reads
 * every table again and compares it with the source.
 * @throws when anything differs or fails; the database is then unchanged.
 */
export async function load(parts: AsyncIterable<Part>, { session, storeFile, storeKeys }: Target): Promise<Loaded> {
  let about: About | null = null
  let total: Total | null = null
  let here = new Map<string, Table>()
  let there = new Map<string, Table>()
  await session.query('begin')
  try {
    await withoutTriggers(session)
    for await (const part of parts) {
      switch (part.kind) {
        case 'about': {
          const { tables } = part.about
          about = part.about
          here = new Map((await getTables(session)).map((table) => [tableName(table), table]))
          there = new Map(tables.map((table) => [tableName(table), table]))
          await emptyTables(session, [...here.values()])
          break
        }
        case 'keys':
          await storeKeys(part.name, part.text)
          break
        case 'rows':
          await writeRows(session, known(here, part.table), known(there, part.table), part.lines)
          break
        case 'file':
          await storeFile(part.file, part.bytes)
          break
        case 'total':
          total = part.total
      }
    }
    if (!about || !total) {
      throw new Error('The source ended before all of it was read')
    }
    for (const sequence of about.sequences) {
      await setSequence(session, sequence)
    }
    const differ = await differences(session, about.tables, total.tables)
    if (differ.length > 0) {
      throw new Error(`These tables are not as they are at the source: ${differ.join(', ')}. Nothing was kept.`)
    }
    await session.query('commit')
  } catch (error) {
    await session.query('rollback')
    throw error
  }
  await session.query('analyze')
  return { about, total }
}

/**
 * Writes the tables of `wanted`, each in its own transaction, and all files and keys. An interrupted copy leaves what
 * it wrote. The caller compares.
 */
export async function loadInSteps(
  parts: AsyncIterable<Part>,
  { session, storeFile, storeKeys }: Target,
  wanted: ReadonlySet<string>,
): Promise<void> {
  let about: About | null = null
  const here = new Map((await getTables(session)).map((table) => [tableName(table), table]))
  let there = new Map<string, Table>()
  const untouched = new Set(wanted)
  let current: string | null = null
  const begin = async (name: string) => {
    await session.query('begin')
    await withoutTriggers(session)
    await deleteRows(session, known(here, name))
    untouched.delete(name)
    current = name
  }
  const finish = async () => {
    if (current !== null) {
      await session.query('commit')
      current = null
    }
  }
  try {
    for await (const part of parts) {
      if (part.kind !== 'rows' || part.table !== current) {
        await finish()
      }
      switch (part.kind) {
        case 'about':
          about = part.about
          there = new Map(about.tables.map((table) => [tableName(table), table]))
          break
        case 'keys':
          await storeKeys(part.name, part.text)
          break
        case 'rows':
          if (wanted.has(part.table)) {
            if (current === null) {
              await begin(part.table)
            }
            await writeRows(session, known(here, part.table), known(there, part.table), part.lines)
          }
          break
        case 'file':
          await storeFile(part.file, part.bytes)
          break
        case 'total':
      }
    }
    // Migrations insert rows into some tables that are empty at the source.
    for (const name of Array.from(untouched)) {
      await begin(name)
      await finish()
    }
  } catch (error) {
    if (current !== null) {
      await session.query('rollback')
    }
    throw error
  }
  for (const sequence of about?.sequences ?? []) {
    await setSequence(session, sequence)
  }
  await session.query('analyze')
}

/**
 * Compares tables with the checksums of the source, using the source's columns.
 * @returns the names of tables that differ.
 */
export async function differences(
  session: Session,
  tables: readonly Table[],
  sums: Readonly<Record<string, Sum>>,
): Promise<string[]> {
  const differ: string[] = []
  for (const table of tables) {
    const name = tableName(table)
    const response = sums[name]
    const sum = new RowSum()
    for await (const lines of getRows(session, table)) {
      sum.add(lines)
    }
    const found = sum.result()
    if (!response || found.rows !== response.rows || found.sum !== response.sum) {
      differ.push(name)
    }
  }
  return differ
}

function known(tables: ReadonlyMap<string, Table>, name: string): Table {
  const table = tables.get(name)
  if (!table) {
    throw new Error(`The table ${name} does not exist on both sides`)
  }
  return table
}

/**
 * Disables triggers and foreign keys in this transaction. This needs a superuser or a role with a grant on the
 * parameter, such as a hosted project's role "postgres".
 */
async function withoutTriggers(session: Session): Promise<void> {
  try {
    await session.query('set local session_replication_role = replica')
  } catch (error) {
    throw new Error(
      'The database role may not switch triggers off, which copying needs. Let an administrator run: ' +
        'grant set on parameter session_replication_role to <role>',
      { cause: error },
    )
  }
}
