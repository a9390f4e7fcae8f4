import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A place outside the storage for a second copy of every upload. */
export type Drive = {
  /** Writes the complete file or nothing, and replaces an older one with the same name. */
  put(name: string, content: ReadableStream<Uint8Array>): Promise<void>
  /** Removes the file of this name and the remains of a killed `put`. A missing file is not a failure. */
  remove(name: string): Promise<void>
}

/** The configured drive: a folder (DRIVE_DIRECTORY). Null when there is none; then copies stay due. */
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
    },
    async remove(name) {
      await rm(join(directory, name), { force: true })
      const names = await readdir(directory).catch((error: { code?: string }) =>
        error.code === 'ENOENT' ? [] : Promise.reject(error),
      )
      for (const part of names.filter((each) => each.startsWith(`${name}.`) && each.endsWith('.part'))) {
        await rm(join(directory, part), { force: true })
      }
    },
  }
}
