import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { afterEach, expect, test } from 'vitest'
import { FileStorage } from './file-storage.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-objects-'))
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const text = async (body: NodeReadableStream | undefined) => new Response(body as ReadableStream).text()
const put = (storage: FileStorage, words: string, type = 'text/plain') =>
  storage.uploadObject('b', 'k', undefined, new TextEncoder().encode(words), type, 'no-cache')
const files = () =>
  fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => fs.statSync(path.join(root, name)).isFile())

test('file storage drops unfinished uploads of a killed process at the next start', async () => {
  const storage = new FileStorage(root)
  let arrived = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!arrived) {
        controller.enqueue(new Uint8Array(1000))
      }
      arrived = true
    },
  })
  void storage.uploadObject('b', 'k', undefined, endless as NodeReadableStream, 'text/plain', 'no-cache').catch(() => {})
  await expect.poll(files).toHaveLength(1)
  expect(new FileStorage(root)).toBeDefined()
  expect(files()).toEqual([])
})

test('file storage serves the old object to its end when the object is replaced during a read', async () => {
  const storage = new FileStorage(root)
  await put(storage, 'the old words')
  const reading = await storage.getObject('b', 'k', undefined)
  await put(storage, 'new')
  expect(await text(reading.body)).toBe('the old words')
  expect(await text((await storage.getObject('b', 'k', undefined)).body)).toBe('new')
})

test('file storage serves whole objects with matching size and type while they are replaced repeatedly', async () => {
  const storage = new FileStorage(root)
  const versions = [
    { words: 'short', type: 'image/png' },
    { words: 'long '.repeat(2000), type: `image/${'png'.repeat(20_000)}` },
  ]
  await put(storage, 'short', 'image/png')
  const replacing = { on: true }
  const writing = (async () => {
    for (let at = 0; replacing.on; at += 1) {
      const { words, type } = versions[at % 2] ?? { words: '', type: '' }
      await put(storage, words, type)
    }
  })()
  const faults = new Set<string>()
  const reading = Array.from({ length: 8 }, async () => {
    for (let times = 0; times < 150; times += 1) {
      const { metadata, body } = await storage.getObject('b', 'k', undefined)
      const words = await text(body)
      if (words.length !== metadata.size || !versions.some((version) => version.words === words)) {
        faults.add(`${words.length} bytes of ${metadata.size}`)
      }
      if (!versions.some(({ type }) => type === metadata.mimetype)) {
        faults.add('a broken type')
      }
    }
  })
  await Promise.all(reading).finally(() => (replacing.on = false))
  await writing
  expect([...faults]).toEqual([])
})

test('file storage serves part of an object and finds no missing object', async () => {
  const storage = new FileStorage(root)
  await put(storage, '0123456789')
  const part = await storage.getObject('b', 'k', undefined, { range: 'bytes=2-4' })
  expect([part.httpStatusCode, await text(part.body)]).toEqual([206, '234'])
  // lite responds with 404 then. A missing folder is a different failure.
  expect(await storage.getObject('b', 'nothing', undefined)).toMatchObject({ httpStatusCode: 404, body: undefined })
})
