// npm run backup -- <file>: writes the whole backend (rows, files, keys) into one encrypted file, whether Lamplight
// runs or not. Inside DATA_DIR, beside the same data in the open, it is encrypted only if there is a passphrase. For a hosted project it writes the files, and the rows if SUPABASE_DB_URL is set.
import path from 'node:path'
import { backupPassphrase, findPassphrase } from './backup/passphrase.ts'
import { lowerPriority } from './backup/low-priority.ts'
import { openBackend } from './backup/open-source.ts'
import { withProgress } from './backup/progress.ts'
import { writeBackup } from './backup/write.ts'
import { inMegabytes, seconds } from '#server/quantities.ts'
import { readEnvironment } from '#server/environment.ts'
import { fail } from '#server/fail.ts'

try {
  // Compression and encryption use a core for minutes.
  lowerPriority()
  const file = process.argv[2]
  if (!file) {
    throw new Error('Say where to write it: npm run backup -- lamplight.backup')
  }
  const env = readEnvironment(process.env)
  const isBesideData = path.resolve(file).startsWith(env.dataDirectory + path.sep)
  const passphrase = isBesideData ? findPassphrase(process.env) : backupPassphrase(process.env)
  const isHosted = env.backend.kind === 'hosted'
  console.log('Reading the backend. A running Lamplight first copies its database.')
  const source = await openBackend(env, process.env)
  try {
    const { madeAt, total, bytes, milliseconds } = await writeBackup(withProgress(source.parts()), file, passphrase)
    const tables = Object.values(total.tables)
    const rows = `${tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${tables.length} tables`
    const files = `${total.files.count} files`
    const what = !isHosted ? `${rows}, ${files} and the keys` : tables.length > 0 ? `${rows} and ${files}` : files
    console.log(`${file}: ${what}, as of ${madeAt}. ${inMegabytes(bytes)}, written and read back in ${seconds(milliseconds)}.`)
    if (isHosted) {
      console.log(
        tables.length > 0
          ? "Sessions, settings of Auth and secrets of functions are not in it: they are the project's own."
          : 'The rows are not in it. Supabase keeps them (daily backups of paid plans), or take them with: supabase db dump --data-only -f rows.sql. ' +
              'With the address of the database in SUPABASE_DB_URL this command takes them too.',
      )
    }
    if (total.missing.length > 0) {
      console.warn(`${total.missing.length} files were missing in the storage already; their rows are in the backup.`)
    }
  } finally {
    await source.leave()
  }
} catch (error) {
  fail(error)
}
