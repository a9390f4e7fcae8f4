import fs from 'node:fs'

/** A shorter one could be guessed by whoever has the file. */
const LEAST_LETTERS = 12

/**
 * The passphrase of backups: BACKUP_PASSPHRASE, or the first line of the file BACKUP_PASSPHRASE_FILE.
 * @throws a sentence that says what to set.
 */
export function backupPassphrase(variables: NodeJS.ProcessEnv): string {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = variables
  const passphrase = file ? (fs.readFileSync(file, 'utf8').split('\n')[0] ?? '').trim() : given
  if (!passphrase) {
    throw new Error(
      'A backup is encrypted. Set BACKUP_PASSPHRASE, or write the passphrase into a file and name it in BACKUP_PASSPHRASE_FILE. ' +
        'Keep it elsewhere too: without it nobody can read the backup.',
    )
  }
  if (passphrase.length < LEAST_LETTERS) {
    throw new Error(`The passphrase of a backup needs ${LEAST_LETTERS} characters or more.`)
  }
  return passphrase
}
