import { describe, expect, it } from 'vitest'
import { chartScale, labelDistance } from './chart-scale.ts'

describe('chartScale', () => {
  it('ends at a round value at or above the highest one', () => {
    expect(chartScale([3, 31, 12])).toEqual({ min: 0, max: 40, ticks: [0, 10, 20, 30, 40] })
    expect(chartScale([31_000_00, null])).toEqual({
      min: 0,
      max: 40_000_00,
      ticks: [0, 10_000_00, 20_000_00, 30_000_00, 40_000_00],
    })
    expect(chartScale([4]).max).toBe(4)
  })

  it('goes below zero for negative values and keeps zero', () => {
    expect(chartScale([-120, 350])).toEqual({ min: -200, max: 400, ticks: [-200, 0, 200, 400] })
    expect(chartScale([-3])).toEqual({ min: -3, max: 0, ticks: [-3, -2, -1, 0] })
  })

  it('has no fractions for counts, and may have some otherwise', () => {
    expect(chartScale([1]).ticks).toEqual([0, 1])
    expect(chartScale([1.6], { whole: false }).ticks).toEqual([0, 0.5, 1, 1.5, 2])
  })

  it('has an axis without values', () => {
    expect(chartScale([])).toEqual({ min: 0, max: 1, ticks: [0, 1] })
    expect(chartScale([null, 0])).toEqual({ min: 0, max: 1, ticks: [0, 1] })
  })
})

describe('labelDistance', () => {
  it('leaves at most eight labels', () => {
    expect([1, 8, 9, 31, 366].map((points) => [labelDistance(points), Math.ceil(points / labelDistance(points))])).toEqual([
      [1, 1],
      [1, 8],
      [2, 5],
      [4, 8],
      [46, 8],
    ])
  })
})
