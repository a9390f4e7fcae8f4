import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { temporaryDirectory } from './processes.ts'

/** A disk of limited size, at `path`. */
export type SmallDisk = {
  path: string
  freeBytes(): number
  /** Fills the disk with one file until only this many bytes are free. */
  fill(leftBytes?: number): void
  /** Deletes the file that fills the disk. */
  clear(): void
  /** Unmounts the disk and removes its directory. */
  remove(): void
}

/**
 * Mounts a file system in memory at `directory`, or at a temporary directory. Needs root, or sudo without a password.
 */
export function mountSmallDisk(megabytes: number, directory?: string): SmallDisk {
  const place = directory ? { path: directory, remove: () => {} } : temporaryDirectory()
  fs.mkdirSync(place.path, { recursive: true })
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', place.path)
  const filler = path.join(place.path, 'filler')
  const freeBytes = () => {
    const { bavail, bsize } = fs.statfsSync(place.path)
    return bavail * bsize
  }
  return {
    path: place.path,
    freeBytes,
    fill(leftBytes = 0) {
      fs.rmSync(filler, { force: true })
      // Programs on the disk may use some space at the same time: then fallocate fails, and leaves a smaller file.
      for (let size = freeBytes() - leftBytes; size > 0 && freeBytes() > leftBytes; size = freeBytes() - leftBytes) {
        spawnSync('fallocate', ['--length', String(fileBytes(filler) + size), filler])
      }
    },
    clear: () => fs.rmSync(filler, { force: true }),
    remove() {
      asRoot('umount', '--lazy', place.path)
      place.remove()
    },
  }
}

function fileBytes(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function asRoot(command: string, ...words: string[]): void {
  if (process.getuid?.() === 0) {
    execFileSync(command, words)
  } else {
    execFileSync('sudo', ['--non-interactive', command, ...words])
  }
}
