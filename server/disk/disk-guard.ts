/*
 * Measures the disk of the embedded database before each of its transactions (docs/decisions/0043). PostgreSQL in
 * PGlite cannot survive a disk without space for its log: it repeats the write forever and the whole process hangs.
 * So writes stop while a reserve is still free, and a ballast file can be deleted to give PostgreSQL a last bit of
 * space. Test: disk-guard.test.ts, tests/process/full-disk.test.ts.
 */
import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { newReference } from '../reference.ts'

const MEBIBYTE = 1024 * 1024
/** PostgreSQL extends its log by 16 MiB at a time. */
const LOG_FILE_BYTES = 16 * MEBIBYTE
/** A transaction that started with this much free space may write three log files before the space runs out. */
export const DATABASE_RESERVE_BYTES = 4 * LOG_FILE_BYTES
/** Writes resume a little above the reserve, so that they do not stop again with the next transaction. */
const RESUME_BYTES = 5 * LOG_FILE_BYTES
export const BALLAST_BYTES = 2 * LOG_FILE_BYTES

/** The state of the disk of the database. */
export type DiskState = { isFull: boolean; freeBytes: number }

export class DiskGuard {
  readonly #directory: string
  readonly #ballast: string
  readonly #measure: (directory: string) => number
  #isFull = false
  #writing: Promise<void> | null = null
  #hasBallast: boolean
  #wantsBallast = false

  /** @param measure returns the free bytes of the disk; only tests pass one. */
  constructor(directory: string, measure = freeBytes) {
    this.#directory = directory
    this.#ballast = path.join(directory, 'ballast')
    this.#measure = measure
    this.#hasBallast = fs.existsSync(this.#ballast)
  }

  /** Measures the disk, and deletes the ballast if hardly any space is left. Takes some microseconds. */
  check(): DiskState {
    const free = this.#measure(this.#directory)
    const isFull = free < (this.#isFull ? RESUME_BYTES : DATABASE_RESERVE_BYTES)
    if (isFull !== this.#isFull) {
      this.#isFull = isFull
      const fields = { reference: newReference(), directory: this.#directory, freeBytes: free }
      log[isFull ? 'error' : 'info'](
        { event: isFull ? 'disk.full' : 'disk.recovered', ...fields },
        isFull
          ? `The disk of ${this.#directory} is full (${inMebibytes(free)} free). Writes are refused and background jobs paused until ${inMebibytes(RESUME_BYTES)} are free.`
          : `The disk of ${this.#directory} has space again (${inMebibytes(free)} free). Writes are accepted.`,
      )
    }
    if (this.#hasBallast && free < BALLAST_BYTES) {
      this.#deleteBallast()
    } else if (this.#wantsBallast && !this.#hasBallast && free >= RESUME_BYTES + 2 * BALLAST_BYTES) {
      this.#writing ??= this.#writeBallast()
        .catch((error: unknown) => {
          this.#wantsBallast = false
          log.error(
            { event: 'disk.ballast_failed', reference: newReference(), error: errorMessage(error) },
            `Could not write the ballast file ${this.#ballast}`,
          )
        })
        .finally(() => {
          this.#writing = null
        })
    }
    return { isFull, freeBytes: free }
  }

  /** Writes the ballast file, now or as soon as there is space for it. */
  async keepBallast(): Promise<void> {
    this.#wantsBallast = true
    this.check()
    await this.#writing
  }

  #deleteBallast(): void {
    this.#hasBallast = false
    fs.rmSync(this.#ballast, { force: true })
    log.warn(
      { event: 'disk.ballast_deleted', reference: newReference() },
      `The ballast of ${inMebibytes(BALLAST_BYTES)} was deleted to leave space for the database.`,
    )
  }

  async #writeBallast(): Promise<void> {
    const file = `${this.#ballast}.part`
    try {
      await fs.promises.rm(file, { force: true })
      const handle = await fs.promises.open(file, 'wx', 0o600)
      try {
        // Random bytes, because some file systems store zeros without using space.
        const block = randomBytes(MEBIBYTE)
        for (let written = 0; written < BALLAST_BYTES; written += block.length) {
          await handle.write(block)
        }
      } finally {
        await handle.close()
      }
      await fs.promises.rename(file, this.#ballast)
      this.#hasBallast = true
    } finally {
      await fs.promises.rm(file, { force: true })
    }
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = fs.statfsSync(directory)
  return bavail * bsize
}

function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MiB`
}
