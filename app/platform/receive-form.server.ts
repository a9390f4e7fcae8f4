import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { ReceivedFile } from './backend.server.ts'

export type ReceivedForm = {
  fields: Record<string, string>
  file: ReceivedFile | null
  /** What the chosen file is called, received or not; null when none was chosen. */
  fileName: string | null
  /** The file is over the size that was asked for; what follows it was not read. */
  tooLarge: boolean
  /** Removes what was received. */
  discard(): Promise<void>
}

/** Room for the text fields and the boundaries around the file. */
const MOST_OTHER_BYTES = 256 * 1024

type Receiving = {
  /** Where the file goes as it comes. */
  directory: string
  /** The largest file that is taken. */
  mostBytes: number
  /** Asked once the text fields are known; when it says no the file is not received. */
  fitting(fields: Record<string, string>, fileName: string): boolean
}

/**
 * Reads a multipart form with one file, in flat memory. Text fields come before it, so they are
 * known even when the file is refused.
 * @throws when the body is no such form or breaks off.
 */
export async function receiveForm(request: Request, { directory, mostBytes, fitting }: Receiving): Promise<ReceivedForm> {
  const statedTooLarge = Number(request.headers.get('content-length') ?? 0) > mostBytes + MOST_OTHER_BYTES
  const target = path.join(directory, randomUUID())
  const fields: Record<string, string> = {}
  let file: ReceivedFile | null = null
  let fileName: string | null = null
  let tooLarge = false
  let refused = false
  const writing: Promise<void>[] = []

  const parser = busboy({
    headers: Object.fromEntries(request.headers),
    defParamCharset: 'utf8',
    limits: { files: 1, fileSize: mostBytes + 1, fields: 30, fieldSize: 32 * 1024, parts: 40 },
  })
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
    if (statedTooLarge || !fitting(fields, filename)) {
      tooLarge = statedTooLarge
      refused = !statedTooLarge
      stream.resume()
      return
    }
    const arriving: ReceivedFile = { path: target, name: filename, size: 0 }
    file = arriving
    stream.on('data', (chunk: Buffer) => {
      arriving.size += chunk.length
    })
    stream.on('limit', () => {
      tooLarge = true
    })
    writing.push(pipeline(stream, createWriteStream(target, { mode: 0o600 })))
  })

  const discard = () => fs.rm(target, { force: true })
  try {
    if (!request.body) {
      throw new Error('The form has no body')
    }
    await pipeline(Readable.fromWeb(request.body as NodeReadableStream), parser)
    await Promise.all(writing)
  } catch (error) {
    await Promise.allSettled(writing)
    await discard()
    throw error
  }
  return { fields, file: tooLarge || refused ? null : file, fileName, tooLarge, discard }
}
