import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { type Pack, pack } from 'tar-stream'
import { ifMissing } from '#server/missing-file.ts'
import { readToEnd, getStream } from './bytes.ts'
import type { Part, Total } from './parts.ts'
import { backupParts } from './read.ts'

/** Approximate size of an entry with rows. A tar entry states its length before its content, so it is buffered. */
const ENTRY_BYTES = 1024 * 1024

/** A written backup: duration in milliseconds, size in bytes, and totals. */
export type Written = { madeAt: string; total: Total; bytes: number; milliseconds: number }

/**
 * Writes a backend into one file: tar, compressed with zstd, encrypted with age. The file gets its name only after it
 * was read back and verified.
 * @param passphrase null: the file is not encrypted.
 * @param workFactor cost of guessing the passphrase: the binary logarithm of scrypt's N. Tests lower it.
 * @throws when the file exists, or when it cannot be written or read back. Then no file is left.
 */
export async function writeBackup(
  parts: AsyncIterable<Part>,
  file: string,
  passphrase: string | null,
  workFactor = 18,
): Promise<Written> {
  const began = performance.now()
  const writing = `${file}.part`
  const response: { madeAt: string; total: Total }[] = []
  const tar = pack()
  await refuseExisting(file)
  try {
    const piping = pipeline(
      tar,
      createZstdCompress(),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        yield* passphrase === null ? chunks : await encrypt(chunks, passphrase, workFactor)
      },
      createWriteStream(writing, { mode: 0o600, flush: true }),
    )
    const filling = fill(tar, parts, (each) => response.push(each)).catch((error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    })
    try {
      await Promise.all([piping, filling])
    } finally {
      // Otherwise the file might be created after it was removed below.
      await Promise.allSettled([piping])
    }
    const [written] = response
    if (!written) {
      throw new Error('The backup ended before all of it was read')
    }
    for await (const part of backupParts(writing, passphrase)) {
      // The reader compares everything with the total at the end, and throws when something differs.
      if (part.kind === 'file') {
        await readToEnd(part.bytes)
      }
    }
    const { size } = await fs.stat(writing)
    await fs.rename(writing, file)
    return { ...written, bytes: size, milliseconds: performance.now() - began }
  } catch (error) {
    await fs.rm(writing, { force: true })
    throw error
  }
}

function encrypt(chunks: AsyncIterable<Uint8Array>, passphrase: string, workFactor: number): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(getStream(chunks))
}

async function refuseExisting(file: string): Promise<void> {
  if (await fs.stat(file).catch(ifMissing(null))) {
    throw new Error(`${file} exists already. Name a file that does not exist yet.`)
  }
}

async function fill(
  tar: Pack,
  parts: AsyncIterable<Part>,
  result: (about: { madeAt: string; total: Total }) => void,
): Promise<void> {
  let madeAt = ''
  let number = 0
  const waiting = { table: '', lines: [] as string[], bytes: 0 }
  const flush = async () => {
    if (waiting.lines.length > 0) {
      number += 1
      await textEntry(tar, `rows/${waiting.table}/${number}.jsonl`, `${waiting.lines.join('\n')}\n`)
    }
    waiting.lines = []
    waiting.bytes = 0
  }
  for await (const part of parts) {
    if (part.kind !== 'rows' || part.table !== waiting.table) {
      await flush()
    }
    switch (part.kind) {
      case 'about':
        madeAt = part.about.madeAt
        await textEntry(tar, 'about.json', JSON.stringify(part.about))
        break
      case 'keys':
        await textEntry(tar, `keys/${part.name}`, part.text)
        break
      case 'rows':
        waiting.table = part.table
        for (const line of part.lines) {
          waiting.lines.push(line)
          waiting.bytes += line.length
          if (waiting.bytes > ENTRY_BYTES) {
            await flush()
          }
        }
        break
      case 'file':
        number += 1
        await textEntry(tar, `files/${number}.json`, JSON.stringify(part.file))
        await waitForEntry((done) =>
          pipeline(part.bytes, tar.entry({ name: `files/${number}`, size: part.file.size, mtime: EPOCH }, done)),
        )
        break
      case 'total':
        await textEntry(tar, 'total.json', JSON.stringify(part.total))
        result({ madeAt, total: part.total })
    }
  }
  tar.finalize()
}

const EPOCH = new Date(0)

function textEntry(tar: Pack, name: string, text: string): Promise<void> {
  return waitForEntry((done) => {
    // If the file cannot be written, the entry emits an error, which would end the process without a listener.
    tar.entry({ name, mtime: EPOCH }, Buffer.from(text), done).once('error', done)
  })
}

/** Waits until the reader of the tar has consumed an entry, so that at most one is in memory. */
function waitForEntry(write: (done: (error?: Error | null) => void) => Promise<unknown> | Writable | void): Promise<void> {
  return new Promise((resolve, reject) => {
    const written = write((error) => (error ? reject(error) : resolve()))
    if (written instanceof Promise) {
      written.catch(reject)
    }
  })
}
