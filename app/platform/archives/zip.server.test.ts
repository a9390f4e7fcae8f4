import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Entry, createZip } from './zip.server.ts'

const changed = new Date('2026-11-20T10:00:00Z')
const text = (words: string) => new TextEncoder().encode(words)

test('createZip stores each file unchanged under any name and size', async () => {
  const big = new Uint8Array(300_000).map((_, at) => at % 251)
  async function* entries(): AsyncGenerator<Entry> {
    yield { name: 'data.json', changed, content: [text('{"a":'), text('1}')] }
    yield { name: 'works/001-Ọ̀ṣun thesis.pdf', changed, content: [big.subarray(0, 100_000), big.subarray(100_000)] }
    yield { name: 'works/002-empty.pdf', changed, content: [] }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of createZip(entries())) {
    chunks.push(chunk)
  }
  const files = unzipSync(Buffer.concat(chunks))
  expect(Object.keys(files)).toEqual(['data.json', 'works/001-Ọ̀ṣun thesis.pdf', 'works/002-empty.pdf'])
  expect(new TextDecoder().decode(files['data.json'])).toBe('{"a":1}')
  expect(Buffer.from(files['works/001-Ọ̀ṣun thesis.pdf'] ?? []).equals(Buffer.from(big))).toBe(true)
  expect(files['works/002-empty.pdf']).toHaveLength(0)
})

test('createZip reads a file only when the archive is read, and releases it when reading stops', async () => {
  let read = 0
  let letGo = false
  async function* content() {
    try {
      for (;;) {
        read += 1
        yield new Uint8Array(1000)
      }
    } finally {
      letGo = true
    }
  }
  async function* entries(): AsyncGenerator<Entry> {
    yield { name: 'a.pdf', changed, content: content() }
  }
  const archive = createZip(entries())
  await archive.next()
  expect(read).toBeLessThanOrEqual(1)
  for (let taken = 0; taken < 10; taken += 1) {
    await archive.next()
  }
  expect(read).toBeLessThanOrEqual(12)
  await archive.return(undefined)
  expect(letGo).toBe(true)
})

test('createZip fails when a file fails', async () => {
  async function* content() {
    yield new Uint8Array(10)
    throw new Error('the storage is unavailable')
  }
  async function* entries(): AsyncGenerator<Entry> {
    yield { name: 'a.pdf', changed, content: content() }
  }
  const take = async () => {
    for await (const _piece of createZip(entries())) {
      // Discard the chunks.
    }
  }
  await expect(take()).rejects.toThrow('the storage is unavailable')
})
