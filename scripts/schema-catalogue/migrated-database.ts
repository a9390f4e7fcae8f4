import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Database } from '#server/backend/database.ts'
import { SUPABASE_ROLES } from '#server/backend/lite/database/grants.ts'
import { startBackend } from '#server/backend/start.ts'

const repository = path.resolve(import.meta.dirname, '../..')

/** Calls `work` with an empty directory, and removes it afterwards. */
export async function inTemporaryDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-catalogue-'))
  try {
    return await work(directory)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Sets the default privileges of a hosted project whose 'default privileges for new entities' are off: the API's roles
 * get only what migrations grant.
 */
const NO_DEFAULT_PRIVILEGES = `
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
`

type How = {
  /** A folder of migrations; the one of the working tree by default. */
  migrations?: string
  /** False if the project's default privileges are off. */
  defaultPrivileges?: boolean
}

/** Calls `work` with a new embedded database, after applying the migrations as a start does. */
export function withMigrated<Result>(how: How, work: (database: Database) => Promise<Result>): Promise<Result> {
  return inTemporaryDirectory(async (dataDirectory) => {
    const { openPglite } = await import('#server/backend/database.ts')
    const opened = await openPglite(path.join(dataDirectory, 'postgres'))
    const database: Database = {
      ...opened,
      async run(script) {
        await opened.run(script)
        if (script === SUPABASE_ROLES && how.defaultPrivileges === false) {
          await opened.run(NO_DEFAULT_PRIVILEGES)
        }
      },
    }
    const backend = await startBackend(
      { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database, migrations: how.migrations },
    )
    try {
      return await work(database)
    } finally {
      await backend.stop()
    }
  })
}

/** Writes the migrations of a commit (any name that git knows) into `folder`. */
export function writeMigrations(commit: string, folder: string): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: repository, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  for (const file of git('ls-tree', '--name-only', commit, 'supabase/migrations/').split('\n')) {
    if (file.endsWith('.sql')) {
      fs.writeFileSync(path.join(folder, path.basename(file)), git('show', `${commit}:${file}`))
    }
  }
}
