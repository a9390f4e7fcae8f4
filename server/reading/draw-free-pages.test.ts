import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { docx, freePdf, FREE_CHAPTER, pdf } from '#tests/support/works.ts'
import { drawFreePages, MAX_PICTURE_BYTES } from './draw-free-pages.ts'

const directory = temporaryDirectory()
afterAll(() => directory.remove())

let files = 0
function stored(content: Uint8Array): string {
  const file = path.join(directory.path, String((files += 1)))
  fs.writeFileSync(file, content)
  return file
}

describe('drawFreePages', () => {
  it('draws the free pages and no paid page, small enough for a phone', async () => {
    const pages = await drawFreePages(stored(freePdf()), FREE_CHAPTER)
    expect(pages.map(({ page }) => page)).toEqual([2, 3])
    const details = await Promise.all(pages.map(({ picture }) => sharp(picture).metadata()))
    expect(details).toMatchObject(pages.map(() => ({ format: 'webp', width: 480, height: 679 })))
    expect(pages.every(({ picture }) => picture.byteLength < MAX_PICTURE_BYTES)).toBe(true)
  })

  it('draws the first five of many free pages', async () => {
    const lines = FREE_CHAPTER.split('\n')
    const pages = await drawFreePages(stored(pdf(Array.from({ length: 9 }, () => lines))), FREE_CHAPTER)
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5])
  })

  it('draws nothing of a work without a free page', async () => {
    expect(await drawFreePages(stored(freePdf()), 'Another text than that of the file.')).toEqual([])
  })

  it('draws nothing of a damaged file', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await drawFreePages(stored(docx(['Words'])), FREE_CHAPTER)).toEqual([])
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})
