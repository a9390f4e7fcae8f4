import fs from 'node:fs'

/** Minimum length, because anyone with the file could guess a shorter one. */
const MIN_CHARS = 12

/**
 * Returns the passphrase of backups: BACKUP_PASSPHRASE, or the first line of the file BACKUP_PASSPHRASE_FILE; null if
 * neither is set.
 * @throws if it is too short, or its file cannot be read.
 */
export function findPassphrase(variables: NodeJS.ProcessEnv): string | null {
  const { BACKUP_PASSPHRASE: input, BACKUP_PASSPHRASE_FILE: file } = variables
  const passphrase = file ? (fs.readFileSync(file, 'utf8').split('\n')[0] ?? '').trim() : input
  if (!passphrase) {
    return null
  }
  if (passphrase.length < MIN_CHARS) {
    throw new Error(`The passphrase of a backup needs ${MIN_CHARS} characters or more.`)
  }
  return passphrase
}

/**
 * Returns the passphrase of backups.
 * @throws an error that says what to set.
 */
export function backupPassphrase(variables: NodeJS.ProcessEnv): string {
  const passphrase = findPassphrase(variables)
  if (passphrase === null) {
    throw new Error(
      'A backup is encrypted. Set BACKUP_PASSPHRASE, or write the passphrase into a file and name it in BACKUP_PASSPHRASE_FILE. ' +
        'Keep it elsewhere too: without it nobody can read the backup.',
    )
  }
  return passphrase
}
