import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixNeighbours } from './mix-neighbours.ts'

const work = (subject_area: string, category: string) => ({ subject_area, category })

test('mixNeighbours separates works of one subject or category', () => {
  const works = [work('Ethics', 'seminar'), work('Ethics', 'proposal'), work('Pain', 'seminar'), work('Pain', 'proposal')]
  expect(mixNeighbours(works)).toEqual([works[0], works[3], works[1], works[2]])
})

test('mixNeighbours loses and repeats no work', () => {
  const any = fc.record({ subject_area: fc.constantFrom('a', 'b'), category: fc.constantFrom('thesis', 'seminar', 'proposal') })
  fc.assert(
    fc.property(fc.array(any), (works) => {
      const mixed = mixNeighbours(works)
      expect(mixed).toHaveLength(works.length)
      expect(new Set(mixed)).toEqual(new Set(works))
      expect(mixed[0]).toBe(works[0])
    }),
  )
})
