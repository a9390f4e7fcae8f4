import { describe, expect, it } from 'vitest'
import { dragCrop, getCropArea } from './crop.ts'

const portrait = { width: 2000, height: 3000 }
const centred = { left: 0.5, top: 0.5, zoom: 1 }

describe('getCropArea', () => {
  it('returns the whole width of a portrait for a wide part, in the middle', () => {
    expect(getCropArea(portrait, 2, centred)).toEqual({ x: 0, y: 1000, width: 2000, height: 1000 })
  })

  it('returns a smaller part when enlarged', () => {
    expect(getCropArea(portrait, 2, { left: 0, top: 1, zoom: 2 })).toEqual({ x: 0, y: 2500, width: 1000, height: 500 })
  })

  it('stays within a picture that is wider than the part', () => {
    expect(getCropArea({ width: 4000, height: 1000 }, 1, { left: 1, top: 0.5, zoom: 1 })).toEqual({
      x: 3000,
      y: 0,
      width: 1000,
      height: 1000,
    })
  })
})

describe('dragCrop', () => {
  it('moves the part against the drag, and not beyond the edge', () => {
    expect(dragCrop(portrait, 2, centred, { byX: 0, byY: 500 }).top).toBe(0.25)
    expect(dragCrop(portrait, 2, centred, { byX: 0, byY: 5000 }).top).toBe(0)
  })

  it('does not move a part that has the whole width', () => {
    expect(dragCrop(portrait, 2, centred, { byX: 300, byY: 0 }).left).toBe(0.5)
  })
})
