// npm run catalogue: prints the schema and the rows that the migrations make, as pg_dump writes them. With a commit's
// name (npm run catalogue -- main) it prints the differences from that commit's migrations and exits with 1 if there
// are any. --definers explains the security definer functions.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fail } from '#server/fail.ts'
import { describeDefiners } from './schema-catalogue/definer-functions.ts'
import { inTemporaryDirectory, withMigrated, writeMigrations } from './schema-catalogue/migrated-database.ts'
import { schemaDump } from './schema-catalogue/schema-dump.ts'

try {
  const [commit] = process.argv.slice(2)
  process.exitCode = commit === undefined ? await print() : commit === '--definers' ? await explain() : await compare(commit)
} catch (error) {
  fail(error)
}

function getCatalogue(migrations?: string): Promise<string> {
  return withMigrated(migrations === undefined ? {} : { migrations }, (database) => schemaDump(database))
}

async function print(): Promise<number> {
  process.stdout.write(await getCatalogue())
  return 0
}

async function explain(): Promise<number> {
  process.stdout.write(await withMigrated({}, describeDefiners))
  return 0
}

function compare(commit: string): Promise<number> {
  return inTemporaryDirectory(async (directory) => {
    const migrations = path.join(directory, 'migrations')
    fs.mkdirSync(migrations)
    writeMigrations(commit, migrations)
    const before = path.join(directory, commit.replaceAll('/', '-'))
    const now = path.join(directory, 'working-tree')
    fs.writeFileSync(before, await getCatalogue(migrations))
    fs.writeFileSync(now, await getCatalogue())
    const words = ['diff', '--no-index', '--no-ext-diff', '--unified=0', '--', path.basename(before), path.basename(now)]
    const { status, stdout } = spawnSync('git', words, { cwd: directory, encoding: 'utf8' })
    process.stdout.write(status === 0 ? `The migrations make the same as those of ${commit}.\n` : stdout)
    return status ?? 1
  })
}
