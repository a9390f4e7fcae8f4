// npm run move -- --to <folder> [--to-database <url>] [--dry-run]: brings the backend of the environment to another data directory, and its
// rows to a PostgreSQL or out of it. The source is only read.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { lockHolder } from '../server/backend/data-directory-lock.ts'
import { lookBeforeMoving, move } from '../server/backup/move.ts'
import { openSource } from '../server/backup/open-source.ts'
import { inMegabytes, seconds } from '../server/backup/sentences.ts'
import { partsOf } from '../server/backup/source.ts'
import { readEnvironment } from '../server/environment.ts'
import { fail } from './fail.ts'

try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'to-database': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  })
  const { to, 'to-database': database, 'dry-run': isTrial } = values
  if (!to) {
    throw new Error('Say where to: npm run move -- --to <a new data directory> [--to-database postgres://...] [--dry-run]')
  }
  const env = readEnvironment(process.env)
  const target = { dataDirectory: path.resolve(to), databaseUrl: database ?? null }
  if (target.dataDirectory === env.dataDirectory) {
    throw new Error('Name another data directory: the source stays as it is.')
  }
  if (!isTrial && lockHolder(env.dataDirectory)) {
    throw new Error('Stop Lamplight first, so that nothing changes while it is moved. With --dry-run it may run.')
  }
  const source = await openSource(env)
  try {
    const moved = isTrial ? null : await move(() => partsOf(source), target)
    const { about, total } = moved ?? (await lookBeforeMoving(() => partsOf(source), target))
    const rows = Object.values(total.tables).reduce((sum, table) => sum + table.rows, 0)
    const what = `${rows} rows of ${about.tables.length} tables, ${total.tables['auth.users']?.rows ?? 0} accounts among them, and ${total.files.count} files (${inMegabytes(total.files.bytes)})`
    if (moved) {
      console.log(
        `${target.dataDirectory} has everything now: ${what}, each table compared with its source. It took ${seconds(moved.milliseconds)}.` +
          (moved.already > 0 ? ` ${moved.already} tables were equal before it began.` : ''),
      )
      console.log(
        `Start Lamplight with DATA_DIR=${to}${database ? ' and this DATABASE_URL' : ''}. The source was not changed; remove it when you are content.`,
      )
    } else {
      console.log(`It would bring ${what}. The target is free. Nothing was changed.`)
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
