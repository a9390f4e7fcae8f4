import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Destination } from './destination.ts'
import type { About } from './parts.ts'
import { makeTables, refuseOtherVersions } from './target.ts'
import { isAppTable } from './project-source.ts'
import { getBuckets, upload } from './project-storage.ts'
import type { Project } from './project.ts'
import { openEmbedded, openPostgres, type Session } from './session.ts'
import { appliedMigrations } from './source.ts'
import { inSql, tableName, type Table, getTables } from './tables.ts'

/**
 * Returns true for tables that a move fills. The storage writes its own rows, and the migrations create the buckets.
 */
const isFilled = (table: Table): boolean => isAppTable(table) && table.schema !== 'storage'

/**
 * Returns a hosted project as the destination of a move. `supabase db push` has created its tables. Files go through
 * its storage API and come first, because no file can be stored under a name that an upload already uses.
 * @param source the name of the source: only the same one can resume an interrupted move.
 */
export function projectDestination(project: Project & { databaseUrl: string }, source: string): Destination {
  const { url, databaseUrl } = project
  return {
    filesFirst: true,
    hasStarted: () =>
      within(databaseUrl, async (session) => {
        const from = await unfinished(session)
        if (from !== null && from !== source) {
          throw new Error(`A move of ${from} into ${url} broke off. Finish that one, or make a new project.`)
        }
        return from !== null
      }),
    refuseFull: (about) => within(databaseUrl, (session) => refuseUnfit(project, session, about)),
    begin: () =>
      within(databaseUrl, async (session) => {
        await session.query('begin')
        await session.query('create table supabase_migrations.unfinished_move (source text primary key)')
        await session.query('insert into supabase_migrations.unfinished_move values ($1)', [source])
        await session.query('commit')
      }),
    async open() {
      const session = await openPostgres(databaseUrl)
      try {
        const there = new Set(
          (await session.query<{ name: string }>(`select bucket_id || '/' || name as name from storage.objects`)).map(
            ({ name }) => name,
          ),
        )
        return {
          session,
          tables: (await getTables(session)).filter(isFilled),
          storeFile: (file, bytes) => upload(project, file, bytes, there.has(`${file.bucket}/${file.key}`)),
          // A project has its own keys.
          storeKeys: async () => {},
          close: () => session.close(),
        }
      } catch (error) {
        await session.close()
        throw error
      }
    },
    finish: () =>
      within(databaseUrl, async (session) => void (await session.query('drop table supabase_migrations.unfinished_move'))),
  }
}

async function within<T>(databaseUrl: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openPostgres(databaseUrl)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function unfinished(session: Session): Promise<string | null> {
  const [table] = await session.query<{ made: boolean }>(
    `select to_regclass('supabase_migrations.unfinished_move') is not null as made`,
  )
  if (!table?.made) {
    return null
  }
  const [row] = await session.query<{ source: string }>('select source from supabase_migrations.unfinished_move')
  return row?.source ?? null
}

async function refuseUnfit(project: Project, session: Session, about: About): Promise<void> {
  await refuseOtherVersions(about, 'The source')
  const pushed = new Set((await appliedMigrations(session)).map(({ version }) => version))
  const missing = about.migrations.find(({ version }) => !pushed.has(version))
  if (missing || pushed.size !== about.migrations.length) {
    throw new Error(
      `The project ${missing ? `does not have the migration ${missing.version}` : 'has migrations that the source does not have'}. ` +
        'Let both be of this version: start the source once, and run in this folder: supabase link, supabase db push --remote. Nothing was changed.',
    )
  }
  // Check the key before anything is written: it may be invalid or another project's.
  const [byKey, byDatabase] = [
    await getBuckets(project),
    await session.query<{ id: string; ms: string }>(
      'select id, floor(extract(epoch from created_at) * 1000)::text as ms from storage.buckets',
    ),
  ]
  const names = (list: { id: string; ms: string }[]) => JSON.stringify(list.map(({ id, ms }) => `${id} ${ms}`).toSorted())
  if (names(byKey.map(({ id, created_at }) => ({ id, ms: String(Date.parse(created_at)) }))) !== names(byDatabase)) {
    throw new Error(`The database is not that of ${project.url}: they have other buckets. Nothing was changed.`)
  }
  const [files] = await session.query<{ some: boolean }>('select exists (select from storage.objects) as some')
  const full = files?.some ? 'storage.objects' : await fullerThanMigrated(session, about)
  if (full !== null) {
    throw new Error(
      `The project is not empty: ${full} has rows already. Make a new one and push the migrations. Nothing was changed.`,
    )
  }
  await session.query('begin')
  try {
    await session.query('set local session_replication_role = replica')
  } catch (error) {
    throw new Error('This role may not switch triggers off, which copying needs. Use the role "postgres" of the project.', {
      cause: error,
    })
  } finally {
    await session.query('rollback')
  }
}

/** Returns the first table with more rows than the migrations inserted, or null. */
async function fullerThanMigrated(session: Session, about: About): Promise<string | null> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-fresh-'))
  try {
    await makeTables({ dataDirectory: folder, databaseUrl: null }, folder, about)
    const fresh = await openEmbedded(folder)
    try {
      for (const table of (await getTables(session)).filter(isFilled)) {
        if ((await getCount(session, table)) > (await getCount(fresh, table))) {
          return tableName(table)
        }
      }
      return null
    } finally {
      await fresh.close()
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function getCount(session: Session, table: Table): Promise<number> {
  const [row] = await session.query<{ rows: number }>(`select count(*)::int as rows from ${inSql(table)}`)
  return row?.rows ?? 0
}
