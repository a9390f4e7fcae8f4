import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { forbiddenImports, getImports, readImports } from './import-boundaries.ts'

const root = path.resolve(import.meta.dirname, '..')

describe('the imports of the repository', () => {
  const imports = readImports(root)

  test('cross no boundary and form no cycle', () => {
    expect(imports.length).toBeGreaterThan(500)
    expect(forbiddenImports(imports)).toEqual([])
  })

  test('load the Paystack simulator only on demand', () => {
    const importing = imports
      .filter(({ from, to }) => from.startsWith('server/') && to.startsWith('dev/'))
      .map(({ from }) => from)
    expect([...new Set(importing)].toSorted()).toEqual([
      'server/paystack/payment-services.ts',
      'server/seed/demo-history/checkout.ts',
      'server/services/web.ts',
    ])
    for (const file of importing) {
      const source = fs.readFileSync(path.join(root, file), 'utf8')
      expect(source, `${file} imports it statically`).not.toMatch(/^import (?!type )[^\n]*\/dev\//m)
    }
  })

  test.each([
    ['server/backend/start.ts', 'server/http/app.ts', 'backend may not import http'],
    ['server/orders/orders.ts', 'server/jobs/orders.ts', 'orders may not import jobs'],
    ['server/paystack/client.ts', 'server/orders/orders.ts', 'paystack may not import orders'],
    ['server/environment.ts', 'server/backend/start.ts', 'foundation may not import backend'],
    ['server/jobs/backups.ts', 'tools/backup/write.ts', 'jobs may not import tools'],
    ['server/main.ts', 'tools/backup/write.ts', 'main may not import tools'],
    ['server/main.ts', 'server/http/app.ts', 'main may not import http'],
    ['server/services/backend.ts', 'server/services/web.ts', 'start may not import services'],
    ['tools/backend.ts', 'server/services/web.ts', 'tools may not import services'],
    ['scripts/types.ts', 'tools/backup/write.ts', 'scripts may not import tools'],
    ['tools/backup.ts', 'server/http/app.ts', 'tools may not import http'],
    ['dev/paystack-simulator/simulator.ts', 'server/http/app.ts', 'dev may not import http'],
    ['app/ui/card.tsx', 'app/features/search/schema.ts', 'ui may not import features'],
    ['app/routes/home.tsx', 'server/main.ts', 'routes may not import main'],
    ['server/seed/products.ts', 'products/builder/manifest.ts', 'seeding may not import products'],
    ['products/builder/lamp.ts', 'app/ui/lamp.ts', 'products may not import ui'],
    ['server/main.ts', 'bench/run.ts', 'main may not import what no part has'],
  ])('fail with a planted import of %s from %s', (from, to, sentence) => {
    expect(forbiddenImports([...imports, { from, to }])).toContain(`${from} imports ${to}: ${sentence}.`)
  })

  test('fail with a planted cycle of server folders', () => {
    const planted = { from: 'server/disk/disk-space.ts', to: 'server/responses/encoding.ts' }
    const back = { from: 'server/responses/encoding.ts', to: 'server/disk/disk-space.ts' }
    expect(forbiddenImports([...imports, planted])).toEqual([])
    expect(forbiddenImports([...imports, planted, back])).toEqual([
      'Folders import one another in a cycle: server/disk -> server/responses -> server/disk.',
    ])
  })

  test('fail with a server folder that no part names', () => {
    expect(forbiddenImports([{ from: 'server/unknown/x.ts', to: 'server/environment.ts' }])).toEqual([
      'server/unknown/x.ts belongs to no part. Add its folder to scripts/import-boundaries.ts.',
    ])
  })
})

test('forbiddenImports reports direct and indirect cycles of features', () => {
  const a = { from: 'app/features/a/x.ts', to: 'app/features/b/x.ts' }
  const b = { from: 'app/features/b/y.ts', to: 'app/features/c/x.ts' }
  const c = { from: 'app/features/c/y.ts', to: 'app/features/a/y.ts' }
  expect(forbiddenImports([a, b])).toEqual([])
  expect(forbiddenImports([a, b, c])).toEqual([
    'Folders import one another in a cycle: app/features/a -> app/features/b -> app/features/c -> app/features/a.',
  ])
})

test('getImports finds static, type, re-exported and dynamic imports but no packages', () => {
  const source = `
    import { a } from './b.ts'
    import type { C } from '../c.ts'
    export * from './d.ts'
    import { useState } from 'react'
    const e = await import('./e.tsx')
    export const f = <p>{a}</p>
  `
  expect(getImports('app/ui/x.tsx', source)).toEqual(['app/ui/b.ts', 'app/c.ts', 'app/ui/d.ts', 'app/ui/e.tsx'])
})

test('docs/architecture.md names every folder of server', () => {
  const document = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const table = document.split('## ').find((part) => part.startsWith('The folders of `server/`')) ?? ''
  const named = [...table.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  const folders = fs.readdirSync(path.join(root, 'server'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
})
