import fs from 'node:fs'

/** A shorter one could be guessed by whoever has the file. */
const MIN_CHARS = 12

/**
 * The passphrase of backups: BACKUP_PASSPHRASE, or the first line of the file BACKUP_PASSPHRASE_FILE.
 * @throws a sentence that says what to set.
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
