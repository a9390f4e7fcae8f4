import { expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }

const absent = Object.entries(packageFile.dependencies)
  .filter(([, version]) => version === 'file:server/backend/lite/absent')
  .map(([name]) => name)

test('packages that are left out throw when they are loaded', async () => {
  expect(absent).toEqual(['@redis/client', '@sentry/node', 'bare-fs'])
  for (const name of absent) {
    await expect(import(name), name).rejects.toThrow('replaces this package by an empty one')
    expect(packageFile.overrides).toHaveProperty([name], `$${name}`)
  }
})
