/* What is done to the files of a database that nobody has open, so that others can be copies of it. */
import fs from 'node:fs'
import path from 'node:path'

/** Often another user runs the server than the one who built it, and nothing in a database without people is secret. */
export function letAllRead(directory: string): void {
  fs.chmodSync(directory, 0o755)
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** What a database is told before it is closed, so that its log begins a new file, of which shortenLog leaves next to nothing. */
export const NEW_LOG = 'select pg_switch_wal(); checkpoint'

/** The length of each file of PostgreSQL's log, in bytes. */
const LOG_FILE = 16 * 1024 * 1024

/**
 * Removes the files that PostgreSQL keeps ready for its log, and cuts off the end of the others, which is not written yet. A copy takes half as
 * long so. @param directory the pg_wal of a database that was closed.
 */
export function shortenLog(directory: string): void {
  for (const { name, file } of logFilesIn(directory)) {
    const log = fs.readFileSync(file)
    // A page of the log begins with its own address. In a file that waits to be used it is missing, or of the file that it was before.
    const segment = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`)
    if (log.readBigUInt64LE(8) === segment * BigInt(LOG_FILE)) {
      fs.truncateSync(file, lengthWritten(log))
    } else {
      fs.rmSync(file)
    }
  }
}

/** Gives the files of a shortened log their length again. They take no more room on the disk until they are written. */
export function lengthenLog(directory: string): void {
  for (const { file } of logFilesIn(directory)) {
    fs.truncateSync(file, LOG_FILE)
  }
}

function logFilesIn(directory: string): { name: string; file: string }[] {
  return fs
    .readdirSync(directory)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => ({ name, file: path.join(directory, name) }))
}

function lengthWritten(log: Buffer): number {
  let length = log.length
  while (log[length - 1] === 0) {
    length -= 1
  }
  return length
}
