import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, readArrows, wrongArrows } from './arrows.ts'

test('no part of the code imports what it may not, and no features import one another in a circle', () => {
  const arrows = readArrows(path.resolve(import.meta.dirname, '..'))
  expect(arrows.length).toBeGreaterThan(500)
  expect(wrongArrows(arrows)).toEqual([])
})

test('the server loads the simulator of Paystack only on demand', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const importing = readArrows(root)
    .filter(({ from, to }) => from.startsWith('server/') && to.startsWith('dev/'))
    .map(({ from }) => from)
  expect([...new Set(importing)].toSorted()).toEqual(['server/main.ts', 'server/orders/shop.ts'])
  for (const file of importing) {
    const source = fs.readFileSync(path.join(root, file), 'utf8')
    expect(source, `${file} imports it statically`).not.toMatch(/^import (?!type )[^\n]*\/dev\//m)
  }
})

test('an arrow against the direction is told with both files', () => {
  expect(wrongArrows([{ from: 'app/ui/card.tsx', to: 'app/features/materials/schema.ts' }])).toEqual([
    'app/ui/card.tsx imports app/features/materials/schema.ts: ui may not import features.',
  ])
  expect(wrongArrows([{ from: 'app/routes/home.tsx', to: 'server/main.ts' }])).toHaveLength(1)
})

test('features that import one another are told, through a third one too', () => {
  const a = { from: 'app/features/a/x.ts', to: 'app/features/b/x.ts' }
  const b = { from: 'app/features/b/y.ts', to: 'app/features/c/x.ts' }
  const c = { from: 'app/features/c/y.ts', to: 'app/features/a/y.ts' }
  expect(wrongArrows([a, b])).toEqual([])
  expect(wrongArrows([a, b, c])).toEqual(['Features import one another in a circle: a -> b -> c -> a.'])
})

test('static, type, passed-on and dynamic imports are all seen; packages are not', () => {
  const source = `
    import { a } from './b.ts'
    import type { C } from '../c.ts'
    export * from './d.ts'
    import { useState } from 'react'
    const e = await import('./e.tsx')
    export const f = <p>{a}</p>
  `
  expect(importsOf('app/ui/x.tsx', source)).toEqual(['app/ui/b.ts', 'app/c.ts', 'app/ui/d.ts', 'app/ui/e.tsx'])
})
