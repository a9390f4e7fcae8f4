import { errorMessage, log } from '#app/platform/log/log.server.ts'
import fs from 'node:fs'
import path from 'node:path'
import { isMissing } from '../missing-file.ts'

/** Entries that Lamplight itself creates in DATA_DIR, by kind. */
const FILES = ['backend-keys.json', 'demo-accounts.json', 'paystack-simulator.json', 'process.lock', 'backend-socket']
const DIRECTORIES = ['postgres', 'objects', 'mail', 'upload-sessions', 'order-files', 'pictures', 'books', 'backups']

/**
 * Checks that no directory exists where Lamplight reads a file, nor the other way round. Docker, for one, creates a
 * directory for each bind mount that does not exist.
 * @throws {Error} a sentence that names the first wrong entry and says what to do.
 */
export function checkEntries(dataDirectory: string): void {
  for (const [names, isRight, is, shouldBe] of [
    [FILES, (stats: fs.Stats) => stats.isFile(), 'not a file', 'a file'],
    [DIRECTORIES, (stats: fs.Stats) => stats.isDirectory(), 'not a directory', 'a directory'],
  ] as const) {
    for (const name of names) {
      const entry = path.join(dataDirectory, name)
      const stats = fs.statSync(entry, { throwIfNoEntry: false })
      if (stats && !isRight(stats)) {
        throw new Error(
          `${entry} is ${is}, but Lamplight needs ${shouldBe} there. Move it away or put the right one back from a backup, then start again.`,
        )
      }
    }
  }
}

/** Removes the `*.part` files that a killed process left in these directories of DATA_DIR. A failure is logged. */
export function removeUnfinishedFiles(dataDirectory: string): void {
  for (const directory of ['mail', 'order-files', 'pictures', 'books', 'backups'].map((name) => path.join(dataDirectory, name))) {
    try {
      for (const name of fs.readdirSync(directory).filter((each) => each.endsWith('.part'))) {
        fs.rmSync(path.join(directory, name), { force: true })
      }
    } catch (error) {
      if (!isMissing(error)) {
        log.error(
          { event: 'start.cleanup_failed', directory, error: errorMessage(error) },
          `Could not remove unfinished files from ${directory}`,
        )
      }
    }
  }
}
