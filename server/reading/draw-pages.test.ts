import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { burstingPdf, docx, pdf } from '#tests/support/works.ts'
import { openPageDrawer } from './draw-pages.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-drawing-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

let files = 0
function stored(content: Uint8Array | string): string {
  const file = path.join(directory, String((files += 1)))
  fs.writeFileSync(file, content)
  return file
}

describe('openPageDrawer', () => {
  it('draws the page that is asked for, and opens the file once for the pages near it', async () => {
    const drawPage = openPageDrawer()
    const file = stored(pdf([['# One'], ['# Two', 'with more text on it than the others have'], ['# Three']]))
    let opened = 0
    const page = (number: number) =>
      drawPage('three pages', number, (draw) => {
        opened += 1
        return draw(file)
      })
    const pictures = await Promise.all([page(1), page(2), page(3), page(4)])
    expect(opened).toBe(1)
    expect(pictures[3]).toBeNull()
    const drawn = await Promise.all(pictures.slice(0, 3).map((picture) => sharp(picture ?? undefined).metadata()))
    expect(drawn).toMatchObject(Array.from({ length: 3 }, () => ({ format: 'webp', width: 900 })))
    expect(Buffer.from(pictures[1] ?? [])).not.toEqual(Buffer.from(pictures[0] ?? []))
  })

  it.each([
    ['a text', 'Hello'],
    ['a Word document', docx(['Words'])],
    ['half a PDF', pdf([['# One']]).subarray(0, 200)],
  ])('returns null for %s', async (what, content) => {
    const file = stored(content)
    expect(await openPageDrawer()(what, 1, (draw) => draw(file))).toBeNull()
  })

  it('returns null for a file that takes too long or too much memory, and draws the next one', async () => {
    const bursting = stored(burstingPdf(700))
    const hasty = openPageDrawer({ deadlineMs: 1, heapMb: 128, memoryBytes: 1024 ** 3 })
    expect(await hasty('slow', 1, (draw) => draw(bursting))).toBeNull()
    const tight = openPageDrawer({ deadlineMs: 30_000, heapMb: 128, memoryBytes: 20 * 1024 * 1024 })
    expect(await tight('large', 1, (draw) => draw(bursting))).toBeNull()
    const usual = openPageDrawer()
    const good = stored(pdf([['# One']]))
    expect(await usual('good', 1, (draw) => draw(good))).not.toBeNull()
  })

  it('asks again for a file that was not there', async () => {
    const drawPage = openPageDrawer()
    const good = stored(pdf([['# One']]))
    expect(await drawPage('late', 1, () => Promise.resolve(null))).toBeNull()
    expect(await drawPage('late', 1, (draw) => draw(good))).not.toBeNull()
  })
})
