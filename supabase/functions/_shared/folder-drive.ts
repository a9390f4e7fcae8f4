import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Drive } from './drive.ts'

/** A local or mounted folder. Files are named by their reference. */
export function folderDrive(directory: string): Drive {
  return {
    kind: 'folder',
    async put({ reference }, content) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, reference)
      const arriving = `${file}.${crypto.randomUUID()}.part`
      try {
        await pipeline(Readable.from(content()), createWriteStream(arriving, { mode: 0o600 }))
        await rename(arriving, file)
      } catch (error) {
        await rm(arriving, { force: true })
        throw error
      }
    },
    async remove(reference) {
      await rm(join(directory, reference), { force: true })
      const names = await readdir(directory).catch((error: { code?: string }) =>
        error.code === 'ENOENT' ? [] : Promise.reject(error),
      )
      for (const part of names.filter((each) => each.startsWith(`${reference}.`) && each.endsWith('.part'))) {
        await rm(join(directory, part), { force: true })
      }
    },
    async check() {
      await mkdir(directory, { recursive: true, mode: 0o700 })
    },
  }
}
