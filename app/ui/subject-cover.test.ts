import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sample } from '../../tests/support/sample.ts'
import { subjectAreas, subjectCover, subjectHue } from './subject-cover.ts'

const read = (name: string) => fs.readFileSync(path.resolve(import.meta.dirname, name), 'utf8')

test('every subject area of the sample content has its own symbol and hue', () => {
  const known = [...sample.materials.map(({ head }) => head.subject_area), ...sample.topics.map(({ row }) => row.subject_area)]
  expect([...new Set(known)].filter((area) => !subjectAreas.some((own) => own === area))).toEqual([])
  expect(new Set(subjectAreas.map(subjectHue)).size).toBe(subjectAreas.length)
})

test('motifs.svg has a symbol for each subject area and one for all others', () => {
  const offsets = [...read('motifs.svg').matchAll(/translate\((\d+)\)/g)].map(([, offset]) => Number(offset) / 48)
  expect(offsets).toEqual([...subjectAreas, 'others'].map((_, at) => at))
})

test('subject-cover.css has the position of each subject area', () => {
  const rules = [...read('subject-cover.css').matchAll(/\.a(\d+) \{\s+--m: (\d+);/g)].map(([, name, position]) => [
    name,
    position,
  ])
  expect(rules).toEqual(subjectAreas.map((_, at) => [String(at), String(at)]))
})

test.each([
  ['infection control', 'cloth area a15'],
  ['Community Health Nursing', 'cloth area a11'],
  ['psychiatric nursing', 'cloth area a26'],
  ['Beekeeping', 'cloth'],
])('subjectCover returns the classes of %s', (area, classes) => {
  expect(subjectCover(area)).toBe(classes)
})
