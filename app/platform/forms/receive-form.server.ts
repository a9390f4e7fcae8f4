import fs from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { HashedFile } from '../process/backend.server.ts'
import { writeDown, type WrittenDown } from './write-down.server.ts'

export type ReceivedForm = {
  fields: Record<string, string>
  file: HashedFile | null
  /** What the chosen file is called, received or not; null when none was chosen. */
  fileName: string | null
  /** The file is over the size that was asked for; what follows it was not read. */
  tooLarge: boolean
  /** Why the file could not be kept here: the disk is full, or it failed. The rest of the form is there all the same. */
  unkept: 'no room' | NodeJS.ErrnoException | null
  /** Removes what was received. Does not reject. */
  discard(): Promise<void>
}

/** What came is no form with fields and a file, or it broke off on the way. Nothing of ours failed. */
export class BrokenForm extends Error {}

/** Room for the text fields and the boundaries around the file. */
const MOST_OTHER_BYTES = 256 * 1024
/** What the system says when the disk, or somebody's part of it, is full. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

type Receiving = {
  /** Where the file goes as it comes. */
  directory: string
  /** The largest file that is taken. */
  mostBytes: number
  /** Whether the disk takes so many bytes more. Asked once, before anything is read. */
  hasRoom(bytes: number): Promise<boolean>
  /** Asked once the text fields are known; when it says no the file is not received. */
  fitting(fields: Record<string, string>, fileName: string): boolean
}

/**
 * Reads a multipart form with one file, in flat memory. Text fields come before it, so they are
 * known even when the file is refused or cannot be written down.
 * @throws {BrokenForm} when the body is no such form or breaks off.
 */
export async function receiveForm(
  request: Request,
  { directory, mostBytes, hasRoom, fitting }: Receiving,
): Promise<ReceivedForm> {
  const stated = Number(request.headers.get('content-length') ?? 0)
  const statedTooLarge = stated > mostBytes + MOST_OTHER_BYTES
  const roomy = statedTooLarge || (await hasRoom(stated || mostBytes))
  const target = path.join(directory, randomUUID())
  const fields: Record<string, string> = {}
  let fileName: string | null = null
  let tooLarge = false
  let noRoom = false
  /** Of the one file there may be. */
  const writing: Promise<WrittenDown>[] = []

  const parser = parserOf(request, mostBytes)
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (_name, stream, { filename }) => {
    // A form without a chosen file sends one without a name.
    if (!filename) {
      stream.resume()
      return
    }
    fileName = filename
    tooLarge = statedTooLarge
    noRoom = !roomy && fitting(fields, filename)
    if (tooLarge || noRoom || !fitting(fields, filename)) {
      stream.resume()
      return
    }
    stream.on('limit', () => {
      tooLarge = true
    })
    writing.push(writeDown(stream, target))
  })

  const discard = () =>
    fs.rm(target, { force: true }).catch((error: unknown) => {
      // The directory is emptied at the next start.
      console.error(`A received file could not be removed: ${error instanceof Error ? error.message : String(error)}`)
    })
  try {
    if (!request.body) {
      throw new Error('The form has no body')
    }
    await pipeline(Readable.fromWeb(request.body as NodeReadableStream), parser)
  } catch (error) {
    await Promise.all(writing)
    await discard()
    throw new BrokenForm('The form broke off', { cause: error })
  }
  const [written] = await Promise.all(writing)
  const isFull = noRoom || FULL.has(written?.failure?.code ?? '')
  return {
    fields,
    file:
      written?.failure === null && !tooLarge
        ? { path: target, name: fileName ?? '', size: written.size, sha256: written.sha256 }
        : null,
    fileName,
    tooLarge,
    unkept: isFull ? 'no room' : (written?.failure ?? null),
    discard,
  }
}

function parserOf(request: Request, mostBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      defParamCharset: 'utf8',
      limits: { files: 1, fileSize: mostBytes + 1, fields: 30, fieldSize: 32 * 1024, parts: 40 },
    })
  } catch (error) {
    // Another content type, or no boundary.
    throw new BrokenForm('The body is no form with a file', { cause: error })
  }
}
