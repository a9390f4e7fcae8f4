// npm run move -- --to <folder> [--to-database <url>] [--dry-run]: copies the configured backend to another data
// directory, and its rows to or from a PostgreSQL. With --to-project <url> instead of --to it copies to a hosted
// project. The source is only read.
import { parseArgs } from 'node:util'
import { lockHolder } from '#server/backend/data-directory-lock.ts'
import { checkBeforeMoving, move } from './backup/move.ts'
import { openBackend } from './backup/open-source.ts'
import { inMegabytes, seconds } from '#server/quantities.ts'
import { type TargetSpec, parseTargetSpec } from './backup/target-spec.ts'
import { type Environment, readEnvironment } from '#server/environment.ts'
import { fail } from '#server/fail.ts'

try {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'to-project': { type: 'string' },
      'to-database': { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  })
  const isTestMode = values['dry-run'] ?? false
  const env = readEnvironment(process.env)
  const aim = parseTargetSpec(
    { folder: values.to, project: values['to-project'], database: values['to-database'] },
    env,
    process.env,
  )
  refuseWhileRunning(env, isTestMode)
  const source = await openBackend(env, process.env)
  try {
    const moved = isTestMode ? null : await move(source.parts, aim.destination)
    const { about, total } = moved ?? (await checkBeforeMoving(source.parts, aim.destination))
    const rows = Object.values(total.tables).reduce((sum, table) => sum + table.rows, 0)
    const what = `${rows} rows of ${about.tables.length} tables, ${total.tables['auth.users']?.rows ?? 0} accounts among them, and ${total.files.count} files (${inMegabytes(total.files.bytes)})`
    if (moved) {
      console.log(
        `${aim.name} has everything now: ${what}, each table compared with its source. It took ${seconds(moved.milliseconds)}.` +
          (moved.already > 0 ? ` ${moved.already} tables were equal before it began.` : ''),
      )
      console.log(`${aim.next} The source was not changed; remove it when you are content.`)
    } else {
      console.log(`It would bring ${what}. The target is free. Nothing was changed.`)
    }
    if (endsSessions(env, aim)) {
      console.log('Sessions and unopened links in emails are not moved: all users sign in again, with the same password.')
    }
    if (total.missing.length > 0) {
      console.warn(`${total.missing.length} files are missing in the storage of the source; their rows are brought.`)
    }
  } finally {
    await source.leave()
  }
} catch (error) {
  fail(error)
}

function refuseWhileRunning({ backend, dataDirectory }: Environment, isTestMode: boolean): void {
  if (isTestMode) {
    return
  }
  if (backend.kind === 'hosted') {
    if (!process.env.SUPABASE_DB_URL) {
      throw new Error('Name the database of the project in SUPABASE_DB_URL: without it only files can be read.')
    }
    console.log('Every site on this project has to be stopped by now, so that nothing changes while it is moved.')
  } else if (lockHolder(dataDirectory)) {
    throw new Error('Stop Lamplight first, so that nothing changes while it is moved. With --dry-run it may run.')
  }
}

function endsSessions({ backend }: Environment, { isHosted }: TargetSpec): boolean {
  return backend.kind === 'hosted' || isHosted
}
