// npm run restore -- <file>: restores a backup into an empty DATA_DIR (and an empty DATABASE_URL, if set), or into the
// hosted project of SUPABASE_URL: everything if SUPABASE_DB_URL is set, otherwise only the files.
import { backupPassphrase } from './backup/passphrase.ts'
import { getPlace } from './backup/target.ts'
import { getProject } from './backup/project.ts'
import { backupParts, isEncrypted } from './backup/read.ts'
import { restore } from './backup/restore.ts'
import { restoreIntoProject } from './backup/restore-into-project.ts'
import { longAgo, seconds } from '#server/quantities.ts'
import { readEnvironment } from '#server/environment.ts'
import { fail } from '#server/fail.ts'

try {
  const file = process.argv[2]
  if (!file) {
    throw new Error('Say which backup: npm run restore -- lamplight.backup')
  }
  const passphrase = (await isEncrypted(file)) ? backupPassphrase(process.env) : null
  const env = readEnvironment(process.env)
  const parts = () => backupParts(file, passphrase)
  if (env.backend.kind === 'hosted') {
    const { what } = await restoreIntoProject(file, parts, getProject(env.backend, process.env))
    console.log(`${env.backend.url} has ${what} of the backup now, read back and equal.`)
  } else {
    const place = getPlace(env)
    const { about, total, milliseconds } = await restore(file, parts, place)
    const rows = Object.values(total.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${place.dataDirectory} has the backup now: ${rows} rows, ${total.files.count} files and the keys, compared with the backup and equal. ` +
        `It took ${seconds(milliseconds)}.`,
    )
    console.log(
      `It is the site as of ${about.madeAt}, ${longAgo(about.madeAt)} ago. What was done since then is lost, and so are files that were ` +
        'being sent just then. Copies on the drive (DRIVE_DIRECTORY) are not in a backup.',
    )
    if (total.missing.length > 0) {
      console.warn(`${total.missing.length} files were missing in the storage when the backup was made.`)
    }
  }
} catch (error) {
  fail(error)
}
