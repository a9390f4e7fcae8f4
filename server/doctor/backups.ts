import { lastBackup } from '../backup-files.ts'
import { longAgo } from '../quantities.ts'
import type { Check } from './checks.ts'

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

/** Finds missing or old backups. */
export const backupFindings: Check = async ({ backupDirectory }, { kind }) => {
  if (kind === 'hosted') {
    return []
  }
  if (backupDirectory === null) {
    return [
      {
        severity: 'look',
        area: 'backups',
        what: 'No backups are made.',
        advice: 'Set BACKUP_DIR and BACKUP_PASSPHRASE_FILE, and copy the files of BACKUP_DIR to another machine.',
      },
    ]
  }
  const last = await lastBackup(backupDirectory)
  if (last && Date.now() - last.getTime() <= TWO_DAYS_MS) {
    return []
  }
  return [
    {
      severity: 'wrong',
      area: 'backups',
      what: last ? `The last backup is ${longAgo(last.toISOString())} old.` : `There is no backup in ${backupDirectory} yet.`,
      advice: 'Look in the log for lines with "backups:", or make one now: npm run backup -- <file>',
    },
  ]
}
