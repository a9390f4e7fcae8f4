// npm run backup -- <file>: writes the whole backend (rows, files, keys) into one encrypted file, while Lamplight runs or not.
import os from 'node:os'
import { backupPassphrase } from '../server/backup/passphrase.ts'
import { openSource } from '../server/backup/open-source.ts'
import { partsOf } from '../server/backup/source.ts'
import { writeBackup } from '../server/backup/write.ts'
import { inMegabytes, seconds } from '../server/backup/sentences.ts'
import { readEnvironment } from '../server/environment.ts'
import { fail } from './fail.ts'

/** Compressing and encrypting take a core for minutes; whoever opens a page goes first. */
const LOW_PRIORITY = 10

try {
  os.setPriority(LOW_PRIORITY)
  const file = process.argv[2]
  if (!file) {
    throw new Error('Say where to write it: npm run backup -- lamplight.backup')
  }
  const passphrase = backupPassphrase(process.env)
  const source = await openSource(readEnvironment(process.env))
  try {
    const { madeAt, total, bytes, milliseconds } = await writeBackup(partsOf(source), file, passphrase)
    const rows = Object.values(total.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${file}: ${rows} rows of ${Object.keys(total.tables).length} tables, ${total.files.count} files and the keys, as of ${madeAt}. ` +
        `${inMegabytes(bytes)}, written and read back in ${seconds(milliseconds)}.`,
    )
    if (total.missing.length > 0) {
      console.warn(`${total.missing.length} files were missing in the storage already; their rows are in the backup.`)
    }
  } finally {
    await source.leave()
  }
} catch (error) {
  fail(error)
}
