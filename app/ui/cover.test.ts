import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clothHues, shade, shadeStep } from './cover.ts'

test('clothHues match the hues of the stylesheet', () => {
  const css = ['cover.css', 'cloths.css'].map((name) => fs.readFileSync(path.resolve(import.meta.dirname, name), 'utf8')).join('')
  const inCss = [...css.matchAll(/^\.(cloth|c-[a-z]+) \{\s+--h: (\d+);/gm)].map(([, name, hue]) => [
    name === 'cloth' ? '' : name,
    Number(hue),
  ])
  expect(inCss.length).toBeGreaterThan(5)
  expect(Object.fromEntries(inCss)).toEqual(clothHues)
})

test('shade and shadeStep derive the same step from the id', () => {
  for (const [id, step, name] of [
    ['0000aaaa', 0, ''],
    ['0001aaaa', 1, 't1'],
    ['ffffaaaa', 0, ''],
    ['0005aaaa', 2, 't2'],
  ] as const) {
    expect([shadeStep(id), shade(id)]).toEqual([step, name])
  }
})
