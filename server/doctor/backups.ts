import type { Finding } from '#app/services/doctor.ts'
import { lastBackup } from '../backup-files.ts'
import { longAgo } from '../quantities.ts'
import type { Check } from './checks.ts'

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

/** Finds missing or old backups, and backups without a copy elsewhere. */
export const backupFindings: Check = async ({ backupDirectory, areBackupsBesideData }) => {
  if (backupDirectory === null) {
    return []
  }
  const found: Finding[] = []
  const last = await lastBackup(backupDirectory)
  if (!last || Date.now() - last.at.getTime() > TWO_DAYS_MS) {
    found.push({
      // Beside the data the first one is made an hour after the start.
      severity: last || !areBackupsBesideData ? 'wrong' : 'look',
      area: 'backups',
      what: last ? `The last backup is ${longAgo(last.at.toISOString())} old.` : `There is no backup in ${backupDirectory} yet.`,
      advice:
        'Make one at the button of the System check, or with npm run backup -- <file>. The log has failures in lines with "backups:".',
    })
  }
  if (areBackupsBesideData) {
    found.push({
      severity: 'look',
      area: 'backups',
      what: 'The backups are on the disk of the data only.',
      advice: 'Set BACKUP_DIR and BACKUP_PASSPHRASE_FILE, and copy the files of BACKUP_DIR to another machine.',
    })
  }
  return found
}
