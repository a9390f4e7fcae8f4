import fs from 'node:fs'

/** Minimum length, because anyone with the file could guess a shorter one. */
const MIN_CHARS = 12

/**
 * Returns the passphrase of backups: BACKUP_PASSPHRASE, or the first line of the file BACKUP_PASSPHRASE_FILE.
 * @throws an error that says what to set.
 */
export function backupPassphrase(variables: NodeJS.ProcessEnv): string {
  const { BACKUP_PASSPHRASE: input, BACKUP_PASSPHRASE_FILE: file } = variables
  const passphrase = file ? (fs.readFileSync(file, 'utf8').split('\n')[0] ?? '').trim() : input
  if (!passphrase) {
    throw new Error(
      'A backup is encrypted. Set BACKUP_PASSPHRASE, or write the passphrase into a file and name it in BACKUP_PASSPHRASE_FILE. ' +
        'Keep it elsewhere too: without it nobody can read the backup.',
    )
  }
  if (passphrase.length < MIN_CHARS) {
    throw new Error(`The passphrase of a backup needs ${MIN_CHARS} characters or more.`)
  }
  return passphrase
}
