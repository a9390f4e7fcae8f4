import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { docx, freePdf, FREE_CHAPTER, pdf } from '#tests/support/works.ts'
import { usual } from './bounded-process.ts'
import { drawFreePages, MAX_PICTURE_BYTES } from './draw-free-pages.ts'

const directory = temporaryDirectory()
afterAll(() => directory.remove())

let files = 0
function stored(content: Uint8Array): string {
  const file = path.join(directory.path, String((files += 1)))
  fs.writeFileSync(file, content)
  return file
}

const SHADING =
  '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 300 300] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>'
const GRADIENT = `/Shading << /S1 ${SHADING} >> /Pattern << /P1 << /PatternType 2 /Shading ${SHADING} >> >>`

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

  it('draws the page whose number it returns', async () => {
    const lines = FREE_CHAPTER.split('\n')
    const pages = await drawFreePages(stored(pdf([['Title'], lines, ['Paid']])), FREE_CHAPTER)
    expect(pages.map(({ page }) => page)).toEqual([2])
    // The entropy of the page with 24 lines is 1.6, that of a page with one word is 0.03.
    expect((await sharp(pages[0]?.picture).stats()).entropy).toBeGreaterThan(1)
  })

  it.each([
    ['lines and boxes', '60 100 m 500 100 l S 60 60 200 20 re f', 1],
    ['an image', 'q 300 0 0 200 60 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI Q', 0],
    ['a slanted line', '60 100 m 300 200 l S', 0],
    ['a curve', '60 100 m 100 200 200 200 300 100 c S', 0],
    ['a gradient', '/S1 sh', 0],
    ['a pattern', '/Pattern cs /P1 scn 60 60 200 200 re f', 0],
  ])('knows whether a page of free text may show %s', async (_what, operators, drawn) => {
    const file = stored(pdf([FREE_CHAPTER.split('\n')], { operators, resources: GRADIENT }))
    expect(await drawFreePages(file, FREE_CHAPTER)).toHaveLength(drawn)
  })

  it.each([
    ['a link', '/Subtype /Link /A << /S /URI /URI (https://example.com) >>', 1],
    ['a comment', '/Subtype /FreeText /Contents (Dr Eze: add the table) /DA (/F1 11 Tf)', 0],
  ])('knows whether a page of free text may have %s', async (_what, annotation, drawn) => {
    const annotations = `<< /Type /Annot /Rect [60 60 300 90] ${annotation} >>`
    const file = stored(pdf([FREE_CHAPTER.split('\n')], { annotations }))
    expect(await drawFreePages(file, FREE_CHAPTER)).toHaveLength(drawn)
  })

  it('draws nothing if two programs number the pages differently', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const lines = FREE_CHAPTER.split('\n')
    const paid = lines.map((line) => line.replace('wash their hands', 'are counted'))
    // The inner node claims one page and has two.
    const root = '<< /Type /Pages /Count 2 /Kids [<< /Type /Pages /Count 1 /Kids [4 0 R 6 0 R] >> 8 0 R] >>'
    expect(await drawFreePages(stored(pdf([['Title'], paid, lines], { root })), FREE_CHAPTER)).toEqual([])
    expect(log).toHaveBeenCalledExactlyOnceWith('The free pages of a work are not drawn: other pages were drawn')
    log.mockRestore()
  })

  it.each([
    ['draws a page with much text', 200, 1],
    ['leaves out a page with more text than a page has', 400, 0],
  ])('%s', async (_what, count, drawn) => {
    const lines = FREE_CHAPTER.split('\n')
    const operators = Array.from(
      { length: count },
      (_, at) => `BT /F1 8 Tf 1 0 0 1 60 ${10 + at * 2} Tm (${lines[at % lines.length]}) Tj ET`,
    )
    expect(await drawFreePages(stored(pdf([[]], { operators: operators.join('\n') })), FREE_CHAPTER)).toHaveLength(drawn)
  })

  it('fails for a file that takes too long, because another attempt may succeed', async () => {
    await expect(drawFreePages(stored(freePdf()), FREE_CHAPTER, { ...usual, deadlineMs: 1 })).rejects.toThrow('too slow')
  })

  it('draws nothing of a damaged file', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await drawFreePages(stored(docx(['Words'])), FREE_CHAPTER)).toEqual([])
    expect(log).toHaveBeenCalledExactlyOnceWith('The free pages of a work are not drawn: broken')
    log.mockRestore()
  })
})
