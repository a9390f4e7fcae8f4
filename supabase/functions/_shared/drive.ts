import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Somewhere outside the storage where a second copy of every upload is kept. */
export type Drive = {
  /** Writes the file whole or not at all; an older one of the same name is replaced. Returns where it is, for people. */
  put(name: string, content: ReadableStream<Uint8Array>): Promise<string>
  /** Removes the file of which `put` returned this; one that is not there is no failure. */
  remove(reference: string): Promise<void>
}

/** The drive that is set up: a folder (DRIVE_DIRECTORY). Null when there is none; the copy then stays due. */
export function openDrive(): Drive | null {
  const directory = process.env.DRIVE_DIRECTORY
  return directory ? folderDrive(directory) : null
}

function folderDrive(directory: string): Drive {
  return {
    async put(name, content) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, name)
      const arriving = `${file}.${crypto.randomUUID()}.part`
      try {
        await pipeline(
          Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]),
          createWriteStream(arriving, { mode: 0o600 }),
        )
        await rename(arriving, file)
      } catch (error) {
        await rm(arriving, { force: true })
        throw error
      }
      return name
    },
    async remove(reference) {
      await rm(join(directory, reference), { force: true })
    },
  }
}
